import CalendarOff from "lucide-react/icons/calendar-off";
import Clock3 from "lucide-react/icons/clock-3";
import Coffee from "lucide-react/icons/coffee";
import Hourglass from "lucide-react/icons/hourglass";
import Plus from "lucide-react/icons/plus";
import Repeat from "lucide-react/icons/repeat";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock, toClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { formatMinutes } from "#ui/calendar/booking/format.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { marksOf, sentMarks, type Tense, tensesIn } from "./event-marks.ts";
import { formatRepeat } from "./format-repeat.ts";
import { formatFree, type Minutes, sumDay } from "./free-time.ts";
import { DAY_MINUTES, hostAt, hostsOf, type Lane, minuteOf, type Off } from "./layout.ts";
import { ServiceColor, useServiceColors } from "./service-color.tsx";
import type { Mark } from "./status-marks.ts";
import type { Slot } from "./use-slots.ts";

interface PhoneDayProps {
  lane: Lane;
  /** Of all employees. */
  lanes: readonly Lane[];
  now: string;
  onOpen: (appointment: Appointment) => void;
  onOpenTimeOff: (timeOff: TimeOff) => void;
  onBook: ((lane: Lane, slot: Slot) => void) | undefined;
}

/** An employee's day in order: visits, what is free between them, breaks, and time off. */
export function PhoneDay({ lane, lanes, now, onOpen, onOpenTimeOff, onBook }: PhoneDayProps) {
  const tenseOf = tensesIn(lanes, now);
  const colorOf = useServiceColors();
  const hosts = hostsOf(lane.appointments);
  const breaks = lane.open.slice(1).map(({ start }, at) => ({
    from: minuteOf(lane.open[at]?.end ?? ""),
    until: minuteOf(start),
  }));
  const rows: [number, ReactNode][] = [
    ...lane.appointments.map((one): [number, ReactNode] => [
      minuteOf(one.appointmentDate),
      <Visit
        key={one.id}
        appointment={one}
        host={lane.appointments.find(({ id }) => id === hosts.get(one.id))}
        tense={tenseOf(one)}
        now={now}
        color={colorOf(one)}
        onOpen={() => onOpen(one)}
      />,
    ]),
    ...sumDay(lane, now).free.map((gap): [number, ReactNode] => [
      gap.from,
      <FreeRow
        key={`free ${gap.from}`}
        gap={gap}
        host={hostAt(lane, gap)}
        onBook={onBook && (() => onBook(lane, { from: gap.from, to: undefined }))}
      />,
    ]),
    ...breaks.map(({ from, until }): [number, ReactNode] => [
      from,
      <div key={`break ${from}`} className="slot rest">
        <span>{formatClock(toClock(from))}</span>
        <span className="flex items-center gap-2">
          <Icon of={Coffee} />
          Break until {formatClock(toClock(until))}
        </span>
      </div>,
    ]),
    ...lane.off.map((off): [number, ReactNode] => [
      off.from,
      <OffRow key={`off ${off.from} ${off.label}`} {...{ off, onOpenTimeOff }} />,
    ]),
  ];
  return rows.toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

/** Time off, which opens, or a time that is held for a client, which leads to its offer. */
function OffRow({ off, onOpenTimeOff }: Pick<PhoneDayProps, "onOpenTimeOff"> & { off: Off }) {
  const { timeOff, label, from, until, href } = off;
  const words = (
    <>
      <span>{from === 0 ? "All day" : formatClock(toClock(from))}</span>
      <span className="flex items-center gap-2 min-w-0">
        <Icon of={timeOff ? CalendarOff : Clock3} />
        <span className="min-w-0">
          {label}
          {timeOff && from > 0 && until < DAY_MINUTES && ` until ${formatClock(toClock(until))}`}
        </span>
      </span>
    </>
  );
  if (href !== undefined)
    return (
      <Link href={href} className="slot rest">
        {words}
      </Link>
    );
  return (
    <button
      type="button"
      className="slot rest"
      disabled={!timeOff}
      onClick={() => timeOff && onOpenTimeOff(timeOff)}
    >
      {words}
    </button>
  );
}

interface FreeRowProps {
  gap: Minutes;
  /** The visit whose processing time it is in. */
  host: Appointment | undefined;
  onBook: (() => void) | undefined;
}

function FreeRow({ gap: { from, until }, host, onBook }: FreeRowProps) {
  const start = formatClock(toClock(from));
  return (
    <div className={classes("slot rest", host && "inside")}>
      <span>{start}</span>
      <span className="min-w-0">
        {formatFree(until - from)}
        {host && <During host={host} />}
      </span>
      {onBook && (
        <Button icon={Plus} aria-label={`Book ${start}`} onClick={onBook}>
          Book
        </Button>
      )}
    </div>
  );
}

function During({ host }: { host: Appointment }) {
  return (
    <span className="xs faint flex items-center min-w-0 gap-1.5">
      <Icon of={Hourglass} size="s" />
      During {firstNameOf(host.clientName)}'s processing time
    </span>
  );
}

interface VisitProps {
  appointment: Appointment;
  /** The visit in whose processing time it takes place. */
  host: Appointment | undefined;
  tense: Tense;
  now: string;
  color: string | undefined;
  onOpen: () => void;
}

function Visit({ appointment, host, tense, now, color, onOpen }: VisitProps) {
  const marks = [...marksOf(appointment, tense, now), ...sentMarks(appointment)];
  const repeat = formatRepeat(appointment);
  return (
    <button
      type="button"
      className={classes("slot", tense, host && "inside")}
      data-status={appointment.status}
      data-visit={appointment.id}
      onClick={onOpen}
    >
      <span>
        <span className="font-label block whitespace-nowrap">
          {formatClock(appointment.appointmentDate)}
        </span>
        <span className="xs dim block">{formatMinutes(appointment.durationMinutes)}</span>
      </span>
      <span className="col-span-2 min-w-0">
        <span className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
          <span className="nm h3 clip">{formatPhone(appointment.clientName)}</span>
          {marks.length > 0 && (
            <span className="flex flex-wrap gap-1">
              {marks.map((mark) => (
                <MarkBadge key={mark.label} mark={mark} />
              ))}
            </span>
          )}
        </span>
        <span className="sm dim flex items-center min-w-0 gap-1.5">
          <ServiceColor color={color} />
          <span className="clip">{appointment.service}</span>
        </span>
        {host && <During host={host} />}
        {repeat && (
          <span className="xs dim flex items-center min-w-0 gap-1.5">
            <Icon of={Repeat} size="s" />
            {repeat}
          </span>
        )}
      </span>
    </button>
  );
}

function MarkBadge({ mark: { label, icon, tone } }: { mark: Mark }) {
  if (tone)
    return (
      <Badge tone={tone} icon={icon}>
        {label}
      </Badge>
    );
  return <Badge icon={icon}>{label}</Badge>;
}
