import MessageSquareText from "lucide-react/icons/message-square-text";
import { Link } from "wouter";
import type { CallTranscript } from "#src/calls/transcripts/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { formatDuration } from "#ui/calls/parts/call-format.ts";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { CallActions } from "./call-actions.tsx";
import { Conversation } from "./conversation.tsx";
import { callerNameOf, formatNumber } from "./names.ts";
import { CallBadge } from "./state.tsx";

interface CallDialogProps {
  /** Undefined while it loads, null if it does not exist. */
  call: CallTranscript | null | undefined;
  onClose: () => void;
}

export function CallDialog({ call, onClose }: CallDialogProps) {
  if (call === null)
    return (
      <Dialog onClose={onClose} title="This call was deleted">
        <DialogBody>
          It was deleted with its client, or because it was older than the limit in Settings.
        </DialogBody>
      </Dialog>
    );
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={call ? <Caller call={call} /> : "Call"}
      description={call && numberLine(call)}
    >
      {/* What scrolls must be reachable by keyboard. */}
      <DialogBody className="grid gap-5" tabIndex={0}>
        {call ? <Read call={call} /> : <Skeleton width={240} height={40} />}
      </DialogBody>
      {call && <CallActions call={call} />}
    </Dialog>
  );
}

function Caller({ call }: { call: CallTranscript }) {
  const { matchedContact } = call;
  const name = callerNameOf(call) ?? formatNumber(call);
  return matchedContact ? <ContactLink id={matchedContact.id}>{name}</ContactLink> : name;
}

/** The number, if the title is a name, and whether it belongs to a contact. */
function numberLine(call: CallTranscript): string {
  const { matchedContact, callerNumber } = call;
  const callerNote = callerNumber === null ? "Unknown caller" : "Not in contacts";
  return [callerNameOf(call) !== undefined && formatNumber(call), !matchedContact && callerNote]
    .filter(Boolean)
    .join(" · ");
}

function Read({ call }: { call: CallTranscript }) {
  const { now, timeZone } = useBusinessTime();
  const started = wallTime(call.callStartTime, timeZone);
  return (
    <>
      <p className="sm dim num flex items-center gap-2 min-w-0 flex-wrap gap-x-3 gap-y-1">
        <CallBadge status={call.status} />
        <span>
          {formatShortDay(started, wallTime(now, timeZone))} at {formatClock(started)}
        </span>
        {call.status !== "in_progress" && <span>Duration {formatDuration(call.callDuration)}</span>}
      </p>
      {call.message !== "" && (
        <Note icon={MessageSquareText} tone="accent">
          <b className="font-label">Message for you</b>
          <span className="block wrap-anywhere whitespace-pre-line">{call.message}</span>
        </Note>
      )}
      {call.requests.length > 0 && <RequestedService requests={call.requests} />}
      <Conversation call={call} />
    </>
  );
}

const STATES = { pending: "Pending", approved: "Approved", rejected: "Rejected" } as const;

/** The booking requested in this call. */
function RequestedService({ requests }: Pick<CallTranscript, "requests">) {
  const { user } = useCurrentUser();
  const mayDecide = user && mayOpen(user, "/potential-appointments");
  return (
    <section className="card" aria-label="Appointment request">
      {requests.map(({ id, status, requestedService, preferredDate, preferredTime }) => (
        <div key={id} className="line-row phone:flex-wrap">
          <div className="min-w-0 flex-1">
            <h3 className="h3 wrap-anywhere">{requestedService}</h3>
            <p className="sm dim wrap-anywhere">
              {[preferredDate, preferredTime].filter((text) => text !== "").join(", ")}
              <span className="faint"> · {STATES[status]}</span>
            </p>
          </div>
          {mayDecide && (
            <Link
              href={`/potential-appointments?status=${status}`}
              className={`${buttonClass({ size: "tiny" })} phone:w-full`}
            >
              {status === "pending" ? "Decide" : "See Request"}
            </Link>
          )}
        </div>
      ))}
    </section>
  );
}
