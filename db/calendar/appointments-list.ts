import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  appointmentOf,
  type StoredAppointment,
} from "./appointments.ts";

/** Whose: everybody's, or those of these employees. */
export type Whose = "all" | readonly number[];

export interface ListedAppointment extends AppointmentRow {
  /** Who has its number now. */
  readonly contactId: number | null;
}

const ONLY = "employee_id in (select value from json_each($whose))";

/** Those that begin in a span of wall time, earliest first; with who has the number. */
export function appointmentsBetween(
  db: Database,
  span: { from: string; until: string; whose: Whose; most: number },
): ListedAppointment[] {
  const { from, until, whose, most } = span;
  return db
    .query<
      StoredAppointment & { contactId: number | null },
      Record<string, string | number | null>
    >(
      `select ${APPOINTMENT_COLUMNS}, contacts.id as contactId
       from appointments indexed by appointments_by_time left join contacts on contacts.phone = appointments.phone
       where starts_at >= $from and starts_at < $until and ($whose is null or ${ONLY})
       order by starts_at, employee_id, appointments.id limit $most`,
    )
    .all({ from, until, whose: idsOf(whose), most })
    .map((row) => ({ ...appointmentOf(row), contactId: row.contactId }));
}

/** Of one employee: what is under way at some moment of a span, without what was canceled. */
export function takenBetween(
  db: Database,
  employeeId: number,
  span: { earliest: string; from: string; until: string },
): { id: number; startsAt: string; endsAt: string }[] {
  return db
    .query<{ id: number; startsAt: string; endsAt: string }, [number, string, string, string]>(
      `select id, starts_at as startsAt, ends_at as endsAt from appointments indexed by appointments_of_employee
       where employee_id = ? and starts_at >= ? and starts_at < ? and ends_at > ? and status <> 'canceled'
       order by starts_at`,
    )
    .all(employeeId, span.earliest, span.until, span.from);
}

/** The first beginning from then on that was not canceled, else the last one before; null: there is none. */
export function nearestBeginning(db: Database, from: string, whose: Whose): string | null {
  return beginning(db, ">=", from, whose) ?? beginning(db, "<", from, whose);
}

function beginning(db: Database, side: ">=" | "<", from: string, whose: Whose): string | null {
  const order = side === "<" ? "desc" : "asc";
  if (whose === "all")
    return (
      db
        .query<{ at: string }, [string]>(
          `select starts_at as at from appointments indexed by appointments_by_time
           where starts_at ${side} ? and status <> 'canceled' order by starts_at ${order} limit 1`,
        )
        .get(from)?.at ?? null
    );
  // One step into the index for each of them: among the rows of all, theirs may be rare.
  const found = whose.flatMap(
    (id) =>
      db
        .query<{ at: string }, [number, string]>(
          `select starts_at as at from appointments indexed by appointments_of_employee
           where employee_id = ? and starts_at ${side} ? and status <> 'canceled'
           order by starts_at ${order} limit 1`,
        )
        .get(id, from)?.at ?? [],
  );
  return found.sort().at(side === "<" ? -1 : 0) ?? null;
}

/** What one number has ahead, soonest first, and what it had, latest first; nothing canceled. */
export function appointmentsOfPhone(
  db: Database,
  phone: string,
  wanted: { now: string; whose: Whose; most: number },
): { ahead: AppointmentRow[]; before: AppointmentRow[] } {
  const read = (side: ">=" | "<", order: "asc" | "desc") =>
    db
      .query<StoredAppointment, Record<string, string | number | null>>(
        `select ${APPOINTMENT_COLUMNS} from appointments indexed by appointments_of_phone
         where phone = $phone and starts_at ${side} $now and status <> 'canceled'
           and ($whose is null or ${ONLY})
         order by starts_at ${order}, id limit $most`,
      )
      .all({
        phone: phoneKey(phone),
        now: wanted.now,
        whose: idsOf(wanted.whose),
        most: wanted.most,
      })
      .map(appointmentOf);
  return { ahead: read(">=", "asc"), before: read("<", "desc") };
}

/** Without a number, in a span. */
export function withoutPhone(
  db: Database,
  span: { from: string; until: string; whose: Whose; most: number },
): { id: number; clientName: string; nameKey: string }[] {
  return db
    .query<
      { id: number; clientName: string; nameKey: string },
      Record<string, string | number | null>
    >(
      `select id, client_name as clientName, name_key as nameKey
       from appointments indexed by appointments_without_phone
       where phone is null and starts_at >= $from and starts_at < $until and ($whose is null or ${ONLY})
       order by starts_at limit $most`,
    )
    .all({ ...span, whose: idsOf(span.whose) });
}

function idsOf(whose: Whose): string | null {
  return whose === "all" ? null : JSON.stringify(whose);
}
