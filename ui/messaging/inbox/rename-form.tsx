import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { contacts } from "#src/clients/contacts/contract.ts";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { nameOf } from "./names.ts";

interface RenameFormProps {
  contact: Conversation["contact"];
  onClose: () => void;
}

/** Gives a name to a client of whom only the number is known; other names are changed in Contacts. */
export function RenameForm({ contact, onClose }: RenameFormProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const name = typed.trim();

  const rename = useMutation({
    mutationFn: () => api(contacts.change, { params: { id: contact.id }, body: { name } }),
    async onSuccess() {
      toasts.show({ title: "Contact updated" });
      await refresh(client, "conversations", "contacts");
      onClose();
    },
    onError: (error) => tellError(toasts, error, { title: "Failed to update contact" }),
  });

  useEffect(() => field.current?.focus(), []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (name !== "" && !rename.isPending) rename.mutate();
  }

  function press(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
  }

  return (
    <form className="row grow" onSubmit={submit} onKeyDown={press}>
      <Input
        ref={field}
        aria-label={`Name of ${nameOf(contact)}`}
        placeholder="First and last name"
        autoComplete="off"
        maxLength={120}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
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
