import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Client as ClientDetails } from "#src/clients/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { ClientCard } from "#ui/billing/cards/client-card.tsx";
import { ClientVisits } from "#ui/clients/parts/client-visits.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";
import { type ClientDialog, ClientDialogs } from "./client-dialogs.tsx";
import { ClientHead } from "./client-head.tsx";
import { ClientHistory } from "./client-history.tsx";
import { clientQuery, parseId } from "./client-queries.ts";

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
  "grid grid-cols-[minmax(0,1fr)_minmax(0,400px)] items-start gap-4 has-[>:first-child:empty]:grid-cols-[minmax(0,1fr)] @max-[900px]/page:grid-cols-[minmax(0,1fr)]";
const COLUMN = "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 empty:hidden";

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
          <ClientVisits contactId={contact.id} />
        </div>
        <div className={COLUMN}>
          <ClientCard
            contactId={contact.id}
            canText={!contact.optedOut && !contact.undeliverable}
          />
          <ClientHistory contact={contact} />
        </div>
      </div>
      <ClientDialogs contact={contact} opened={opened} onClose={() => setOpened(undefined)} />
    </>
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
