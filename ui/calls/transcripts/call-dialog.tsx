import MessageCircle from "lucide-react/icons/message-circle";
import MessageSquareText from "lucide-react/icons/message-square-text";
import Phone from "lucide-react/icons/phone";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import type { CallTranscript, Turn } from "#src/calls/transcripts/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { formatDuration } from "#ui/calls/parts/call-format.ts";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { useMessage } from "#ui/clients/parts/message-button.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { classes } from "#ui/kit/classes.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { callerNameOf, formatCaller } from "./names.ts";
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
  const name = callerNameOf(call) ?? formatCaller(call);
  return matchedContact ? <ContactLink id={matchedContact.id}>{name}</ContactLink> : name;
}

/** The number, if the title is a name, and whether it belongs to a contact. */
function numberLine(call: CallTranscript): string {
  const { matchedContact, callerNumber } = call;
  const callerNote = callerNumber === null ? "Unknown caller" : "Not in contacts";
  return [callerNameOf(call) !== undefined && formatCaller(call), !matchedContact && callerNote]
    .filter(Boolean)
    .join(" · ");
}

function Read({ call }: { call: CallTranscript }) {
  const { now, timeZone } = useBusinessTime();
  const started = wallTime(call.callStartTime, timeZone);
  return (
    <>
      <p className="sm dim num flex items-center gap-2 min-w-0 flex-wrap gap-x-3 gap-y-1">
        <CallBadge call={call} />
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
              {status === "pending" ? "Approve or Reject" : "See Request"}
            </Link>
          )}
        </div>
      ))}
    </section>
  );
}

/** Call back and message buttons; renders nothing without either. */
function CallActions({ call: { matchedContact, callerNumber } }: { call: CallTranscript }) {
  const { user } = useCurrentUser();
  const text = useMessage();
  const mayText = matchedContact && user && mayOpen(user, "/inbox");
  const mayCall = callerNumber?.startsWith("+");
  if (!mayText && !mayCall) return null;
  return (
    <DialogFooter>
      {mayCall && (
        <a href={`tel:${callerNumber}`} className={buttonClass({})}>
          <Icon of={Phone} />
          Call Back
        </a>
      )}
      {mayText && (
        <Button
          icon={MessageCircle}
          busy={text.isPending && "Opening..."}
          onClick={() => text.run({ body: { contactId: matchedContact.id } })}
        >
          Message
        </Button>
      )}
    </DialogFooter>
  );
}

const WHO = { user: "Caller", assistant: "AI Assistant" } as const;
const LOOKS = {
  user: "self-start rounded-bl-[5px] bg-trough",
  assistant: "self-end rounded-br-[5px] border border-line-2",
};

interface SpokenTurn extends Turn {
  readonly role: "user" | "assistant";
}

/** The conversation in turns, or as plain text if no turns were stored. */
function Conversation({ call }: { call: CallTranscript }) {
  const turns = call.messagesJson.filter((turn): turn is SpokenTurn => turn.role !== "system");
  const end = useFollowed(call.status === "in_progress" ? turns.length : 0);
  if (turns.length === 0) return <Plain call={call} />;
  return (
    <section aria-label="Conversation">
      <ol
        className="flex flex-col gap-3"
        {...(call.status === "in_progress" && { "aria-live": "polite" })}
      >
        {turns.map(({ role, content }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a turn is known by its place, and never moves
          <li key={at} className="flex flex-col">
            {turns[at - 1]?.role !== role && (
              <span className={classes("xs faint mb-1 px-1.5", role === "assistant" && "self-end")}>
                {WHO[role]}
              </span>
            )}
            <p
              className={classes(
                "max-w-[min(82%,460px)] whitespace-pre-wrap rounded-[18px] px-3.5 py-[9px] text-lead wrap-anywhere",
                LOOKS[role],
              )}
            >
              {content}
            </p>
          </li>
        ))}
      </ol>
      {call.status === "in_progress" && (
        <p className="xs faint pt-3 text-center">The call is still going.</p>
      )}
      <div ref={end} />
    </section>
  );
}

function Plain({ call }: { call: CallTranscript }) {
  const { transcript, message, status } = call;
  if (transcript !== "" && transcript !== message)
    return <p className="whitespace-pre-wrap wrap-anywhere">{transcript}</p>;
  if (message !== "") return null;
  return (
    <p className="dim">
      {status === "in_progress" ? "Nothing has been said yet." : "Nothing was said on this call."}
    </p>
  );
}

/**
 * Scrolls to the end as turns arrive, but not before the first new one, so that a call opens at its
 * beginning.
 */
function useFollowed(turns: number) {
  const end = useRef<HTMLDivElement>(null);
  const before = useRef(turns);
  useEffect(() => {
    if (turns > before.current) end.current?.scrollIntoView({ block: "nearest" });
    before.current = turns;
  }, [turns]);
  return end;
}
