import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Appointment, AppointmentStatus } from "#src/calendar/appointments/contract.ts";
import type { Client } from "#src/clients/profile/contract.ts";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { MONTHS } from "#src/shared/months.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { DEPOSIT_LOOKS, paymentLook } from "#ui/calendar/appointments/money-looks.ts";
import { STATUS_MARKS } from "#ui/calendar/appointments/status-marks.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { isNow } from "#ui/calendar/parts/visit-times.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Note } from "#ui/kit/notice.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  daysBetween,
  formatShortDay,
  formatShortMonthDay,
  formatWeekday,
  momentAt,
  type WallTime,
  wallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";
import { clientAppointmentsQuery } from "./appointments-query.ts";
import { refusalIcon } from "./consent.ts";
import { NextVisitButtons } from "./next-visit-buttons.tsx";
import { PhoneLink } from "./phone-link.tsx";

/** The current or next visit, then the last ones by year. */
export function ClientVisits({ client }: { client: Client }) {
  const api = useApi();
  const { data } = useQuery(clientAppointmentsQuery(api, client.id));
  const { data: staff = [] } = useQuery(employeesQuery(api));
  const nameOf = ({ employeeId }: Appointment) =>
    staff.find(({ id }) => id === employeeId)?.name.split(" ")[0];
  const [next, ...later] = data?.next ?? [];
  const years = Map.groupBy(data?.last ?? [], ({ appointmentDate }) => appointmentDate.slice(0, 4));
  const [first] = years.keys();

  return (
    <>
      {next && (
        <NextVisit visit={next} employee={nameOf(next)} client={client}>
          {later.length > 0 && (
            <section className="border-line border-t">
              <h3 className="eyebrow px-4 pt-3">After that</h3>
              <ul className="visits" aria-label="Later visits">
                {later.map((visit) => (
                  <VisitRow key={visit.id} visit={visit} employee={nameOf(visit)} isAhead />
                ))}
              </ul>
            </section>
          )}
        </NextVisit>
      )}
      {data && (first || staff.length > 0) && (
        <Card>
          <CardHead title="Visits" />
          {!first && <p className="dim px-4 py-3.5">Past visits will appear here.</p>}
          {[...years].map(([year, visits]) => (
            <section key={year} className={classes(year !== first && "border-line border-t")}>
              <h3 className="eyebrow px-4 pt-3">{year}</h3>
              <ul className="visits" aria-label={`Visits of ${year}`}>
                {visits.map((visit) => (
                  <VisitRow key={visit.id} visit={visit} employee={nameOf(visit)} />
                ))}
              </ul>
            </section>
          ))}
        </Card>
      )}
    </>
  );
}

interface VisitProps {
  visit: Appointment;
  employee: string | undefined;
}

interface NextVisitProps extends VisitProps {
  client: Client;
  /** The visits after it. */
  children: ReactNode;
}

function NextVisit({ visit, employee, client, children }: NextVisitProps) {
  const { now, timeZone } = useBusinessTime();
  const days = daysBetween(wallTime(now, timeZone), wallTimeOf(visit.appointmentDate));
  const isCurrent = isNow(visit, momentAt(now, timeZone));
  const title = isCurrent ? "Current Visit" : "Next Visit";
  const { status } = visit;
  const look = lookOf(visit);
  return (
    <Card aria-label={title}>
      <CardHead
        title={title}
        beside={<span className="xs faint">{isCurrent ? "Now" : inDays(days)}</span>}
      >
        <Status of={status} />
      </CardHead>
      <div className="flex items-start gap-4 p-4 pb-3">
        <DateTile day={visit.appointmentDate} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="h2 min-w-0 wrap-anywhere">{visit.service}</p>
            <span className="flex items-center gap-2">
              {look && <LookBadge look={look} />}
              <Price visit={visit} className="text-title" />
            </span>
          </div>
          <p className="dim num">
            <span className="whitespace-nowrap">{formatWhen(visit)}</span>{" "}
            {employee && <span className="whitespace-nowrap">with {employee}</span>}
          </p>
        </div>
      </div>
      <NextVisitButtons visit={visit} client={client} />
      <NoReminder client={client} />
      {children}
    </Card>
  );
}

/** "Tuesday, 2:30 – 4:00 PM" */
function formatWhen(visit: Appointment): string {
  return `${formatWeekday(wallTimeOf(visit.appointmentDate))}, ${formatRange(visit)}`;
}

