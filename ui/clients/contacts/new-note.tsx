import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { clients } from "#src/clients/profile/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { NoteForm } from "#ui/shell/form/note-form.tsx";

export function NewNote({ contactId }: { contactId: number }) {
  const api = useApi();
  const client = useQueryClient();
  const [body, setBody] = useState("");
  const add = useMutation({
    mutationFn: () => api(clients.addNote, { params: { id: contactId }, body: { body } }),
    onSuccess() {
      setBody("");
      return refresh(client, "notes");
    },
  });
  return (
    <NoteForm
      label="Add a note"
      act="Add note"
      body={body}
      onBody={setBody}
      busy={add.isPending}
      error={add.error ? wordsOf(add.error) : undefined}
      onSave={() => add.mutate()}
    />
  );
}
