import type { Database } from "#db/connection.ts";

/** Of each employee, each day. */
const A_DAY = 10;

/**
 * So many appointments of twenty employees, ten a day each, without a gap from `firstDay` on. For
 * benchmarks only.
 */
export function buildLargeBook(db: Database, firstDay: string, count: number): { days: number } {
  db.run("PRAGMA synchronous = OFF");
  db.run(
    `insert into employees (name, display_order, created_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < 20) select 'Employee ' || i, i, 0 from n`,
  );
  const perDay = 20 * A_DAY;
  db.query(
    `insert into appointments (employee_id, client_name, name_key, phone, starts_at, ends_at, duration_minutes,
       service, status, source, created_at)
     with recursive n(i) as (select 0 union all select i + 1 from n where i < $count - 1)
     select 1 + i % 20, 'Client ' || (i % 100000), 'client ' || (i % 100000), 12000000000 + (i % 100000) * 7,
       day || 'T' || hour || ':00:00', day || 'T' || hour || ':45:00', 45, 'Cut & Style',
       case i % 17 when 3 then 'canceled' when 5 then 'confirmed' else 'booked' end, 'staff', 0
     from (select i, date($firstDay, (i / ${perDay}) || ' days') as day,
       printf('%02d', 8 + (i / 20) % ${A_DAY}) as hour from n)`,
  ).run({ firstDay, count });
  db.run(
    "update appointments set contact_id = (select id from contacts where contacts.phone = appointments.phone)",
  );
  return { days: Math.floor(count / perDay) };
}
