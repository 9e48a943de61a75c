import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { clients } from "#src/clients/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { NoteForm } from "#ui/shell/form/note-form.tsx";
import { historyQuery } from "./client-queries.ts";
import { HistoryEntry } from "./history-entry.tsx";

export function ClientHistory({ contact }: { contact: Contact }) {
  const history = useInfiniteQuery(historyQuery(useApi(), contact.id));
  const entries = history.data?.pages.flatMap((page) => page.entries);

  return (
    <Card>
      <CardHead title="History" />
      <CardBody>
        <NewNote contactId={contact.id} />
        {history.error && !entries && <LoadFailed query={history} />}
        {history.isPending && (
          <div className="py-4" aria-busy="true">
            <Skeleton width="70%" />
          </div>
        )}
        {entries?.length === 0 && (
          <p className="dim py-6 text-center">Nothing yet. Texts, notes and consent appear here.</p>
        )}
        <ol>
          {entries?.map((entry) => (
            <HistoryEntry key={`${entry.kind} ${entry.id}`} entry={entry} contactId={contact.id} />
          ))}
        </ol>
        <div className="flex items-center gap-2 min-w-0 justify-center pt-3 empty:hidden">
          <MoreButton list={history} label="Earlier" />
        </div>
      </CardBody>
    </Card>
  );
}

function NewNote({ contactId }: { contactId: number }) {
  const [body, setBody] = useState("");
  const add = useAct(clients.addNote, {
    // Keeps what was typed while the note was being saved.
    onDone: (_, { body: sent }) => setBody((now) => (now === sent.body ? "" : now)),
    errors: "inline",
  });
  return (
    <NoteForm
      label="Add a note"
      action="Add Note"
      body={body}
      onBody={setBody}
      busy={add.isPending}
      error={add.errorMessage}
      onSave={() => add.run({ params: { id: contactId }, body: { body } })}
    />
  );
}
