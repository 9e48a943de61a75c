import { type KeyboardEvent, useId, useRef, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { DropDown } from "#ui/kit/drop-down.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { afterFocusMoves } from "#ui/kit/return-focus.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { useClientSearch } from "./use-client-search.ts";

interface ClientFieldProps {
  value: string;
  error: string | undefined;
  /** Whether the name is a client's. */
  isKnown?: boolean;
  takesFocus?: boolean;
  onValueChange: (name: string) => void;
  onChoose: (client: Contact) => void;
}

/** Accepts any name and suggests matching clients. */
export function ClientField(props: ClientFieldProps) {
  const { value, error, isKnown = false, takesFocus = false, onValueChange, onChoose } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [isTyped, setIsTyped] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState<number>();
  const matches = useClientSearch(value, isTyped);
  // The only client of that name is filled in already, and the list would cover the number.
  const isFilledIn = isKnown && matches?.length === 1;
  const found = (isOpen && !isFilledIn && matches) || [];
  // Enter takes the first one: a name that was only begun must not become a new client.
  const chosen = found[Math.min(at ?? 0, found.length - 1)];

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setAt(((at ?? (step > 0 ? -1 : 0)) + step + found.length) % found.length);
    } else if (event.key === "Enter" && !event.nativeEvent.isComposing) {
      // Until the search ends, the typed name may be the beginning of a client's.
      if (chosen || (isTyped && !matches)) event.preventDefault();
      if (chosen) choose(chosen);
    }
  }

  function choose(client: Contact) {
    close();
    setIsTyped(false);
    onChoose(client);
  }

  function close() {
    setIsOpen(false);
    setAt(undefined);
  }

  return (
    <div ref={box}>
      <Field label="Client" error={error}>
        <Input
          autoFocus={takesFocus}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="First and last name"
          value={value}
          onValueChange={(name) => {
            setIsTyped(true);
            setIsOpen(true);
            setAt(undefined);
            onValueChange(name);
          }}
          onKeyDown={press}
          onBlur={() => afterFocusMoves(close)}
        />
      </Field>
      <p role="status" className="hint not-empty:mt-1.5">
        {matches &&
          !isKnown &&
          (matches.length === 0 ? "New client" : "New, unless you choose one")}
      </p>
      {found.length > 0 && (
        <DropDown
          id={`${id}-list`}
          anchor={box}
          onClose={close}
          role="listbox"
          aria-label="Clients with that name"
          // As wide as the field, next to which the number is typed.
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
              <span className="sm min-w-0">
                <span className="clip block">{formatPhone(client.name)}</span>
                <span className="dim num">{formatPhone(client.phoneNumber)}</span>
              </span>
            </ListOption>
          ))}
        </DropDown>
      )}
    </div>
  );
}
