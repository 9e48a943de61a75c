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

/** Most gaps go to one of the first. */
const PER_READ = 30;

/** Yields who may be offered a gap, in their order: without those who were offered it before. */
export function* listCandidates(
  db: Database,
  gap: { readonly id: number; readonly employeeId: number; readonly day: string },
): Generator<Candidate, void> {
  const query = db.query<
    StoredEntry & { isBusy: number },
    { employeeId: number; day: string; gapId: number; createdAt: number; id: number }
  >(
    `${SELECT_ENTRY.replace(
      " from waitlist w",
      `, exists (select 1 from waitlist e join waitlist_offers o on o.entry_id = e.id and o.status = 'open'
           where e.contact_id = c.id)
         or exists (select 1 from online_bookings b join slot_holds h on h.id = b.hold_id where b.contact_id = c.id)
         as isBusy
       from waitlist w indexed by waitlist_open`,
    )}
     where w.status in ('waiting', 'offered') and (w.created_at, w.id) > ($createdAt, $id) and ${STILL_OFFERED}
       and (w.employee_id is null or w.employee_id = $employeeId) and w.from_day <= $day and w.to_day >= $day
       and not exists (select 1 from waitlist_offers o where o.gap_id = $gapId and o.entry_id = w.id)
     order by w.created_at, w.id limit ${PER_READ}`,
  );
  const { employeeId, day, id: gapId } = gap;
  let last = { createdAt: -1, id: 0 };
  for (;;) {
    const rows = query.all({ employeeId, day, gapId, createdAt: last.createdAt, id: last.id });
    for (const { isBusy, ...row } of rows) yield { ...toEntryRow(row), isBusy: isBusy === 1 };
    const end = rows.at(-1);
    if (!end || rows.length < PER_READ) return;
    last = end;
  }
}
