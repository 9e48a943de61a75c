import Pencil from "lucide-react/icons/pencil";
import StickyNote from "lucide-react/icons/sticky-note";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { clients, type NoteEntry } from "#src/clients/profile/contract.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { NoteForm } from "#ui/shell/form/note-form.tsx";
import { useWas } from "#ui/shell/form/was.ts";
import { Line } from "./history-line.tsx";

export function HistoryNote({ entry, contactId }: { entry: NoteEntry; contactId: number }) {
  const [doing, setDoing] = useState<"edit" | "remove">();
  const stop = () => setDoing(undefined);
  const actions = entry.canChange && doing !== "edit" && (
    <>
      <IconButton icon={Pencil} size="tiny" label="Edit note" onClick={() => setDoing("edit")} />
      <IconButton
        icon={Trash2}
        size="tiny"
        label="Delete Note"
        onClick={() => setDoing("remove")}
      />
    </>
  );
  return (
    <Line icon={StickyNote} title={`Note by ${entry.author}`} at={entry.at} actions={actions}>
      {doing === "edit" ? (
        <EditNote entry={entry} contactId={contactId} onClose={stop} />
      ) : (
        <p className="wrap-anywhere whitespace-pre-wrap">{entry.body}</p>
      )}
      {entry.editedAt && <p className="xs faint mt-0.5">Edited</p>}
      {doing === "remove" && <RemoveNote entry={entry} contactId={contactId} onClose={stop} />}
    </Line>
  );
}

interface OneNoteProps {
  entry: NoteEntry;
  contactId: number;
  onClose: () => void;
}

function EditNote({ entry, contactId, onClose }: OneNoteProps) {
  const [body, setBody] = useState(entry.body);
  const params = { id: contactId, noteId: entry.id };
  const { wasOf, onError } = useWas(entry);
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

function RemoveNote({ entry, contactId, onClose }: OneNoteProps) {
  const params = { id: contactId, noteId: entry.id };
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
