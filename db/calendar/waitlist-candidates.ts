import type { Database } from "#db/connection.ts";
import {
  SELECT_ENTRY,
  STILL_OFFERED,
  type StoredEntry,
  toEntryRow,
  type WaitlistRow,
} from "./waitlist.ts";

export interface Candidate extends WaitlistRow {
  /** True while another offer to the client waits for its reply, or a booking for its deposit. */
  readonly isBusy: boolean;
}

/** Returns who may be offered a gap, in their order: without those who were offered it before. */
export function listCandidates(
  db: Database,
  gap: { readonly id: number; readonly employeeId: number; readonly day: string },
): Candidate[] {
  return db
    .query<StoredEntry & { isBusy: number }, [number, string, number]>(
      `${SELECT_ENTRY.replace(
        " from waitlist w",
        `, exists (select 1 from waitlist e join waitlist_offers o on o.entry_id = e.id and o.status = 'open'
             where e.contact_id = c.id)
           or exists (select 1 from online_bookings b join slot_holds h on h.id = b.hold_id where b.contact_id = c.id)
           as isBusy
         from waitlist w`,
      )}
       where w.status in ('waiting', 'offered') and ${STILL_OFFERED}
         and (w.employee_id is null or w.employee_id = ?1) and w.from_day <= ?2 and w.to_day >= ?2
         and not exists (select 1 from waitlist_offers o where o.gap_id = ?3 and o.entry_id = w.id)
       order by w.created_at, w.id`,
    )
    .all(gap.employeeId, gap.day, gap.id)
    .map((row) => ({ ...toEntryRow(row), isBusy: row.isBusy === 1 }));
}
