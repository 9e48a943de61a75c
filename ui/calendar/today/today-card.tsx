import { useState } from "react";
import { Link } from "wouter";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TodayGap } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { MIN_GAP_MINUTES, STEP_MINUTES } from "#src/shared/constants.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { addMinutes, clockOf, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { Select } from "#ui/kit/select.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatWeekday, momentAt, wallTimeOf } from "#ui/shell/format/dates.ts";
import { GapRow } from "./gap-row.tsx";
import { useGaps, useNextVisits, useToday } from "./queries.ts";
import { VisitRow } from "./visit-row.tsx";
import { type VisitOfToday, visitsOfToday } from "./visit-states.ts";

/** Of the visits ahead; the calendar has the others. */
const ROWS = 7;
const MAX_GAPS = 3;
const EVERYONE = "all";

/** Who is here, who comes next, and who is late. */
export function TodayCard() {
  const { now, timeZone } = useBusinessTime();
  const wall = momentAt(now, timeZone);
  const { visits: query, employees } = useToday();
  const [who, setWho] = useState(EVERYONE);
  const isShown = ({ employeeId }: { employeeId: number }) =>
    who === EVERYONE || String(employeeId) === who;
  const all = query.data?.filter(isShown);
  const count = all?.filter(({ status }) => status !== "canceled").length ?? 0;

  return (
    <Card aria-label="Today" aria-busy={query.isPending}>
      <CardHead
        title="Today"
        beside={count > 0 && <span className="chip num">{formatCount(count, "visit")}</span>}
      >
        {employees.length > 1 && (
          <Select
            aria-label="Employee"
            className="plain"
            value={who}
            onValueChange={setWho}
            options={[
              { value: EVERYONE, label: "All Employees" },
              ...employees.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </CardHead>
      {query.error && !all && <LoadFailed query={query} className="m-4" />}
      {query.isPending && (
        <CardBody>
          <Skeleton width={220} />
        </CardBody>
      )}
      {all && <Visits {...{ all, isShown }} now={wall} />}
    </Card>
  );
}

interface VisitsProps {
  all: readonly Appointment[];
  /** Whether a visit or a free time is of the chosen employee. */
  isShown: (one: { employeeId: number }) => boolean;
  /** Wall time. */
  now: string;
}

function Visits({ all, isShown, now }: VisitsProps) {
  const [showsEarlier, setShowsEarlier] = useState(false);
  const { employees, services } = useToday();
  const gaps = useGaps();
  const { earlier, begun, ahead } = visitsOfToday(all, now);
  const first = ahead.slice(0, ROWS);
  const rest = ahead.slice(ROWS);
  const noShows = earlier.filter(({ status }) => status === "no_show").length;

  const nameOf = (employeeId: number) =>
    employees.find(({ id }) => id === employeeId)?.name.split(" ")[0] ?? "someone";
  const row = (visit: Appointment, today?: VisitOfToday) => (
    <VisitRow
      key={visit.id}
      visit={visit}
      today={today}
      color={services.find(({ id }) => id === visit.serviceId)?.color}
      employeeName={nameOf(visit.employeeId)}
    />
  );

  const gapRows = gapsToFill(gaps.filter(isShown), first, now).map((gap) => ({
    at: gap.start,
    row: (
      <GapRow
        key={`gap ${gap.employeeId} ${gap.start}`}
        gap={gap}
        employeeName={nameOf(gap.employeeId)}
      />
    ),
  }));
  const rows = [
    ...first.map((today) => ({ at: today.visit.appointmentDate, row: row(today.visit, today) })),
    ...gapRows,
  ];

  return (
    <>
      {earlier.length > 0 && (
        <div className="line-row min-h-11 border-line border-b py-1.5!">
          <span className="dim num flex-1">
            {formatCount(earlier.length, "earlier visit")}
            {noShows > 0 && `, ${formatCount(noShows, "no-show")}`}
          </span>
          <Button variant="quiet" onClick={() => setShowsEarlier(!showsEarlier)}>
            {showsEarlier ? "Hide" : "Show"}
          </Button>
        </div>
      )}
      <ul>
        {showsEarlier && earlier.map((visit) => row(visit))}
        {begun.map((today) => row(today.visit, today))}
        {begun.length + ahead.length > 0 && <Now now={now} />}
        {rows.toSorted((one, other) => (one.at < other.at ? -1 : 1)).map(({ row }) => row)}
      </ul>
      {ahead.length === 0 && (
        <CardBody>
          {begun.length === 0 && (
            <p className="dim">
              {earlier.length > 0 ? "No more visits today." : "No visits today."}
            </p>
          )}
          <NextDay {...{ isShown, nameOf }} />
        </CardBody>
      )}
      <div className="line-row min-h-12 border-line border-t py-1.5!">
        <span className="dim num flex-1">{remainder(rest)}</span>
        <Link href="/appointments" className={buttonClass({ variant: "quiet" })}>
          Open Calendar
        </Link>
      </div>
    </>
  );
}

/** The free times to list. Those that are offered or that a client would take come first; others appear only among the visits shown. */
function gapsToFill(gaps: readonly TodayGap[], shown: readonly VisitOfToday[], now: string) {
  const isTaken = ({ fits, offer }: TodayGap) => (fits ?? offer) !== null;
  const last = shown.at(-1)?.visit.appointmentDate ?? "";
  const next = nextQuarter(now);
  const listed = gaps
    .map((gap) => (gap.offer || gap.start >= next ? gap : startLater(gap, next)))
    .filter(
      (gap) =>
        minutesBetween(gap.start, gap.end) >= MIN_GAP_MINUTES &&
        (isTaken(gap) || gap.start <= last),
    );
  return [...listed.filter(isTaken), ...listed.filter((gap) => !isTaken(gap))].slice(0, MAX_GAPS);
}

/** Who fits what remains of the time is unknown until the gaps are read again. */
function startLater(gap: TodayGap, start: string): TodayGap {
  return { ...gap, start, fits: gap.fits && gap.fits.start >= start ? gap.fits : null };
}

function nextQuarter(now: string): string {
  const past = Number(clockOf(now).slice(3)) % STEP_MINUTES;
  return `${addMinutes(now, past === 0 ? 0 : STEP_MINUTES - past).slice(0, 16)}:00`;
}

interface NextDayProps {
  isShown: VisitsProps["isShown"];
  nameOf: (employeeId: number) => string;
}

/** How the next day with visits begins, once this one has no more ahead. */
function NextDay({ isShown, nameOf }: NextDayProps) {
  const { tomorrow, visits } = useNextVisits();
  const shown = visits?.filter(isShown);
  const [first] = shown ?? [];
  if (!shown) return null;
  if (!first) return <p className="dim">No visits in the next 7 days.</p>;
  const day = dayOf(first.appointmentDate);
  const ofDay = shown.filter(({ appointmentDate }) => dayOf(appointmentDate) === day);
  return (
    <p className="num">
      {day === tomorrow ? "Tomorrow" : formatWeekday(wallTimeOf(day))} has{" "}
      <Link className="underline" href={`/appointments?date=${day}`}>
        {formatCount(ofDay.length, "visit")}
      </Link>
      . The first is {formatPhone(first.clientName)} at {formatClock(first.appointmentDate)} with{" "}
      {nameOf(first.employeeId)}.
    </p>
  );
}

/** The current time, between what has begun and what is ahead. */
function Now({ now }: { now: string }) {
  return (
    <li className="now-row num">
      <span>
        <span className="sr">Now: </span>
        {formatClock(now)}
      </span>
    </li>
  );
}

function remainder(rest: readonly VisitOfToday[]): string {
  const last = rest
    .map(({ visit }) => endOf(visit))
    .toSorted()
    .at(-1);
  if (!last) return "";
  const more = `${rest.length} more ${rest.length === 1 ? "visit" : "visits"}`;
  return `${more} until ${formatClock(last)}`;
}
