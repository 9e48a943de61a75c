import type { ReactNode } from "react";
import { Link } from "wouter";
import type { PotentialAppointment } from "#src/calls/booking-requests/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { callHref } from "#ui/calls/parts/call-format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, type WallTime, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";

/** The caller's request, and its result. */
export function RequestFacts({ request }: { request: PotentialAppointment }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const { slot, appointment, matchedContact, callerName, callTranscript } = request;
  return (
    <dl className="sm grid grid-cols-[7.25rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 px-4 py-4">
      <Fact label="Service">
        <b className="font-label">{request.requestedService}</b>
      </Fact>
      <Fact label="Preferred date">{request.preferredDate}</Fact>
      <Fact label="Preferred time">{request.preferredTime}</Fact>
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
            {formatWallTime(slot.appointmentDate, today)} with {slot.employeeName},{" "}
            {slot.durationMinutes} minutes
          </Fact>
        )
      )}
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
        Read the call
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
