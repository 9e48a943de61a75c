import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Client as ClientDetails } from "#src/clients/profile/contract.ts";
import { useApi } from "#ui/api.ts";
import { ClientVisits } from "#ui/clients/parts/client-visits.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";
import { type ClientDialog, ClientDialogs } from "./client-dialogs.tsx";
import { ClientHead } from "./client-head.tsx";
import { ClientHistory } from "./client-history.tsx";
import { clientQuery, parseId } from "./client-queries.ts";
import { SameClient } from "./same-client.tsx";

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
const COLUMN = "grid min-w-0 gap-4 empty:hidden";

function Client({ contact }: { contact: ClientDetails }) {
  const [opened, setOpened] = useState<ClientDialog>();
  return (
    <>
      <ClientHead contact={contact} onOpen={setOpened} />
      <SameClient contact={contact} onOpen={setOpened} />
      <div className={COLUMNS}>
        <div className={COLUMN}>
          <ClientVisits contactId={contact.id} />
        </div>
        <ClientHistory contact={contact} />
      </div>
      <ClientDialogs contact={contact} opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function ClientSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <div className="card flex min-h-35 items-center gap-4 p-5">
        <Skeleton width={64} height={64} round />
        <div className="flex flex-col flex-1 min-w-0 gap-2.5">
          <Skeleton width="40%" height={16} />
          <Skeleton width="25%" />
        </div>
      </div>
      <div className="card grid gap-4 p-5">
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="62%" />
      </div>
    </div>
  );
}
