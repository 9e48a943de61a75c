import { useInfiniteQuery } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { Note } from "#src/clients/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { notesQuery } from "./client-queries.ts";

const NewNote = lazyDialog(async () => (await import("#ui/clients/parts/new-note.tsx")).NewNote);
const EditNote = lazyDialog(async () => (await import("./change-note.tsx")).EditNote);
const RemoveNote = lazyDialog(async () => (await import("./change-note.tsx")).RemoveNote);

/** The team's notes, newest first. */
export function ClientNotes({ contactId }: { contactId: number }) {
  const list = useInfiniteQuery(notesQuery(useApi(), contactId));
  const notes = list.data?.pages.flatMap((page) => page.notes);
  const [writing, setWriting] = useState<boolean>();
  return (
    <Card aria-label="Notes">
      <CardHead title="Notes">
        {!writing && (
          <IconButton
            icon={Plus}
            size="tiny"
            label="Add Note"
            // After the form is closed.
            autoFocus={writing === false}
            onClick={() => setWriting(true)}
          />
        )}
      </CardHead>
      {writing && (
        <div className="px-4 pt-4 pb-1">
          <NewNote contactId={contactId} onClose={() => setWriting(false)} />
        </div>
      )}
      {list.error && !notes && <LoadFailed query={list} />}
      {notes?.length === 0 && !writing && (
        <p className="dim px-4 py-3.5">Add what your team should know about this client.</p>
      )}
      <ul>
        {notes?.map((note) => (
          <NoteRow key={note.id} note={note} contactId={contactId} />
        ))}
      </ul>
      <div className="grid justify-items-center px-4 pb-4 empty:hidden">
        <MoreButton list={list} label="Earlier" />
      </div>
    </Card>
  );
}

function NoteRow({ note, contactId }: { note: Note; contactId: number }) {
  const { now, timeZone } = useBusinessTime();
  const [action, setAction] = useState<"edit" | "remove" | "closed">();
  const props = { note, contactId, onClose: () => setAction("closed") };
  const day = formatShortDay(wallTime(note.createdAt, timeZone), wallTime(now, timeZone));
  return (
    <li className="border-line px-4 py-3.5 [&+li]:border-t">
      {action === "edit" ? (
        <EditNote {...props} />
      ) : (
        <div className="flex items-start gap-2">
          <div className="min-w-0 flex-1">
            <p className="wrap-anywhere whitespace-pre-wrap">{note.body}</p>
            <p className="xs faint num mt-1">
              {note.author}, {day}
              {note.editedAt && ", edited"}
            </p>
          </div>
          {note.canChange && (
            <Menu
              trigger={
                <IconButton
                  icon={Ellipsis}
                  size="tiny"
                  label={`Actions for the note of ${day}`}
                  autoFocus={action === "closed"}
                  className="-mt-1 -mr-2 phone:-mt-3"
                />
              }
            >
              <MenuItem icon={Pencil} onSelect={() => setAction("edit")}>
                Edit
              </MenuItem>
              <MenuItem icon={Trash2} bad onSelect={() => setAction("remove")}>
                Delete
              </MenuItem>
            </Menu>
          )}
        </div>
      )}
      {action === "remove" && <RemoveNote {...props} />}
    </li>
  );
}
