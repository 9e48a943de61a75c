import { useState } from "react";
import { clients, type Note } from "#src/clients/profile/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { NoteForm } from "#ui/shell/form/note-form.tsx";
import { useWas } from "#ui/shell/form/was.ts";

interface OneNoteProps {
  note: Note;
  contactId: number;
  onClose: () => void;
}

export function EditNote({ note, contactId, onClose }: OneNoteProps) {
  const [body, setBody] = useState(note.body);
  const params = { id: contactId, noteId: note.id };
  const { wasOf, onError } = useWas(note);
  const save = useAct(clients.changeNote, {
    onRefreshed: onClose,
    errors(error) {
      onError(error);
      return "inline";
    },
  });
  return (
    <NoteForm
      label="Note"
      action="Save"
      body={body}
      onBody={setBody}
      busy={save.isPending}
      error={save.fieldErrors["body"] ?? save.errorMessage}
      onSave={() => save.run({ params, body: { body, was: wasOf({ body }) } })}
      onCancel={onClose}
    />
  );
}

export function RemoveNote({ note, contactId, onClose }: OneNoteProps) {
  const params = { id: contactId, noteId: note.id };
  return (
    <ActDialog
      act={clients.removeNote}
      input={{ params }}
      done="Note deleted"
      busy="Deleting..."
      onClose={onClose}
      title="Delete Note"
      description="Are you sure you want to delete this note? This action cannot be undone."
      action="Delete"
    />
  );
}
