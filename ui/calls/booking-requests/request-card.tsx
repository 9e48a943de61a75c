import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Clock3 from "lucide-react/icons/clock-3";
import type { ReactNode } from "react";
import { Link } from "wouter";
import {
  type PotentialAppointment,
  potentialAppointments,
  type RequestStatus,
} from "#src/calls/booking-requests/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { callHref } from "#ui/calls/parts/call-format.ts";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { PhoneLink } from "#ui/clients/parts/phone-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, type WallTime, wallTime } from "#ui/shell/format/dates.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { nameOf } from "./names.ts";

interface RequestCardProps {
  request: PotentialAppointment;
  /** Omitted where all have the same. */
  hasStatus: boolean;
  onApprove: () => void;
  onReject: () => void;
}

export function RequestCard({ request, hasStatus, onApprove, onReject }: RequestCardProps) {
  const { user } = useCurrentUser();
  const isAdmin = user?.role === "admin";
  const name = nameOf(request);
  return (
    <article
      // The dashboard leads to it.
      id={`request-${request.id}`}
      tabIndex={-1}
      className="card flex min-w-0 scroll-mt-4 flex-col"
      aria-label={`${name}, ${request.requestedService}`}
    >
      <div className="flex items-center gap-3 px-4 pt-4">
        <Avatar id={request.matchedContactId ?? `request ${request.id}`} name={name} size="m" />
        <div className="min-w-0 flex-1">
          <h2 className="h2 clip *:block *:truncate">
            {request.matchedContact ? (
              <ContactLink id={request.matchedContact.id}>{formatPhone(name)}</ContactLink>
            ) : (
              formatPhone(name)
            )}
          </h2>
          <p className="sm dim num clip">
            {request.callerPhone ? (
              <PhoneLink
                phoneNumber={request.callerPhone}
                className="-my-0.5 inline-block py-0.5"
              />
            ) : (
              "Number withheld"
            )}
            {!request.matchedContact && <span className="faint"> · Not in contacts</span>}
          </p>
        </div>
        {hasStatus && <LookBadge look={STATES[request.status]} />}
        {request.matchedContact && user && mayOpen(user, "/inbox") && (
          <span className="-my-2 -mr-2 -ml-2 flex-none">
            <MessageButton
              contactId={request.matchedContact.id}
              barrier={undefined}
              iconFor={formatPhone(name)}
            />
          </span>
        )}
      </div>
      <RequestFacts request={request} />
      <div className="flex items-center gap-2 min-w-0 mt-auto min-h-12 border-line border-t px-4 py-2 phone:flex-wrap">
        {request.status === "pending" && isAdmin ? (
          <span className="ml-auto flex items-center min-w-0 gap-2 phone:w-full phone:[&>*]:flex-1">
            <Button variant="quiet" onClick={onReject}>
              Reject
            </Button>
            <Button onClick={onApprove}>{request.slot ? "Approve" : "Find a Time"}</Button>
          </span>
        ) : (
          <Decision request={request} isAdmin={isAdmin} />
        )}
      </div>
    </article>
  );
}

const DECISIONS = { approved: "Approved", rejected: "Rejected" } as const;

/** Who decided and when. A request without an appointment can be reopened. */
function Decision({ request, isAdmin }: { request: PotentialAppointment; isAdmin: boolean }) {
  const { status, processedAt, processedByUser, appointmentId } = request;
  const reopen = useAct(potentialAppointments.reopen, { done: "Request reopened" });
  if (status === "pending") return <span className="sm faint">Waiting for an administrator</span>;
  return (
    <>
      <span className="sm faint clip flex-1 min-w-0">
        {DECISIONS[status]} by {processedByUser?.username ?? "a former user"}
        {processedAt && (
          <>
            {" · "}
            <RelativeTime iso={processedAt} inline />
          </>
        )}
      </span>
      {isAdmin && appointmentId === null && (
        <Button
          variant="quiet"
          size="tiny"
          className="-mr-2.5"
          busy={reopen.isPending && "Reopening..."}
          onClick={() => reopen.run({ params: { id: request.id } })}
        >
          Reopen
        </Button>
      )}
    </>
  );
}

const STATES: Readonly<Record<RequestStatus, StatusLook>> = {
  pending: ["wait", Clock3, "Pending"],
  approved: ["good", Check, "Approved"],
  rejected: ["off", Ban, "Rejected"],
};

/** The caller's request, and its result. */
function RequestFacts({ request }: { request: PotentialAppointment }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const { slot, appointment, matchedContact, callerName, callTranscript } = request;
  return (
    <dl className="sm grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 py-4">
      {appointment ? (
        <Fact label="Booked">
          <AppointmentLink
            day={dayOf(appointment.appointmentDate)}
            label={`${formatWallTime(appointment.appointmentDate, today)} with ${appointment.employeeName}`}
          />
        </Fact>
      ) : (
        slot && (
          <Fact label="Available slot">
            <b className="h3">
              {formatWallTime(slot.appointmentDate, today)} with {slot.employeeName},{" "}
              {slot.durationMinutes} minutes
            </b>
          </Fact>
        )
      )}
      <Fact label="Service">{request.requestedService}</Fact>
      <Fact label="Preferred date">{request.preferredDate}</Fact>
      <Fact label="Preferred time">{request.preferredTime}</Fact>
      {request.notes && <Fact label="Notes">{request.notes}</Fact>}
      {matchedContact && matchedContact.name !== callerName && (
        <Fact label="Caller said">{callerName}</Fact>
      )}
      <Fact label="Called">
        {callTranscript ? (
          <CallLink
            id={request.callTranscriptId}
            label={formatWhen(wallTime(callTranscript.callStartTime, timeZone), today)}
          />
        ) : (
          formatWhen(wallTime(request.createdAt, timeZone), today)
        )}
      </Fact>
    </dl>
  );
}

function formatWhen(time: WallTime, today: WallTime): string {
  return `${formatShortDay(time, today)} at ${formatClock(time)}`;
}

function CallLink({ id, label }: { id: number | null; label: string }) {
  const { user } = useCurrentUser();
  if (id === null || !user || !mayOpen(user, "/call-transcripts")) return label;
  return (
    <>
      {label}{" "}
      <Link href={callHref(id)} className="block text-accent-ink underline underline-offset-2">
        Read the Call
      </Link>
    </>
  );
}

function AppointmentLink({ day, label }: { day: string; label: string }) {
  const { user } = useCurrentUser();
  if (!user || !mayOpen(user, "/appointments")) return label;
  return (
    <Link
      href={`/appointments?date=${day}`}
      className="text-accent-ink underline-offset-2 hover:underline"
    >
      {label}
    </Link>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="faint">{label}</dt>
      <dd className="num wrap-anywhere whitespace-pre-line">{children}</dd>
    </>
  );
}
