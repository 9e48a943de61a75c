import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "#db/migrate.ts";
import { createSchema40 } from "#tests/support/schema-40.ts";

function databaseBefore(): Database {
  const db = createSchema40();
  db.run(
    `insert into users (id, username, email, password_hash, role, approved, permissions, created_at)
     values ('u1', 'olivia', 'o@example.com', 'hash', 'admin', 1, '{}', 0)`,
  );
  db.run("insert into owners (user_id) values ('u1')");
  db.run("insert into employees (name, display_order, created_at) values ('Jo', 1, 0)");
  db.run(
    `insert into services (name, name_key, category, duration_minutes, buffer_minutes, price_cents, color, overrides,
       online_booking, created_at) values ('Cut', 'cut', '', 60, 0, 4000, 'plum', '[]', 1, 0)`,
  );
  db.run("insert into contacts (name, phone, owner, created_at) values ('Ada', 12025550111, 1, 0)");
  return db;
}

test("an upgrade links visits, bookings and sign-ups to the contact with their number", () => {
  const db = databaseBefore();
  for (const phone of [12025550111, 12025550122]) {
    db.run(
      `insert into appointments (employee_id, client_name, name_key, phone, starts_at, ends_at, duration_minutes,
         service, status, source, created_at)
       values (1, 'C', 'c', ?, '2026-06-01T10:00:00', '2026-06-01T11:00:00', 60, 'Cut', 'booked', 'staff', 0)`,
      [phone],
    );
    db.run(
      `insert into online_bookings (phone, client_name, service_id, starts_at, duration_minutes, buffer_minutes,
         price_cents, marketing, created_at) values (?, 'C', 1, '2026-06-01T10:00:00', 60, 0, 4000, 0, 0)`,
      [phone],
    );
    db.run("insert into text_sign_ups (phone, name, asked_at) values (?, 'C', 0)", [phone]);
  }
  migrate(db);
  for (const table of ["appointments", "online_bookings", "text_sign_ups"])
    expect([table, db.query(`select contact_id from ${table} order by phone`).values()]).toEqual([
      table,
      [[1], [null]],
    ]);
  expect(db.query("select client_from, client_until from contacts").values()).toEqual([
    [expect.any(Number), expect.any(Number)],
  ]);
});
