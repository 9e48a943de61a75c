import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { type Client as ClientDetails, clients } from "#src/clients/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { ClientCard } from "#ui/billing/cards/client-card.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { ClientVisits } from "#ui/clients/parts/client-visits.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { NoteForm } from "#ui/shell/form/note-form.tsx";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";

import { type ClientDialog, ClientDialogs } from "./client-dialogs.tsx";
import { ClientHead } from "./client-head.tsx";
import { clientQuery, historyQuery, parseId, totalsQuery } from "./client-queries.ts";
import { HistoryEntry } from "./history-entry.tsx";

export function ClientScreen() {
  const [pathname] = useLocation();
  const id = parseId(pathname);
  const query = useQuery(clientQuery(useApi(), id));
  return (
    <DetailScreen
      title="Client"
      list="/contacts"
      listLabel="All contacts"
      query={query}
      skeleton={<ClientSkeleton />}
    >
      {/* Keyed by the client, so that unsaved input is not carried over. */}
      {(contact) => <Client key={id} contact={contact} />}
    </DetailScreen>
  );
}

/** The visits take the room; without any, the history does. */
const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_minmax(0,344px)] items-start gap-4 has-[>:first-child:empty]:grid-cols-[minmax(0,1fr)] @max-[900px]/page:grid-cols-[minmax(0,1fr)]";
const COLUMN = "grid min-w-0 grid-cols-[minmax(0,1fr)] items-start gap-4 empty:hidden";
/** On a tablet the figures and the card are side by side, and the history is below. */
const PAIRED =
  "@min-[600px]/page:@max-[900px]/page:grid-cols-2 [&>:last-child]:@min-[600px]/page:@max-[900px]/page:col-span-full";

// Few clients have one.
const sameClient = lazy(async () => (await import("./same-client.tsx")).SameClient);

function Client({ contact }: { contact: ClientDetails }) {
  const [opened, setOpened] = useState<ClientDialog>();
  const Same = useLazy(contact.merged !== null || contact.similar.length > 0, sameClient);
  return (
    <>
      <ClientHead contact={contact} onOpen={setOpened} />
      {Same && <Same contact={contact} onOpen={setOpened} />}
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <ClientVisits client={contact} />
        </div>
        <div className={`${COLUMN} ${PAIRED}`}>
          <Figures id={contact.id} />
          <ClientCard contactId={contact.id} canText={contact.textingBarrier === null} />
          <ClientHistory contact={contact} />
        </div>
      </div>
      <ClientDialogs contact={contact} opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

/** What this user may know of the money and the visits. */
function Figures({ id }: { id: number }) {
  const { data } = useQuery(totalsQuery(useApi(), id));
  const currency = useCurrency();
  if (!data) return null;
  const { visits, noShows, paid } = data;
  const figures = [
    ["Spent", Number(paid) === 0 ? null : formatAmount(paid ?? "", currency)],
    [visits === 1 ? "Visit" : "Visits", visits],
    [noShows === 1 ? "No-show" : "No-shows", noShows],
  ] as const;
  return (
    <dl className="card flex">
      {figures.map(
        ([label, figure]) =>
          figure !== null && (
            <div
              key={label}
              className="flex flex-auto flex-col-reverse px-4 py-3 [&+div]:border-line [&+div]:border-l"
            >
              <dt className="xs dim">{label}</dt>
              <dd className="font-label num text-title">{figure}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function ClientSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Skeleton width={64} height={64} round />
      <Skeleton height={120} />
    </div>
  );
}

function ClientHistory({ contact }: { contact: Contact }) {
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
