import type { Database } from "#db/connection.ts";
import { count } from "#db/rows.ts";
import type { AppointmentRow } from "./appointments.ts";
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
