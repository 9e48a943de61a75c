import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { countBases } from "#db/clients/marketing-basis.ts";
import { migrate } from "#db/migrate.ts";
import { readState } from "#db/state.ts";
import { basisOf } from "#src/shared/marketing-basis.ts";
import { createSchema40 } from "#tests/support/schema-40.ts";

const NOW = Date.parse("2026-11-20T16:00:00Z");
const DAY = 24 * 60 * 60 * 1000;

/** Each client's number ends in its place in this list. */
const CLIENTS: readonly [string, string, (db: Database, phone: number, id: number) => void][] = [
  ["imported with a statement", "agreed", (db, phone) => addConsent(db, phone, 1, "import")],
  [
    "opted out since",
    "none",
    (db, phone) => {
      addConsent(db, phone, 1, "import");
      addConsent(db, phone, 0, "keyword");
    },
  ],
  [
    "visited in June",
    "client",
    (db, phone) => addVisit(db, phone, "2026-06-01T10:00:00", "booked"),
  ],
  [
    "missed the visit",
    "none",
    (db, phone) => addVisit(db, phone, "2026-06-01T10:00:00", "no_show"),
  ],
  ["visited in 2024", "none", (db, phone) => addVisit(db, phone, "2024-06-01T10:00:00", "arrived")],
  ["wrote last month", "asked", (db, phone, id) => addText(db, phone, id, NOW - 30 * DAY)],
  ["wrote in spring", "none", (db, phone, id) => addText(db, phone, id, NOW - 200 * DAY)],
  [
    "agreed to appointment texts",
    "none",
    (db, phone) => {
      addVisit(db, phone, "2026-06-01T10:00:00", "booked");
      db.run("insert into appointment_only values (?)", [phone]);
    },
  ],
  ["added by hand", "none", () => undefined],
];

function addConsent(db: Database, phone: number, given: number, source: string): void {
  db.run(
    `insert into consents (phone, channel, category, given, source, wording, created_at)
     values (?, 'sms', 'all', ?, ?, 'Words', ?)`,
    [phone, given, source, NOW],
  );
  if (given === 0) db.run("update contacts set opted_out = 1 where phone = ?", [phone]);
}

function addVisit(db: Database, phone: number, startsAt: string, status: string): void {
  db.run(
    `insert into appointments (employee_id, client_name, name_key, phone, starts_at, ends_at,
       duration_minutes, service, status, source, created_at)
     values (1, 'C', 'c', ?, ?, ?, 60, 'Cut', ?, 'staff', ?)`,
    [phone, startsAt, startsAt.replace("T10", "T11"), status, NOW],
  );
}

function addText(db: Database, phone: number, contactId: number, at: number): void {
  db.run(
    `insert into messages (phone, contact_id, body, segments, status, at, settled_after)
     values (?, ?, 'Hi', 1, 'received', ?, 0)`,
    [phone, contactId, at],
  );
  db.run("insert into conversations (contact_id, last_message_at) values (?, ?)", [contactId, at]);
}

test("an upgrade finds each client's basis in what the database can prove, and says so once", () => {
  const db = createSchema40();
  db.run(
    `insert into users (id, username, email, password_hash, role, approved, permissions, created_at)
     values ('u1', 'olivia', 'o@example.com', 'hash', 'admin', 1, '{}', ?)`,
    [NOW],
  );
  db.run("insert into owners (user_id) values ('u1')");
  db.run(`insert into employees (name, display_order, created_at) values ('Jo', 1, ${NOW})`);
  CLIENTS.forEach(([name, , prepare], at) => {
    const phone = 12025550110 + at;
    const { lastInsertRowid } = db.run(
      "insert into contacts (name, phone, owner, created_at) values (?, ?, 1, ?)",
      [name, phone, NOW],
    );
    prepare(db, phone, Number(lastInsertRowid));
  });
  db.run(
    "update counters set value = (select count(*) from contacts where opted_out = 0) where name = 'subscribed'",
  );

  migrate(db);
  const rows = db
    .query(
      `select name, agreed, client_from as clientFrom, client_until as clientUntil,
         asked_until as askedUntil from contacts order by id`,
    )
    .all() as ({ name: string } & Parameters<typeof basisOf>[0])[];
  expect(rows.map((row) => [row.name, basisOf(row, NOW)])).toEqual(
    CLIENTS.map(([name, expected]) => [name, expected]),
  );
  expect(countBases(db, null, NOW)).toEqual({ agreed: 1, client: 1, asked: 1, none: 5 });
  expect(readState<boolean>(db, "consent-notice")).toBe(true);
});

test("a new salon reads no notice", () => {
  const db = createSchema40();
  migrate(db);
  expect(readState<boolean>(db, "consent-notice")).toBeUndefined();
});
