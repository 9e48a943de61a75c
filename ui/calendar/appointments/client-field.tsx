import { type KeyboardEvent, useId, useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { afterFocusMoves } from "#ui/kit/return-focus.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { useClientSearch } from "./use-client-search.ts";

interface ClientFieldProps {
  value: string;
  error: string | undefined;
  onValueChange: (name: string) => void;
  onChoose: (client: Contact) => void;
}

/** Accepts any name and suggests matching clients. */
export function ClientField({ value, error, onValueChange, onChoose }: ClientFieldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [at, setAt] = useState<number>();
  const known = useClientSearch(value, isOpen);
  const found = known ?? [];
  const chosen = at === undefined ? undefined : found[Math.min(at, found.length - 1)];

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && found.length > 0) {
      event.preventDefault();
      setAt(((at ?? (step > 0 ? -1 : 0)) + step + found.length) % found.length);
    } else if (event.key === "Enter" && chosen && !event.nativeEvent.isComposing) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === "Escape" && found.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  }

  function choose(client: Contact) {
    close();
    onChoose(client);
  }

  function close() {
    setIsOpen(false);
    setAt(undefined);
  }

  return (
    <div className="relative">
      {/* Next to the label, where it neither covers nor moves the fields below. */}
      <p role="status" className="sm faint absolute right-0 top-0">
        {known?.length === 0 && "New client"}
      </p>
      <Field label="Client" error={error}>
        <Input
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={chosen && `${id}-${chosen.id}`}
          aria-autocomplete="list"
          autoComplete="off"
          placeholder="First and last name"
          value={value}
          onValueChange={(name) => {
            setIsOpen(true);
            setAt(undefined);
            onValueChange(name);
          }}
          onKeyDown={press}
          onBlur={() => afterFocusMoves(close)}
        />
      </Field>
      {/* Over the fields below, which must not move under the pointer that closes it. */}
      <div
        role="listbox"
        tabIndex={-1}
        id={`${id}-list`}
        aria-label="Clients with that name"
        className="absolute left-0 top-full z-10 mt-1 w-max min-w-full max-w-[min(416px,100vw-64px)] rounded-lg border border-line-2 bg-overlay p-1 shadow-float empty:hidden"
        // Runs before the field's blur, which would close the list under the pointer.
        onPointerDown={(event) => event.preventDefault()}
      >
        {found.map((client, index) => (
          <ListOption
            key={client.id}
            id={`${id}-${client.id}`}
            chosen={client === chosen}
            className="min-h-9"
            onPoint={() => setAt(index)}
            onChoose={() => choose(client)}
          >
            <span className="sm clip flex-1 min-w-0">{formatPhone(client.name)}</span>
            <span className="sm dim num">{formatPhone(client.phoneNumber)}</span>
          </ListOption>
        ))}
      </div>
    </div>
  );
}
