import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Clock3 from "lucide-react/icons/clock-3";
import Ellipsis from "lucide-react/icons/ellipsis";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import { useEffect, useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { renderPerformers } from "#ui/calendar/booking/render-performers.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  formatShortDay,
  formatWeekday,
  momentAt,
  wallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { formatSpan, formatTimes } from "./format-preferences.ts";

const RADIUS = 28;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

interface OfferCardProps {
  entry: WaitlistEntry & { offer: NonNullable<WaitlistEntry["offer"]> };
  employees: readonly Employee[];
}

/** An open offer: who has it, for what, and how long they have to answer. */
export function OfferCard({ entry, employees }: OfferCardProps) {
  const { offer, clientName, serviceName } = entry;
  const name = formatPhone(clientName);
  const nameOf = (of: number) => firstNameOf(employees.find(({ id }) => id === of)?.name ?? "");
  const parts = offer.performers?.map((employeeId) => ({ employeeId }));
  const names = renderPerformers(parts, nameOf) ?? nameOf(offer.employeeId);
  const { now, timeZone } = useBusinessTime();
  const day = wallTimeOf(offer.start);
  const next = offer.next && formatPhone(offer.next.clientName);
  const [asked, setAsked] = useState<"stop" | "pass on">();
  const dialog = { input: { params: { id: entry.id } }, onClose: () => setAsked(undefined) };
  return (
    <section
      aria-label={`Offer to ${name}`}
      className="card mb-4 flex flex-wrap items-center gap-4 p-4"
    >
      <Countdown offer={offer} />
      <div className="min-w-0 flex-[1_1_240px] phone:basis-40">
        <div className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2 gap-y-1">
          <h2 className="h2">Offered to {name}</h2>
          <LookBadge look={["busy", Send, "Waiting for a reply"]} />
        </div>
        <p className="sm dim num">
          {serviceName}
          {names && ` with ${names}`}, {formatWeekday(day).slice(0, 3)},{" "}
          {formatShortDay(day, wallTime(now, timeZone))},{" "}
          {formatTimeRange(offer.start, addMinutes(offer.start, offer.durationMinutes))}
        </p>
        <p className="sm dim">
          {next ? `${next} is next. ` : "No one else is waiting for this time. "}
          We hold the time until {formatClock(momentAt(offer.expiresAt, timeZone))}.
        </p>
      </div>
      <div className="flex items-center gap-2 min-w-0 flex-wrap phone:-mt-2 phone:pl-17">
        <Button variant="quiet-bad" onClick={() => setAsked("stop")}>
          Stop Offer
        </Button>
        {next && <Button onClick={() => setAsked("pass on")}>Offer to Next</Button>}
      </div>
      {asked === "stop" && (
        <ActDialog
          {...dialog}
          act={waitlist.stopOffer}
          title="Stop the Offer?"
          description={`${name} will get a text that the time is gone. We won't offer it to anyone else.`}
          cancel="Keep Offer"
          action="Stop Offer"
          busy="Stopping..."
          done="Offer stopped"
        />
      )}
      {asked === "pass on" && (
        <ActDialog
          {...dialog}
          act={waitlist.offerNext}
          title={`Offer to ${next}?`}
          description={`${name} will get a text that the time is gone, and ${next} one that offers it.`}
          cancel="Keep Offer"
          action="Offer to Next"
          busy="Offering..."
          done="Offered to the next client"
        />
      )}
    </section>
  );
}

function Countdown({ offer }: { offer: OfferCardProps["entry"]["offer"] }) {
  const seconds = useSecondsLeft(offer);
  const total = (Date.parse(offer.expiresAt) - Date.parse(offer.offeredAt)) / 1000;
  const part = Math.min(1, seconds / total);
  return (
    <div className="grid flex-none place-items-center *:[grid-area:1/1]">
      <svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r={RADIUS} fill="none" stroke="var(--trough)" strokeWidth="4" />
        <circle
          cx="32"
          cy="32"
          r={RADIUS}
          fill="none"
          stroke="var(--busy)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={`${part * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 32 32)"
        />
      </svg>
      <span className="num font-label">
        {formatCountdown(seconds)}
        <span className="sr"> left to reply</span>
      </span>
    </div>
  );
}

/** Returns the whole seconds until an offer ends, counted down every second and never negative. */
function useSecondsLeft(offer: NonNullable<WaitlistEntry["offer"]>): number {
  const { now } = useBusinessTime();
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const end = Date.parse(offer.expiresAt);
  // The clock of the first paint may be some seconds older than the offer.
  const left = Math.min(end - current, end - Date.parse(offer.offeredAt));
  return Math.max(0, Math.ceil(left / 1000));
}

/** "11:42" */
function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const BADGES = {
  waiting: ["off", Clock3, "Waiting"],
  offered: ["busy", Send, "Offered"],
  requested: ["wait", Clock3, "Requested"],
  booked: ["good", Check, "Booked"],
  expired: ["off", X, "Expired"],
  canceled: ["off", Ban, "Canceled"],
} as const;

const SOURCES = { online: "Online", call: "By phone" } as const;

interface EntryRowProps {
  entry: WaitlistEntry;
  employees: readonly Employee[];
  /** Whether the table has the column. */
  hasStatus: boolean;
  /** Omitted for users who may not book. */
  onBook: (() => void) | undefined;
  onRemove: () => void;
}

export function EntryRow({ entry, employees, hasStatus, onBook, onRemove }: EntryRowProps) {
  const { now, timeZone } = useBusinessTime();
  const name = formatPhone(entry.clientName);
  const employee = employees.find(({ id }) => id === entry.employeeId);
  const isOpen = entry.status === "waiting" || entry.status === "offered";
  const look = BADGES[entry.booked?.isRequested ? "requested" : entry.status];
  const day = (moment: string) =>
    formatShortDay(wallTime(moment, timeZone), wallTime(now, timeZone));
  const since = day(entry.createdAt);

  return (
    <tr aria-label={name} className={classes("compact", !isOpen && "faint [&_.dim]:text-inherit")}>
      <td className="min-w-36 py-2">
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={entry.contactId} name={name} />
          <div className="min-w-0">
            <p className="h3 clip">{name}</p>
            <p className="xs dim num clip">
              {formatPhone(entry.phoneNumber)}
              <span className="folded second">Since {since}</span>
            </p>
          </div>
        </div>
      </td>
      {hasStatus && (
        <td className="aside">
          <LookBadge look={look} />
          <p className="xs dim num">
            {entry.offer && <TimeLeft offer={entry.offer} />}
            {entry.booked && formatWallTime(entry.booked.start, wallTime(now, timeZone))}
            {!isOpen && !entry.booked && entry.closedAt && day(entry.closedAt)}
          </p>
        </td>
      )}
      <td data-label="Wants" className="text-balance phone:text-wrap">
        {entry.serviceName}
        <span className="xs dim second">
          {entry.employeeId === null ? "Anyone" : `With ${firstNameOf(employee?.name ?? "")}`}
        </span>
      </td>
      <td data-label="When" className="num min-w-44 phone:min-w-0">
        {formatTimes(entry)}
        <span className="xs dim second">{formatSpan(entry)}</span>
      </td>
      <td className="fold num whitespace-nowrap">
        {since}
        {entry.source !== "staff" && <span className="xs dim block">{SOURCES[entry.source]}</span>}
      </td>
      <td className="whole r whitespace-nowrap">
        <div className="flex items-center justify-end gap-1">
          {isOpen && onBook && (
            <Button aria-label={`Book ${name}`} size="tiny" aria-haspopup="dialog" onClick={onBook}>
              Book
            </Button>
          )}
          {isOpen && (
            <Menu
              trigger={<IconButton icon={Ellipsis} size="tiny" label={`Actions for ${name}`} />}
            >
              <MenuItem icon={Trash2} bad onSelect={onRemove}>
                Remove from Waitlist
              </MenuItem>
            </Menu>
          )}
        </div>
      </td>
    </tr>
  );
}

function TimeLeft({ offer }: { offer: NonNullable<WaitlistEntry["offer"]> }) {
  return `${formatCountdown(useSecondsLeft(offer))} left`;
}
