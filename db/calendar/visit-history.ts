import type { Database } from "#db/connection.ts";
import { count } from "#db/rows.ts";
import {
  APPOINTMENT_COLUMNS,
  type AppointmentRow,
  type StoredAppointment,
  toAppointmentRow,
} from "./appointments.ts";
import type { EmployeeFilter } from "./appointments-list.ts";

export interface VisitEntry {
  readonly action: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** A user who was deleted since has no name. */
  readonly username: string | null;
  /** Why the program did it: "text", "payment", "expiry", "unpaid deposit". */
  readonly reason: string | null;
  /** The new one, where only the status changed. */
  readonly status: AppointmentRow["status"] | null;
}

/** Returns what was recorded about an appointment, newest first: alone, with its series or visit, or with its booking. */
export function listVisitEntries(
  db: Database,
  { id, seriesId, visitId }: Pick<AppointmentRow, "id" | "seriesId" | "visitId">,
  actions: readonly string[],
  most: number,
): VisitEntry[] {
  return db
    .query<VisitEntry, Record<string, string | number | null>>(
      `with targets (type, target) as (
         select 'appointment', cast(id as text) from appointments
         where id = $id or visit_id = $visitId or series_id = $seriesId
         union all
         select 'booking', cast(id as text) from online_bookings
         where appointment_id = coalesce($visitId, $id)
       )
       select action, audit_logs.created_at as at, username, metadata ->> 'by' as reason, metadata ->> 'status' as status
       from targets cross join audit_logs indexed by audit_logs_of_target
         on target_type = type and target_id = target
       left join users on users.id = actor_id
       where action in (select value from json_each($actions))
         and (type = 'booking' or target = cast($id as text)
           or $id in (select value from json_each(metadata, '$.appointmentIds')))
       order by audit_logs.id desc limit $most`,
    )
    .all({ id, seriesId, visitId, actions: JSON.stringify(actions), most });
}

/** Counts the visits to which a client came, with these employees. `now` is a wall time. */
export function countVisitsOfContact(
  db: Database,
  contactId: number,
  { employees, now }: { readonly employees: EmployeeFilter; readonly now: string },
): number {
  return count(
    db,
    `select count(*) from appointments where contact_id = ?1 and ends_at <= ?2
       and status not in ('canceled', 'no_show', 'requested')
       and (?3 is null or employee_id in (select value from json_each(?3)))`,
    contactId,
    now,
    employees === "all" ? null : JSON.stringify(employees),
  );
}

const ACTIONS = ["booking.create", "booking.move", "booking.cancel", "appointment.cancel"] as const;

/** What a client did with a visit: on the booking page, or by an X. */
export interface BookingNewsRow extends AppointmentRow {
  /** Of the audit entry. */
  readonly entryId: number;
  readonly action: (typeof ACTIONS)[number];
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Returns what clients did last, newest first, from as many audit entries of each action. */
export function listBookingNews(db: Database, limit: number): BookingNewsRow[] {
  // Limited before the join: deleted visits would let it read the whole log.
  const query = db.query<StoredAppointment<BookingNewsRow>, [string, number]>(
    `select ${APPOINTMENT_COLUMNS}, entry_id as entryId, action, at from (
       select id as entry_id, action, target_id, metadata, created_at as at
       from audit_logs indexed by audit_logs_of_action
       where action = ? and actor_type = 'system' order by id desc limit ?) as entry
     join appointments on appointments.id = iif(action = 'appointment.cancel',
       iif(metadata ->> 'by' = 'text', cast(target_id as integer), null),
       (select appointment_id from online_bookings where id = cast(target_id as integer)))`,
  );
  return ACTIONS.flatMap((action) => query.all(action, limit).map(toAppointmentRow)).sort(
    (one, other) => other.entryId - one.entryId,
  );
}
