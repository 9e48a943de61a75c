import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { loadContacts } from "#ui/clients/parts/contact-actions.ts";
import { Button } from "#ui/kit/button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { nameOf } from "./names.ts";

interface RenameFormProps {
  contact: Conversation["contact"];
  onClose: () => void;
}

/** Names a client without a name; other names are edited in Contacts. */
export function RenameForm({ contact, onClose }: RenameFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const name = typed.trim();

  const rename = useAct(async () => (await loadContacts()).change, {
    done: "Contact updated",
    onRefreshed: onClose,
    errors: "Failed to update contact",
  });

  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name !== "" && !rename.isPending)
      rename.run({ params: { id: contact.id }, body: { name } });
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
  }

  return (
    <form className="flex items-center gap-2 flex-1 min-w-0" onSubmit={submit} onKeyDown={press}>
      <Input
        ref={field}
        aria-label={`Name of ${nameOf(contact)}`}
        placeholder="First and last name"
        autoComplete="off"
        maxLength={120}
        value={typed}
        onValueChange={setTyped}
      />
      <Button type="submit" disabled={name === ""} busy={rename.isPending && "Saving..."}>
        Save
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
