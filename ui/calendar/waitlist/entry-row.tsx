import Ban from "lucide-react/icons/ban";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import Check from "lucide-react/icons/check";
import Clock3 from "lucide-react/icons/clock-3";
import Ellipsis from "lucide-react/icons/ellipsis";
import Send from "lucide-react/icons/send";
import Trash2 from "lucide-react/icons/trash-2";
import X from "lucide-react/icons/x";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import type { FitsToday, TodayGap } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { joinWords } from "#src/shared/join-words.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { OfferButton } from "#ui/calendar/today/offer-button.tsx";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { PhoneLink } from "#ui/clients/parts/phone-link.tsx";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatShortDay, formatShortMonthDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { formatSpan, formatTimes } from "./format-preferences.ts";
import { formatCountdown, useSecondsLeft } from "./seconds-left.ts";

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
  /** A free time of today that the client would take. */
  fits: FitsToday | undefined;
  /** A free time of today that the client is next for. */
  gap: TodayGap | undefined;
  /** The names of others who would take it. */
  rivals: readonly string[];
  /** Whether the table has the column. */
  hasStatus: boolean;
  /** Omitted for users who may not book. */
  onBook: (() => void) | undefined;
  onRemove: () => void;
}

export function EntryRow(props: EntryRowProps) {
  const { entry, employees, fits, gap, rivals, hasStatus, onBook, onRemove } = props;
  const { now, timeZone } = useBusinessTime();
  const name = formatPhone(entry.clientName);
  const firstName = (employeeId: number) =>
    firstNameOf(employees.find(({ id }) => id === employeeId)?.name ?? "");
  const isOpen = entry.status === "waiting" || entry.status === "offered";
  const canBook = isOpen && !entry.offer && onBook !== undefined;
  const canOffer = isOpen && !entry.offer && gap?.fits;
  const look = BADGES[entry.booked?.isRequested ? "requested" : entry.status];
  const day = (moment: string) =>
    formatShortDay(wallTime(moment, timeZone), wallTime(now, timeZone));
  const since = day(entry.createdAt);
  const timeOf = (start: string) =>
    start.startsWith(dayAt(now, timeZone))
      ? formatClock(start)
      : formatWallTime(start, wallTime(now, timeZone));
  const answer =
    (entry.optedOut && "Opted out") ||
    (entry.passedOn && `Passed on ${timeOf(entry.passedOn)}`) ||
    (entry.unpaid && `Hasn't paid the deposit for ${timeOf(entry.unpaid)}`);

  return (
    <tr aria-label={name} className={classes("compact", !isOpen && "faint [&_.dim]:text-inherit")}>
      <td className="min-w-36 py-2 phone:py-0">
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={entry.contactId} name={name} />
          <div className="min-w-0">
            <p className="h3 clip *:block *:pt-1 *:truncate">
              <ContactLink id={entry.contactId}>{name}</ContactLink>
            </p>
            <p className="xs dim num clip">
              <PhoneLink phoneNumber={entry.phoneNumber} className="inline-block pt-0.5 pb-1.5" />
              <span className="folded second -mt-1 leading-5 phone:hidden!">Since {since}</span>
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
      <td data-label="Wants" className="@min-[620px]/page:min-w-30 text-balance phone:text-wrap">
        {entry.serviceName}
        <span className="xs dim second">
          With {entry.employeeId === null ? "anyone" : firstName(entry.employeeId)}
        </span>
      </td>
      <td
        data-label="When"
        className="num py-2 @min-[620px]/page:min-w-44 @min-[660px]/page:min-w-49 phone:min-w-0 phone:py-0"
      >
        {formatTimes(entry)}
        <span className="xs dim block">
          <span className="whitespace-nowrap">
            {entry.from <= dayAt(now, timeZone) && entry.from !== entry.to
              ? `Until ${formatShortMonthDay(entry.to)}`
              : formatSpan(entry)}
          </span>
          <span className="hidden phone:inline">
            , <span className="whitespace-nowrap">since {since}</span>
          </span>
        </span>
        {!hasStatus && entry.offer && (
          <span className="sm dim block">
            Offered, <TimeLeft offer={entry.offer} />
          </span>
        )}
        {isOpen && answer && <span className="sm dim block text-balance">{answer}</span>}
        {fits && (
          <span className="sm good block text-balance">
            {firstName(fits.employeeId)} is free today at {formatClock(fits.start)}.
            {rivals.length > 0 && (
              <span className="@min-[520px]/page:@max-[940px]/page:hidden">
                {` ${joinWords(rivals.map(formatPhone))} would fit, too.`}
              </span>
            )}
          </span>
        )}
      </td>
      <td className="fold num whitespace-nowrap">
        {since}
        {entry.source !== "staff" && <span className="xs dim block">{SOURCES[entry.source]}</span>}
      </td>
      <td className="whole r whitespace-nowrap">
        <div className="flex items-center justify-end gap-1">
          {gap?.fits && canOffer && (
            <OfferButton
              {...{ gap, fits: gap.fits }}
              size="tiny"
              employeeName={firstName(gap.employeeId)}
            />
          )}
          {canBook && !canOffer && (
            <Button aria-label={`Book ${name}`} size="tiny" aria-haspopup="dialog" onClick={onBook}>
              Book
            </Button>
          )}
          {isOpen && (
            <Menu
              trigger={<IconButton icon={Ellipsis} size="tiny" label={`Actions for ${name}`} />}
            >
              {canBook && canOffer && (
                <MenuItem icon={CalendarPlus} onSelect={onBook}>
                  Book
                </MenuItem>
              )}
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
