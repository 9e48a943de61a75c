import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarX from "lucide-react/icons/calendar-x";
import CalendarX2 from "lucide-react/icons/calendar-x-2";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Clock from "lucide-react/icons/clock";
import CreditCard from "lucide-react/icons/credit-card";
import MessageCircle from "lucide-react/icons/message-circle";
import PhoneIncoming from "lucide-react/icons/phone-incoming";
import UserRoundPen from "lucide-react/icons/user-round-pen";
import { type ReactNode, useState } from "react";
import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { TextDepositLink } from "#ui/calendar/appointments/text-deposit-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { CallActions } from "./call-actions.tsx";
import { describeWaiting } from "./describe-waiting.ts";
import { Go } from "./go.tsx";

const ICONS: Readonly<Record<string, typeof Clock>> = {
  request: CalendarClock,
  affected: CalendarX,
  deposit: CreditCard,
  fee: CreditCard,
  "opt-out": CircleQuestionMark,
  call: PhoneIncoming,
  text: MessageCircle,
  "contact-update": UserRoundPen,
  conflict: CalendarX2,
};

interface WaitingRowProps {
  item: Waiting;
  className?: string | false;
}

/** Who waits for what, the time left, and the buttons that settle it. */
export function WaitingRow({ item, className }: WaitingRowProps) {
  const { kind, name, count = 1 } = item;
  const { now, timeZone } = useBusinessTime();
  const reason = describeWaiting(item, wallTime(now, timeZone));
  const several = kind === "text" ? "more unread conversations" : "visits don't fit your hours";
  return (
    <article
      className={classes(
        "line-row min-h-16 @max-[560px]/page:flex-wrap @max-[560px]/page:items-start",
        className,
      )}
    >
      <Glyph
        icon={ICONS[kind] ?? Clock}
        tone={item.visit && kind !== "call" ? "wait" : undefined}
      />
      <div className="flex-1 min-w-0">
        <div className="flex items-center gap-x-2 min-w-0 flex-wrap">
          <h3 className="h3 clip">{count > 1 ? `${count} ${several}` : formatPhone(name)}</h3>
          {!(kind === "text" && count > 1) && <TimeLeft item={item} />}
        </div>
        <p
          className="sm dim num line-clamp-2 @max-[560px]/page:line-clamp-4 text-pretty wrap-anywhere"
          title={reason}
        >
          {reason}
        </p>
      </div>
      <div className="flex flex-none items-center gap-2 @max-[560px]/page:w-full @max-[560px]/page:pl-11 @max-[560px]/page:*:flex-1">
        <Actions item={item} />
      </div>
    </article>
  );
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A deadline this close is colored. */
const SOON = 4 * HOUR;
/** More days are said in months, of which there are two at least. */
const LAST_DAYS = 45;
const DAYS_OF_MONTH = 30.4;

function TimeLeft({ item: { expiresAt, since } }: WaitingRowProps) {
  const { now } = useBusinessTime();
  if (expiresAt === null) return <RelativeTime iso={since} className="xs faint" />;
  const left = Math.max(0, Date.parse(expiresAt) - now);
  return (
    <span className={`xs num flex items-center gap-1 ${left < SOON ? "text-wait-ink" : "faint"}`}>
      {left < SOON && <Icon of={Clock} />}
      {formatLeft(left)}
    </span>
  );
}

/** "2 h 33 min left", "20 h left", "Under a minute left"; from two days on "in 9 days", "in 5 months". */
function formatLeft(left: number): string {
  const hours = Math.floor(left / HOUR);
  const days = Math.round(hours / 24);
  if (days > LAST_DAYS) return `in ${Math.round(days / DAYS_OF_MONTH)} months`;
  if (hours >= 48) return `in ${days} days`;
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (hours === 0) return minutes === 0 ? "Under a minute left" : `${minutes} min left`;
  return hours < 4 && minutes > 0 ? `${hours} h ${minutes} min left` : `${hours} h left`;
}

function Actions({ item }: WaitingRowProps): ReactNode {
  const { kind, id, count = 1 } = item;
  switch (kind) {
    case "request":
      return <RequestActions id={id} />;
    case "opt-out":
      return <OptOutActions id={id} />;
    case "deposit":
      return item.visit?.textingBarrier ? (
        <Go to={`/appointments?visit=${id}&date=${dayOf(item.visit.start)}`}>Open Visit</Go>
      ) : (
        <TextDepositLink id={id} />
      );
    case "call":
      return <CallActions item={item} />;
    case "text":
      return count > 1 ? (
        <Go to="/inbox?show=unread">View Unread</Go>
      ) : (
        <Go to={`/inbox?c=${id}`}>Reply</Go>
      );
    case "fee":
      return <FeeAction item={item} />;
    case "affected":
      return <AffectedActions id={id} start={item.visit?.start ?? ""} count={item.count} />;
    case "contact-update":
      return <Go to={`/contact-updates?r=${id}`}>Review Change</Go>;
    case "conflict":
      return <Go to={`/appointment-management?c=${id}`}>Choose Appointment</Go>;
    default:
      return null;
  }
}

const lateCancellation = lazy(
  async () => (await import("#ui/calendar/appointments/late-cancellation.tsx")).LateCancellation,
);

function FeeAction({ item }: WaitingRowProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Question = useLazy(isOpen, lateCancellation, close);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Charge or Not</Button>
      {isOpen && Question && <Question item={item} onClose={close} />}
    </>
  );
}

function RequestActions({ id }: { id: number }) {
  const { run, isPending } = useAct(
    async () => (await import("#src/calendar/appointments/contract.ts")).appointments.change,
    {
      done: ({ status }) => (status === "canceled" ? "Request declined" : "Request approved"),
      errors: "Couldn't save your decision",
    },
  );
  const decide = (status: "booked" | "canceled") => run({ params: { id }, body: { status } });
  return (
    <>
      <Button variant="quiet" disabled={isPending} onClick={() => decide("canceled")}>
        Decline
      </Button>
      <Button disabled={isPending} onClick={() => decide("booked")}>
        Approve
      </Button>
    </>
  );
}

interface AffectedActionsProps {
  id: number;
  start: string;
  count: number | undefined;
}

/** Only admins may open the page where all are decided. */
function AffectedActions({ id, start, count = 1 }: AffectedActionsProps) {
  const { user } = useCurrentUser();
  const { run, isPending } = useAct(
    async () => (await import("#src/calendar/hours/contract.ts")).hours.leave,
    { done: "Kept as booked", errors: "Couldn't save your decision" },
  );
  if (user?.role === "admin" && count > 1)
    return <Go to="/settings/hours#visits-to-decide">Decide</Go>;
  return (
    <>
      <Button
        variant="quiet"
        disabled={isPending}
        onClick={() => run({ params: { id }, query: {} })}
      >
        Keep as Booked
      </Button>
      <Go to={`/appointments?date=${start.slice(0, 10)}`}>Move or Cancel</Go>
    </>
  );
}

function OptOutActions({ id }: { id: number }) {
  const { run, isPending } = useAct(
    async () => (await import("#src/messaging/inbox/contract.ts")).inbox.decideOptOut,
    { errors: "Couldn't save your decision" },
  );
  const decide = (optOut: boolean) => run({ params: { id }, body: { optOut } });
  return (
    <>
      <Button variant="quiet" disabled={isPending} onClick={() => decide(false)}>
        Keep Texting
      </Button>
      <Button disabled={isPending} onClick={() => decide(true)}>
        Opt Out
      </Button>
    </>
  );
}
