import Plus from "lucide-react/icons/plus";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import type { Contact, ListedContact } from "#src/clients/contacts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { formatDay } from "#ui/calendar/booking/format.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { DropDown } from "#ui/kit/drop-down.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { afterFocusMoves } from "#ui/kit/return-focus.ts";
import { formatShortMonthDay } from "#ui/shell/format/dates.ts";
import { useClientSearch, useTell } from "./use-client-search.ts";

interface ClientFieldProps {
  value: string;
  error: string | undefined;
  /** Whether the name is a client's. */
  isKnown?: boolean;
  takesFocus?: boolean;
  onValueChange: (name: string) => void;
  onChoose: (client: Contact) => void;
  /** Whether the fields for the client were left since the name was typed. */
  isLeft?: boolean;
  /** Called once they are left with a whole name that only one client bears, which chooses that client. */
  onExact?: (() => void) | undefined;
  /** Whether the typed name is taken for a new client's: none matches, none was chosen, or New Client was. */
  onNew?: (isNew: boolean) => void;
  /** Called once New Client was chosen, also for the name of a client. */
  onAdd?: () => void;
  /** Called with whether clients match the name, and neither one of them nor New Client was chosen. */
  onUndecided?: (isUndecided: boolean) => void;
  /** Called with whether clients are still searched for. */
  onSearching?: (isSearching: boolean) => void;
}

/** Accepts any name and suggests matching clients. */
export function ClientField(props: ClientFieldProps) {
  const { value, error, isKnown = false, takesFocus = false, isLeft = false } = props;
  const { onValueChange, onChoose, onNew, onUndecided } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [isNew, setIsNew] = useState(false);
  const [at, setAt] = useState<number>();
  const matches = useClientSearch(value, isTyped, props.onSearching);
  // The only client of that name is filled in already, and the list would cover the number.
  const isFilledIn = isKnown && matches?.length === 1;
  const found = (isOpen && !isFilledIn && matches) || [];
  const hasList = found.length > 0;
  // Enter takes the first one: a name that was only begun must not become a new client.
  const position = Math.min(at ?? 0, found.length);
  const chosen = found[position];
  const isAtNew = hasList && !chosen;
  const count = matches?.length;
  const tell = useEffectEvent(() => onNew?.(count === 0));
  useEffect(() => {
    if (count !== undefined) tell();
  }, [count]);
  const isUndecided = !isKnown && !isNew && Boolean(count);
  useTell(isUndecided, onUndecided);

  const isExact = props.onExact !== undefined && isTyped && !isNew && isLeft;
  const takeExact = useEffectEvent(() => props.onExact?.());
  useEffect(() => {
    if (isExact) takeExact();
  }, [isExact]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = found.length + 1;
    if (step && hasList) {
      event.preventDefault();
      setAt(((at ?? (step > 0 ? -1 : 0)) + step + rows) % rows);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      // Until the search ends, the typed name may be the beginning of a client's.
      if (hasList || (isTyped && !matches)) event.preventDefault();
      if (chosen) choose(chosen);
      if (isAtNew) add();
      // Before the focus moves, so that it moves to the field for the number.
    } else if (event.key === "Tab" && !event.shiftKey) leave();
  }

  function add() {
    close();
    setIsNew(true);
    onNew?.(true);
    props.onAdd?.();
  }

  function leave() {
    if (value.trim() !== "") onNew?.(true);
  }

  function choose(client: Contact) {
    close();
    setIsTyped(false);
    onChoose(client);
  }

  function reopen() {
    input.current?.focus();
    setIsOpen(true);
  }

  function close() {
    setIsOpen(false);
    setAt(undefined);
  }

  return (
    <div ref={box}>
      <Field label="Client" error={error}>
        <Input
          ref={input}
          autoFocus={takesFocus}
          role="combobox"
          aria-expanded={hasList}
          aria-controls={`${id}-list`}
          aria-activedescendant={hasList ? `${id}-${chosen?.id ?? "new"}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="Name or phone"
          value={value}
          onValueChange={(name) => {
            setIsTyped(true);
            setIsOpen(true);
            setIsNew(false);
            setAt(undefined);
            onValueChange(name);
            if (name.trim() === "") onNew?.(false);
          }}
          onKeyDown={press}
          onBlur={() => {
            leave();
            afterFocusMoves(close);
          }}
        />
      </Field>
      <p role="status" className="hint not-empty:mt-1.5">
        {matches &&
          !isKnown &&
          !hasList &&
          (isUndecided ? !onUndecided && "New, unless you choose one" : "New client")}
      </p>
      {onUndecided && isUndecided && !hasList && (
        <Button variant="quiet" className="-mx-3" onClick={reopen}>
          Choose Client
        </Button>
      )}
      {hasList && (
        <DropDown
          id={`${id}-list`}
          anchor={box}
          onClose={close}
          role="listbox"
          aria-label="Clients with that name"
          className="list w-0"
        >
          {found.map((client, index) => (
            <ListOption
              key={client.id}
              id={`${id}-${client.id}`}
              chosen={client === chosen}
              className="min-h-11"
              onPoint={() => setAt(index)}
              onChoose={() => choose(client)}
            >
              <Avatar id={client.id} name={client.name} />
              <span className="sm min-w-0">
                <span className="clip block font-label">{formatPhone(client.name)}</span>
                <span className="clip dim num block">
                  {[formatPhone(client.phoneNumber), describeVisits(client)]
                    .filter(Boolean)
                    .join(", ")}
                </span>
              </span>
            </ListOption>
          ))}
          <ListOption
            id={`${id}-new`}
            chosen={isAtNew}
            className="min-h-11"
            onPoint={() => setAt(found.length)}
            onChoose={add}
          >
            <span className="glyph accent rounded-full">
              <Icon of={Plus} />
            </span>
            <span className="sm clip font-label">New Client “{value.trim()}”</span>
          </ListOption>
        </DropDown>
      )}
    </div>
  );
}

/** "booked Wed, Dec 2", "last visit Nov 4", or nothing. */
function describeVisits({ nextVisit, lastVisit }: ListedContact): string | null {
  if (nextVisit) return `booked ${formatDay(dayOf(nextVisit))}`;
  return lastVisit && `last visit ${formatShortMonthDay(dayOf(lastVisit))}`;
}
