import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { notesQuery } from "./client-queries.ts";

const NewNote = lazyDialog(async () => (await import("#ui/clients/parts/new-note.tsx")).NewNote);

/** The latest notes and a form for a new one; the client's page shows all. */
export function ClientNotes({ contactId }: { contactId: number }) {
  const { data } = useQuery(notesQuery(useApi(), contactId));
  const [writing, setWriting] = useState(false);
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  if (!data) return null;

  return (
    <section className="border-line border-t px-5 py-4">
      <h3 className="eyebrow mb-2.5">Notes</h3>
      <ul className="sm flex flex-col min-w-0 gap-3">
        {data.notes.map(({ id, body, author, createdAt }) => (
          <li key={id}>
            <p className="wrap-anywhere line-clamp-6 whitespace-pre-wrap">{body}</p>
            <p className="xs faint mt-0.5">
              {author}, {formatShortDay(wallTime(createdAt, timeZone), today)}
            </p>
          </li>
        ))}
      </ul>
      {writing ? (
        <div className="mt-3">
          <NewNote contactId={contactId} onClose={() => setWriting(false)} />
        </div>
      ) : (
        <Button
          variant="quiet"
          size="tiny"
          icon={Plus}
          className={data.notes.length > 0 ? "mt-2 -ml-2" : "-ml-2"}
          onClick={() => setWriting(true)}
        >
          Add Note
        </Button>
      )}
    </section>
  );
}
