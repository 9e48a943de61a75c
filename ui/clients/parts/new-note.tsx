import { useState } from "react";
import { clients } from "#src/clients/profile/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { NoteForm } from "#ui/shell/form/note-form.tsx";

export function NewNote({ contactId, onClose }: { contactId: number; onClose: () => void }) {
  const [body, setBody] = useState("");
  const add = useAct(clients.addNote, {
    // Keeps what was typed while the note was being saved.
    onRefreshed: (_, { body: sent }) => body === sent.body && onClose(),
    errors: "inline",
  });
  return (
    <NoteForm
      label="New note"
      action="Add Note"
      body={body}
      onBody={setBody}
      busy={add.isPending}
      error={add.errorMessage}
      onSave={() => add.run({ params: { id: contactId }, body: { body } })}
      onCancel={onClose}
    />
  );
}