/** "Tue, Dec 15, 2:30 – 4:00 PM" */
function formatDayAndTime(visit: Appointment, today: WallTime): string {
  const day = wallTimeOf(visit.appointmentDate);
  const weekday = formatWeekday(day).slice(0, 3);
  return `${weekday}, ${formatShortDay(day, today)}, ${formatRange(visit)}`;
}

function formatRange({ appointmentDate, durationMinutes }: Appointment): string {
  return formatTimeRange(appointmentDate, addMinutes(appointmentDate, durationMinutes));
}

/** Staff call clients who get no reminder. */
function NoReminder({ client }: { client: Client }) {
  const { textingBarrier, phoneNumber } = client;
  if (textingBarrier === null) return null;
  return (
    <Note icon={refusalIcon(client)} className="mx-4 mb-4">
      No reminder will be sent.{" "}
      {phoneNumber.startsWith("+") && (
        <>
          Call <PhoneLink phoneNumber={phoneNumber} className="link underline" /> to confirm.
        </>
      )}
    </Note>
  );
}

function DateTile({ day }: { day: string }) {
  const { month, day: date } = wallTimeOf(day);
  return (
    <span className="date-tile" aria-hidden="true">
      <span className="xs dim">{MONTHS[month - 1]?.slice(0, 3)}</span>
      <b className="text-title">{date}</b>
    </span>
  );
}

/** Nothing for a visit that is just booked. */
function Status({ of }: { of: AppointmentStatus }) {
  const mark = STATUS_MARKS[of];
  return mark ? <LookBadge look={[mark.tone ?? "off", mark.icon, mark.label]} /> : null;
}

/** Date, ring, visit, state and price; on a phone the date and the state are below the visit. */
const ROW =
  "line-row grid grid-cols-[56px_auto_minmax(0,1fr)_auto_auto] phone:grid-cols-[auto_minmax(0,1fr)_auto] phone:gap-y-0";
/** Ring, visit with its date, and price. */
const ROW_AHEAD = "line-row grid grid-cols-[auto_minmax(0,1fr)_auto]";

function VisitRow({ visit, employee, isAhead }: VisitProps & { isAhead?: boolean }) {
  const { now, timeZone } = useBusinessTime();
  const { status } = visit;
  const look = lookOf(visit);
  const missed = status === "canceled" || status === "no_show";
  return (
    <li className={isAhead ? ROW_AHEAD : ROW} data-status={status}>
      {!isAhead && (
        <time
          className="num dim self-start phone:col-start-2 phone:row-start-2 phone:text-xs"
          dateTime={visit.appointmentDate}
        >
          {formatShortMonthDay(visit.appointmentDate)}
        </time>
      )}
      <span className="visit-ring phone:col-start-1 phone:row-start-1" aria-hidden="true" />
      <div className="min-w-0 phone:row-start-1">
        <p className={classes("h3 wrap-anywhere", status === "canceled" && "faint")}>
          {visit.service}
        </p>
        {isAhead ? (
          <p className="dim num">
            {formatDayAndTime(visit, wallTime(now, timeZone))}{" "}
            {employee && <span className="whitespace-nowrap">with {employee}</span>}
          </p>
        ) : (
          employee && <p className="dim clip">With {employee}</p>
        )}
      </div>
      {missed && (
        <span className="-mt-px self-start phone:col-start-2 phone:row-start-3 phone:mt-1">
          <Status of={status} />
        </span>
      )}
      <div className="-col-end-1 grid justify-items-end self-start phone:col-start-3 phone:row-start-1">
        <Price visit={visit} className={classes(missed && "faint")} />
        {look && <span className="xs faint">{look[2]}</span>}
      </div>
    </li>
  );
}

/** What became of the visit's payment, or of its deposit. */
function lookOf({ payment, deposit }: Appointment) {
  return payment ? paymentLook(payment) : deposit && DEPOSIT_LOOKS[deposit.state];
}

function Price({ visit, className }: { visit: Appointment; className: string }) {
  const currency = useCurrency();
  const cents = parseCents(visit.payment?.amount ?? visit.price ?? "");
  if (!cents) return null;
  return <b className={`num ${className}`}>{formatMoney(cents, currency)}</b>;
}

/** "Today", "Tomorrow", "In 8 days". */
function inDays(days: number): string {
  if (days <= 0) return "Today";
  return days === 1 ? "Tomorrow" : `In ${days} days`;
}
