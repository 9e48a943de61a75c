import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { type Client as ClientDetails, clients } from "#src/clients/profile/contract.ts";
import { CONTACT_DETAILS, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import { useApi } from "#ui/api.ts";
import { ClientCard } from "#ui/billing/cards/client-card.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { ClientTags } from "#ui/clients/parts/client-tags.tsx";
import { ClientVisits } from "#ui/clients/parts/client-visits.tsx";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { MoreButton } from "#ui/shell/data/load-more.tsx";
import { NoteForm } from "#ui/shell/form/note-form.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { DetailScreen } from "#ui/shell/layout/detail-screen.tsx";
import { ClientActions } from "./client-actions.tsx";
import { type ClientDialog, ClientDialogs } from "./client-dialogs.tsx";
import { clientQuery, historyQuery, parseId, totalsQuery } from "./client-queries.ts";
import { HistoryEntry } from "./history-entry.tsx";
import { consentLabel } from "./history-format.ts";

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
          <ClientVisits client={contact} />
        </div>
        <div className={COLUMN}>
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

interface ClientHeadProps {
  contact: ClientDetails;
  onOpen: (dialog: ClientDialog) => void;
}

function ClientHead({ contact, onOpen }: ClientHeadProps) {
  const unknown = contact.name === contact.phoneNumber;
  return (
    <section className="mb-5 flex flex-wrap items-start gap-4" aria-label="Details">
      <Avatar id={contact.id} name={unknown ? null : contact.name} size="xl" />
      <div className="min-w-50 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 min-w-0">
          <h2 className="font-label text-figure tracking-tight wrap-anywhere phone:text-title">
            {formatPhone(contact.name)}
          </h2>
          {contact.optedOut ? (
            <StatusBadge status="opted-out" />
          ) : (
            !contact.undeliverable && <LookBadge look={["good", Check, "Can be texted"]} />
          )}
          {contact.undeliverable && <StatusBadge status="undeliverable" />}
        </div>
        <Reach contact={contact} unknown={unknown} />
        <ClientTags contact={contact} />
      </div>
      <ClientActions contact={contact} onOpen={onOpen} />
    </section>
  );
}

function Reach({ contact, unknown }: { contact: ClientDetails; unknown: boolean }) {
  const { now, timeZone } = useBusinessTime();
  const { phoneNumber, email, optOutDate } = contact;
  const day = (iso: string) => formatShortDay(wallTime(iso, timeZone), wallTime(now, timeZone));
  return (
    <p className="sm dim num mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
      {phoneNumber.startsWith("+") ? (
        <a href={`tel:${phoneNumber}`} className="min-h-6 hover:text-ink hover:underline">
          {unknown ? "Call This Number" : formatPhone(phoneNumber)}
        </a>
      ) : (
        <span>{phoneNumber}</span>
      )}
      {email && (
        <a href={`mailto:${email}`} className="clip min-h-6 hover:text-ink hover:underline">
          {email}
        </a>
      )}
      {CONTACT_DETAILS.filter((detail) => detail !== "email" && contact[detail]).map((detail) => (
        <span key={detail} className="min-h-6">
          {fieldOf(detail).heading} {formatField(detail, contact[detail])}
        </span>
      ))}
      {optOutDate && <span className="min-h-6">Opted out {day(optOutDate)}</span>}
      {!optOutDate && !contact.undeliverable && (
        <span className="min-h-6">{describeOffers(contact, day)}</span>
      )}
      <span className="min-h-6 text-ink-3">Added {day(contact.createdAt)}</span>
    </p>
  );
}

function describeOffers({ basis, agreement }: ClientDetails, day: (iso: string) => string): string {
  switch (basis) {
    case "agreed":
      return agreement
        ? `May get offers: agreed on ${day(agreement.at)} (${consentLabel({ source: agreement.source, by: null })})`
        : "May get offers: agreed";
    case "client":
      return "May get offers: visited or bought within 18 months";
    case "asked":
      return "Gets no offers: only wrote or called";
    default:
      return "Gets no offers: never agreed to them";
  }
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
