import type { Database } from "#db/connection.ts";

const OVERLAP = `a.employee_id = b.employee_id and a.id < b.id
  and a.starts_at < strftime('%Y-%m-%dT%H:%M:%S', b.starts_at, '+' || b.duration_minutes || ' minutes')
  and b.starts_at < strftime('%Y-%m-%dT%H:%M:%S', a.starts_at, '+' || a.duration_minutes || ' minutes')`;

/** Each query returns what must not be. */
const BROKEN = {
  "two open offers for one time": `select a.id, b.id from waitlist_offers a join waitlist_offers b
    on a.status = 'open' and b.status = 'open' and ${OVERLAP}`,
  "two appointments at one time": `select a.id, b.id from appointments a join appointments b
    on a.status <> 'canceled' and b.status <> 'canceled' and ${OVERLAP}`,
  "an appointment of the waitlist without exactly one accepted offer": `select a.id from appointments a
    where a.source = 'waitlist' and (select count(*) from waitlist_offers o join waitlist w on w.id = o.entry_id
      where o.status = 'accepted' and w.status = 'booked' and w.appointment_id = a.id) <> 1`,
  "an entry whose status and open offer disagree": `select id from waitlist
    where (status = 'offered') <> exists (select 1 from waitlist_offers where entry_id = waitlist.id and status = 'open')`,
  "an open offer without its hold": `select id from waitlist_offers where status = 'open' and hold_id is null`,
  "an open offer of a gap that nobody looks at again": `select o.id from waitlist_offers o
    join waitlist_gaps g on g.id = o.gap_id where o.status = 'open' and g.due_at is null`,
};

/** Returns the laws that a database with a waitlist breaks, each with the rows; none in a sound one. */
export function brokenLaws(db: Database): (readonly [string, unknown[]])[] {
  return Object.entries(BROKEN)
    .map(([law, query]) => [law, db.query(query).all()] as const)
    .filter(([, rows]) => rows.length > 0);
}
