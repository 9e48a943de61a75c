import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Client as ClientDetails } from "#src/clients/profile/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { useApi } from "#ui/api.ts";
import { ClientBilling } from "#ui/billing/cards/client-billing.tsx";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { clientAppointmentsQuery } from "#ui/clients/parts/appointments-query.ts";
import { ClientVisits } from "#ui/clients/parts/client-visits.tsx";
import { isPayable } from "#ui/clients/parts/next-visit-buttons.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { useLazyPart } from "#ui/kit/lazy-part.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt } from "#ui/shell/format/dates.ts";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";

import { type ClientDialog, ClientDialogs } from "./client-dialogs.tsx";
import { ClientHead } from "./client-head.tsx";
import { ClientNotes } from "./client-notes.tsx";
import { clientQuery, historyQuery, parseId, totalsQuery, useIsLoaded } from "./client-queries.ts";
import { ClientTexts } from "./client-texts.tsx";

export function ClientScreen() {
  const [pathname] = useLocation();
  const id = parseId(pathname);
  const query = useQuery(clientQuery(useApi(), id));
  return (
    <DetailScreen
      title="Client"
      list="/contacts"
      listLabel="Contacts"
      query={query}
      skeleton={<ClientSkeleton />}
    >
      {/* Keyed by the client, so that unsaved input is not carried over. */}
      {(contact) => <Client key={id} contact={contact} />}
    </DetailScreen>
  );
}

/** The visits, next to the other cards; below 900 px above them, and these in two columns, or one on a phone. */
const COLUMNS =
  "grid items-start gap-4 grid-cols-[minmax(0,1fr)] @min-[900px]/page:grid-cols-[minmax(0,1fr)_minmax(0,344px)]";
const COLUMN = "grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 empty:hidden";
const CARDS =
  "grid min-w-0 items-start gap-4 grid-cols-[minmax(0,1fr)] @min-[600px]/page:@max-[900px]/page:grid-cols-[repeat(2,minmax(0,1fr))]";

// The history is the last card.
const historyEntry = lazy(async () => (await import("./history-entry.tsx")).HistoryEntry);
// Few clients have one.
const sameClient = lazy(async () => (await import("./same-client.tsx")).SameClient);

function Client({ contact }: { contact: ClientDetails }) {
  const [opened, setOpened] = useState<ClientDialog>();
  const Same = useLazy(contact.merged !== null || contact.similar.length > 0, sameClient);
  const isLoaded = useIsLoaded(contact.id);
  return (
    <>
      <ClientHead contact={contact} onOpen={setOpened} />
      {Same && <Same contact={contact} onOpen={setOpened} />}
      {isLoaded ? (
        <div className={COLUMNS}>
          <div className={COLUMN}>
            <ClientVisits client={contact} />
          </div>
          <div className={CARDS}>
            <Figures id={contact.id} />
            <div className={COLUMN}>
              <Billing client={contact} />
              <ClientNotes contactId={contact.id} />
              <ClientTexts contactId={contact.id} />
            </div>
            <div className={COLUMN}>
              <ClientHistory contactId={contact.id} />
            </div>
          </div>
        </div>
      ) : (
        <SkeletonCards />
      )}
      <ClientDialogs contact={contact} opened={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}

function Billing({ client }: { client: ClientDetails }) {
  const { data } = useQuery(clientAppointmentsQuery(useApi(), client.id));
  const { now, timeZone } = useBusinessTime();
  const [next] = data?.next ?? [];
  return (
    <ClientBilling
      client={client}
      takesPayment={!(next && isPayable(next, momentAt(now, timeZone)))}
    />
  );
}

/** What this user may know of the money and the visits. */
function Figures({ id }: { id: number }) {
  const { data } = useQuery(totalsQuery(useApi(), id));
  const currency = useCurrency();
  if (!data) return null;
  const { visits, noShows, paid, paidMemberships, paidPlans } = data;
  if (!visits && !noShows && !Number(paid)) return null;
  const [total, memberships, plans] = [paid, paidMemberships, paidPlans].map(
    (amount) => parseCents(amount ?? "") ?? 0,
  ) as [number, number, number];
  const figures = [
    ["Spent", Number(paid) === 0 ? null : formatMoney(total, currency)],
    [visits === 1 ? "Visit" : "Visits", visits],
    [noShows === 1 ? "No-show" : "No-shows", noShows],
  ] as const;
  const parts = [
    [total - memberships - plans, "visits"],
    [memberships, "memberships"],
    [plans, "payment plans"],
  ] as const;
  return (
    <div className="card @min-[600px]/page:@max-[900px]/page:col-span-2">
      <dl className="flex">
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
      {memberships + plans > 0 && (
        <p className="xs faint num border-line border-t px-4 py-2.5">
          Spent{" "}
          {parts
            .filter(([cents]) => cents > 0)
            .map(([cents, what]) => `${formatMoney(cents, currency)} on ${what}`)
            .join(", ")}
        </p>
      )}
    </div>
  );
}

function ClientSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <Skeleton width={64} height={64} round />
      <SkeletonCards />
    </div>
  );
}

function SkeletonCards() {
  return (
    <div className={COLUMNS} aria-busy="true">
      <div className={COLUMN}>
        <SkeletonCard className="min-h-44" />
        <SkeletonCard className="min-h-80" />
      </div>
      <div className={COLUMN}>
        <SkeletonCard className="min-h-20" />
        <SkeletonCard className="min-h-28" />
      </div>
    </div>
  );
}

function SkeletonCard({ className }: { className: string }) {
  return (
    <Card className={className}>
      <CardBody>
        <Skeleton width="40%" />
      </CardBody>
    </Card>
  );
}

const LATEST = 5;

function ClientHistory({ contactId }: { contactId: number }) {
  const history = useInfiniteQuery(historyQuery(useApi(), contactId));
  const pages = history.data?.pages;
  const entries = pages?.flatMap((page) => page.entries);
  const [showsAll, setShowsAll] = useState(false);
  const Entry = useLazyPart(historyEntry);

  return (
    <Card aria-label="History">
      <CardHead title="History">
        {!showsAll && entries && entries.length > LATEST && (
          <Button variant="quiet" size="tiny" onClick={() => setShowsAll(true)}>
            Show All
          </Button>
        )}
      </CardHead>
      {history.error && !entries && <LoadFailed query={history} />}
      {!Entry && entries?.length !== 0 && !history.error && (
        <CardBody aria-busy="true">
          <Skeleton width="70%" />
        </CardBody>
      )}
      {entries?.length === 0 && (
        <p className="dim px-4 py-3.5">
          Consent, calls, payments and earlier texts will appear here.
        </p>
      )}
      <ol>
        {Entry &&
          entries
            ?.slice(0, showsAll ? undefined : LATEST)
            .map((entry) => <Entry key={`${entry.kind} ${entry.id}`} entry={entry} />)}
      </ol>
      <div className="grid justify-items-center px-4 pb-4 empty:hidden">
        {showsAll && <MoreButton list={history} label="Earlier" />}
      </div>
    </Card>
  );
}
