import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { DEPOSIT_LOOKS } from "#ui/calendar/appointments/money-looks.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { isNow } from "#ui/calendar/parts/visit-times.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  formatShortDay,
  formatWeekday,
  momentAt,
  wallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";
import { clientAppointmentsQuery } from "./appointments-query.ts";

/** Of each list, next to a conversation. */
const MOST = 3;

/** A client's current, upcoming and recent appointments; renders nothing without any. `layout` renders them. */
export function ClientAppointments({
  contactId,
  layout,
}: {
  contactId: number;
  layout: (list: ReactNode) => ReactNode;
}) {
  const api = useApi();
  const { data } = useQuery(clientAppointmentsQuery(api, contactId));
  const { data: staff } = useQuery(employeesQuery(api));
  if (!data || data.next.length + data.last.length === 0) return null;
  const employeesById = new Map(staff?.map((employee) => [employee.id, employee]));
  return layout(
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(200px,100%),1fr))] gap-3">
      <AppointmentList title="Next" rows={data.next.slice(0, MOST)} employees={employeesById} />
      <AppointmentList title="Last" rows={data.last.slice(0, MOST)} employees={employeesById} />
    </div>,
  );
}

interface AppointmentListProps {
  title: string;
  rows: readonly Appointment[];
  employees: ReadonlyMap<number, Employee>;
}

function AppointmentList({ title, rows, employees }: AppointmentListProps) {
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  if (rows.length === 0) return null;
  const opens = user !== null && mayOpen(user, "/appointments");
  return (
    <div>
      <p className="xs faint mb-1">{title}</p>
      <ul className="sm grid gap-2" aria-label={`${title} appointments`}>
        {rows.map((visit) => {
          const { id, appointmentDate, service, employeeId, status, deposit } = visit;
          const day = wallTimeOf(appointmentDate);
          const label = isNow(visit, momentAt(now, timeZone))
            ? `Now, since ${formatClock(appointmentDate)}`
            : `${formatWeekday(day).slice(0, 3)}, ${formatShortDay(day, today)}, ${formatClock(appointmentDate)}`;
          return (
            <li key={id}>
              <p className="num">
                {opens ? (
                  <Link
                    href={`/appointments?date=${appointmentDate.slice(0, 10)}`}
                    className="underline-offset-2 hover:underline"
                  >
                    {label}
                  </Link>
                ) : (
                  label
                )}
                {status === "no_show" && <span className="bad"> · No-show</span>}
                {status === "canceled" && <span className="dim"> · Canceled</span>}
              </p>
              <p className="dim clip">
                {service}
                {employees.has(employeeId) && ` with ${employees.get(employeeId)?.name}`}
              </p>
              {deposit && <LookBadge look={DEPOSIT_LOOKS[deposit.state]} />}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
