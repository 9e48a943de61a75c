import { useState } from "react";
import { clients } from "#src/clients/profile/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { NoteForm } from "#ui/shell/form/note-form.tsx";

export function NewNote({ contactId }: { contactId: number }) {
  const [body, setBody] = useState("");
  const add = useAct(clients.addNote, {
    // Keeps what was typed while the note was being saved.
    onDone: (_, { body: sent }) => setBody((now) => (now === sent.body ? "" : now)),
    errors: "inline",
  });
  return (
    <NoteForm
      label="Add a note"
      action="Add note"
      body={body}
      onBody={setBody}
      busy={add.isPending}
      error={add.errorMessage}
      onSave={() => add.run({ params: { id: contactId }, body: { body } })}
    />
  );
}
