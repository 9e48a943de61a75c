import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { eraseFromSearch } from "#src/clients/profile/erase.ts";
import { cookieOf } from "#tests/calendar/online-booking/stand.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { askTo, phoneIn } from "#tests/support/callers.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const NAME = "Xylophonia Zyzzyva-Quark";
const FIRST = "+12025550171";
const SECOND = "+12025550182";
const MERGED = "+12025550193";
const DAY = "2026-11-27";
const WORDS = ["xylophon", "zyzzyva", "mailwordish", "0171", "0182", "0193"];
/** The ledger, consent, what the carrier says of a number, and the log. */
const REMAINING = [
  "messages",
  "consents",
  "appointment_only",
  "number_checks",
  "undeliverable_numbers",
  "strikes",
];

const folder = mkdtempSync(join(tmpdir(), "parlor-erase-file-"));
afterAll(() => rmSync(folder, { recursive: true }));

let sids = 30_000;

/** Everything that a client does under one number. */
async function doEverything(parlor: TestApp, phone: string, hour: number): Promise<void> {
  const { admin, visitor, hono } = parlor;
  const start = `${DAY}T${String(hour).padStart(2, "0")}`;
  sids += 1;
  await postInbound(hono, { sid: sidOf(sids), from: phone, body: `I am ${NAME}, ${phone}` });
  await admin.request("POST", "/api/appointments", {
    employeeId: 1,
    clientName: NAME,
    phoneNumber: phone,
    appointmentDate: `${start}:00`,
  });
  const cookie = cookieOf(parlor.app, phone);
  await visitor("POST", "/api/booking/send-code", { phoneNumber: phone });
  const booked = await visitor(
    "POST",
    "/api/booking",
    {
      serviceId: 1,
      employeeId: null,
      start: `${DAY}T${hour + 1}:00:00`,
      name: NAME,
      email: "mailwordish@example.com",
    },
    { cookie },
  );
  expect(booked.status).toBe(201);
  const waiting = await visitor(
    "POST",
    "/api/booking/waitlist",
    {
      serviceId: 1,
      employeeId: null,
      from: DAY,
      to: `2026-12-0${hour - 8}`,
      weekdays: null,
      timeFrom: null,
      timeTo: null,
      name: NAME,
    },
    { cookie },
  );
  expect(waiting.status).toBe(201);
  const signedUp = await visitor("POST", "/api/public/texts", {
    name: NAME,
    phoneNumber: phone,
    appointments: true,
    offers: false,
  });
  expect(signedUp.status).toBeLessThan(300);
  const callId = phoneIn(parlor, { phone, said: [`This is ${NAME}`], message: `Call ${phone}` });
  askTo(parlor, { callId, phone, callerName: NAME, notes: `Call ${phone}` });
}

/** Each value of the file's tables, and the bytes of the file once the ledger and consent are taken out of it. */
function findTraces(path: string): string[] {
  const raw = readFileSync(path, "latin1").toLowerCase();
  const db = openDatabase(path);
  const tables = db
    .query<{ name: string }, []>(
      "select name from pragma_table_list where schema = 'main' and type = 'table'",
    )
    .all()
    .filter(({ name }) => !REMAINING.includes(name));
  const values = tables
    .flatMap(({ name }) => db.query(`select * from ${name}`).values())
    .flat()
    .join("\n")
    .toLowerCase();
  db.close();
  const numbers = [FIRST, SECOND, MERGED].flatMap((phone) => [phone.slice(1), phone.slice(2)]);
  return [
    ...WORDS.slice(0, 3).filter((word) => raw.includes(word)),
    ...numbers.filter((number) => raw.includes(number)),
    ...[...WORDS.slice(0, 3), ...numbers].filter((word) => values.includes(word)),
  ];
}

/** Numbers in the file's free space, where SQLite keeps them as integers of six bytes, the highest first. */
function findIntegersInFreeSpace(path: string): string[] {
  const compact = `${path}.compact`;
  const db = openDatabase(path);
  db.run("vacuum into ?", [compact]);
  db.close();
  const count = (file: Buffer, phone: string) => {
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(Number(phone.slice(1)), 0, 6);
    let found = 0;
    for (let at = file.indexOf(bytes); at >= 0; at = file.indexOf(bytes, at + 1)) found += 1;
    return found;
  };
  const [all, used] = [readFileSync(path), readFileSync(compact)];
  rmSync(compact);
  return [FIRST, SECOND, MERGED].flatMap((phone) => {
    const free = count(all, phone) - count(used, phone);
    return free === 0 ? [] : `${phone}: ${free}`;
  });
}

test("after an erasure, neither the file's rows nor its free space have the name, or a number outside the ledger and consent", async () => {
  const path = join(folder, "parlor.db");
  const parlor = testApp({ path });
  const { app, admin } = parlor;
  for (let n = 0; n < 30; n += 1) contact(app, admin, `Other ${n}`, `+1303555${2000 + n}`);
  await admin.request("POST", "/api/employees", { name: "Elena Sato" });
  await admin.request("POST", "/api/services", {
    name: "Facial",
    durationMinutes: 60,
    price: "120.00",
    onlineBooking: true,
  });
  const id = contact(app, admin, NAME, FIRST);
  await doEverything(parlor, FIRST, 9);
  await parlor.sendAll();
  await admin.request("PATCH", `/api/contacts/${id}`, { phoneNumber: SECOND });
  await doEverything(parlor, SECOND, 11);
  const other = contact(app, admin, `${NAME} again`, MERGED);
  await doEverything(parlor, MERGED, 13);
  await parlor.sendAll();
  const merged = await admin.request("POST", `/api/contacts/${id}/merge`, {
    otherId: other,
    name: NAME,
    phoneNumber: SECOND,
  });
  expect(merged.status).toBe(200);
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(findTraces(path)).not.toEqual([]);

  const { status } = await admin.request("POST", `/api/contacts/${id}/erase`, { name: NAME });
  expect(status).toBe(204);
  await eraseFromSearch(app);
  app.db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  expect(findTraces(path)).toEqual([]);
  expect(findIntegersInFreeSpace(path)).toEqual([]);
});
