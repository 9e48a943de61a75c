import { expect, test } from "bun:test";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { LEFT_OUT } from "#db/integrations/exports/data-tables.ts";
import { EXPORT_TABLES } from "#db/integrations/exports/tables.ts";
import { exportData } from "#src/commands/export.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { readConfig } from "#src/platform/config.ts";
import { newFolder } from "#tests/support/binary.ts";
import { base64, png } from "#tests/support/pictures.ts";
import { leaksIn, sentinelSalon } from "#tests/support/sentinels.ts";
import { contact, type Person, testApp } from "#tests/support/test-app.ts";

const INVOICE_PAID = Date.parse("2026-11-18T15:00:00Z");

async function csvOf(person: Person, path: string): Promise<Record<string, string>[]> {
  const response = await person.open(path);
  expect([path, response.status]).toEqual([path, 200]);
  const text = (await response.text()).replace(/^\ufeff/, "").trim();
  return Papa.parse<Record<string, string>>(text, { header: true }).data;
}

test("payments list charges, refunds and disputes, with client, plan and Stripe's ids", async () => {
  const { app, admin } = await sentinelSalon();
  app.db.run(
    `insert into membership_payments (stripe_invoice_id, subscription_id, stripe_payment_intent_id, amount, paid_at)
     values ('in_m1', 1, 'pi_m1', 4900, ${INVOICE_PAID})`,
  );
  app.db.run(
    `update payment_plan_installments set status = 'paid', paid_at = ${INVOICE_PAID}, stripe_invoice_id = 'in_p1',
       stripe_payment_intent_id = 'pi_p1' where sequence_number = 1`,
  );
  app.db.run(
    `insert into reversals (id, kind, stripe_payment_intent_id, amount, currency, status, reason, told_at)
     values ('re_1', 'refund', 'pi_m1', 1050, 'usd', 'succeeded', 'requested', ${INVOICE_PAID + 1000})`,
  );
  const rows = await csvOf(admin, "/api/exports/payments");
  expect(rows.map(({ kind, amount, currency }) => [kind, amount, currency])).toEqual([
    ["charge", "49.00", "USD"],
    ["charge", "300.00", "USD"],
    ["due", "300.00", "USD"],
    ["due", "300.00", "USD"],
    ["refund", "-10.50", "USD"],
  ]);
  expect(rows[0]).toMatchObject({
    date: "2026-11-18T15:00:00Z",
    client: "Zyxwela Quorvane",
    phone: "+12025557391",
    for: "Glow Club",
    invoice: "in_m1",
  });
  expect(rows[4]).toMatchObject({ for: "Glow Club", payment: "pi_m1", reason: "requested" });
});

test("a range of days uses the business's time zone and includes both days", async () => {
  const { app, admin } = testApp();
  // 23:30 on the 19th and 00:30 on the 20th in New York.
  for (const [at, name] of [
    ["2026-11-20T04:30:00Z", "Late"],
    ["2026-11-20T05:30:00Z", "Early"],
  ] as const) {
    const id = contact(app, admin, name, name === "Late" ? "+12025550111" : "+12025550112");
    app.db.run("update contacts set created_at = ? where id = ?", [Date.parse(at), id]);
  }
  const names = async (query: string) =>
    (await csvOf(admin, `/api/exports/contacts${query}`)).map(({ name }) => name);
  expect(await names("?from=2026-11-20&to=2026-11-20")).toEqual(["Early"]);
  expect(await names("?to=2026-11-19")).toEqual(["Late"]);
  expect(await names("?from=2026-11-19")).toEqual(["Late", "Early"]);
  for (const query of ["?from=2026-11-20&to=2026-11-19", "?from=2026-02-30", "?from=today"])
    expect((await admin.open(`/api/exports/contacts${query}`)).status).toBe(400);
});

test("appointments are selected by their local start", async () => {
  const { admin } = testApp();
  await admin.request("POST", "/api/employees", { name: "Elena" });
  for (const appointmentDate of ["2026-11-20T23:30", "2026-11-21T00:00"])
    await admin.request("POST", "/api/appointments", {
      employeeId: 1,
      clientName: "Ada",
      appointmentDate,
      durationMinutes: 30,
      allowOverlap: true,
    });
  await admin.request("POST", "/api/payments", {
    appointmentIds: [1],
    lines: [{ name: "Facial", price: "120.00" }],
    way: "cash",
    total: "120.00",
  });
  const rows = await csvOf(admin, "/api/exports/appointments?to=2026-11-20");
  expect(rows.map(({ start, employee, status, paid }) => [start, employee, status, paid])).toEqual([
    ["2026-11-20T23:30:00", "Elena", "arrived", "2026-11-20T16:00:00Z"],
  ]);
});

test("a cell that begins like a formula is escaped, and numbers are not", async () => {
  const { app, admin } = testApp();
  contact(app, admin, "=HYPERLINK(1)", "+12025550111");
  const text = await (await admin.open("/api/exports/contacts")).text();
  expect(text).toContain("'=HYPERLINK(1)");
  expect(text).toContain(",+12025550111,");
});

/** Downloads an archive and returns the folder that it was unpacked to. */
async function unzipExport(person: Person, path: string): Promise<string> {
  const folder = newFolder("export");
  const response = await person.open(path);
  expect(response.headers.get("content-type")).toBe("application/zip");
  await Bun.write(join(folder, "all.zip"), await response.bytes());
  expect(Bun.spawnSync(["unzip", "-q", "all.zip"], { cwd: folder }).exitCode).toBe(0);
  return folder;
}

test("the full export is one ZIP of CSV and JSON that agree, with each column described", async () => {
  const { admin } = await sentinelSalon();
  const folder = await unzipExport(admin, "/api/exports/all");
  const { body: tables } = await admin.request("GET", "/api/exports");
  const readme = await Bun.file(join(folder, "README.txt")).text();
  let rows = 0;
  for (const { id, columns } of tables) {
    const csv = (await Bun.file(join(folder, `${id}.csv`)).text()).replace(/^\ufeff/, "").trim();
    const parsed = Papa.parse<Record<string, string>>(csv, { header: true });
    const json = (await Bun.file(join(folder, `${id}.json`)).json()) as Record<string, unknown>[];
    expect([id, parsed.data.length]).toEqual([id, json.length]);
    for (const { name, description } of columns) {
      expect(readme).toContain(`  ${name}: ${description}`);
      expect(parsed.meta.fields).toContain(name);
    }
    rows += json.length;
  }
  expect(rows).toBeGreaterThan(40);
});

test("the ZIP has each signed agreement as a PDF, and the pictures of texts", async () => {
  const { app, admin } = await sentinelSalon();
  const contactId = contact(app, admin, "Pia Cture", "+12025550188");
  const { body: picture } = await admin.request("POST", "/api/media", { data: base64(png()) });
  const { body: conversation } = await admin.request("POST", "/api/conversations", { contactId });
  const text = await admin.request("POST", "/api/conversations/messages", {
    conversationId: conversation.id,
    body: "",
    mediaIds: [picture.id],
  });
  expect(text.status).toBe(201);
  const unsent = await admin.request("POST", "/api/media", { data: base64(png()) });
  expect(unsent.status).toBe(201);

  const folder = await unzipExport(admin, "/api/exports/all");
  const agreements = (await Bun.file(join(folder, "agreements.json")).json()) as { id: number }[];
  expect(agreements.length).toBeGreaterThan(0);
  expect(readdirSync(join(folder, "agreements")).toSorted()).toEqual(
    agreements.map(({ id }) => `${id}.pdf`).toSorted(),
  );
  for (const { id } of agreements) {
    const pdf = await Bun.file(join(folder, "agreements", `${id}.pdf`)).text();
    expect(pdf).toStartWith("%PDF-");
  }
  expect(readdirSync(join(folder, "pictures"))).toEqual([`${text.body.id}-1.png`]);
  const bytes = await Bun.file(join(folder, "pictures", `${text.body.id}-1.png`)).bytes();
  expect(base64(bytes)).toBe(base64(png()));

  const before = await unzipExport(admin, "/api/exports/all?to=2020-01-01");
  expect(readdirSync(before)).not.toContain("agreements");
  expect(readdirSync(before)).not.toContain("pictures");
});

test("an agreement that can't be rendered is in the ZIP as text, and the others as PDFs", async () => {
  const { app, admin } = await sentinelSalon();
  app.db.run("update agreements set signature_type = 'canvas', signature = x'00' where id = 1");
  const folder = await unzipExport(admin, "/api/exports/all");
  const files = readdirSync(join(folder, "agreements"));
  expect(files).toContain("1.txt");
  expect(files).toContain("2.pdf");
  const text = await Bun.file(join(folder, "agreements", "1.txt")).text();
  expect(text).toStartWith("The PDF of this agreement couldn't be created. This is its text.");
  expect(text).toContain("\n\nSigned by ");
});

test("no export contains passwords, keys, sessions or codes", async () => {
  const parlor = await sentinelSalon();
  const { app, admin } = parlor;
  const body = "Your code is 987654";
  sendText(app, { purpose: "code", phone: "+12025557391", contactId: null, body });
  const all = await (await admin.open("/api/exports/all")).text();
  expect(all).toContain("Zyxwela");
  expect(all).not.toContain("password_hash");
  expect(all).not.toContain("sealed");
  expect(all).not.toContain("987654");
});

test("no secret value of the database is in an export, in any spelling", async () => {
  const parlor = await sentinelSalon();
  const { app, admin } = parlor;
  await admin.request("POST", "/api/settings", {
    stripeSecretKey: "sk_test_planted",
    stripeWebhookSecret: "whsec_planted",
    smtpPassword: "planted password",
    openaiApiKey: "sk-planted",
  });
  await admin.request("POST", "/api/invitations", { role: "user" });
  const columns = Object.keys(LEFT_OUT).flatMap((name) => {
    const [table = "", column = "*"] = name.split(".");
    return table.endsWith("_search") || table === "contacts_words"
      ? []
      : [[table, column] as const];
  });
  const values = [
    ...columns.flatMap(([table, column]) =>
      app.db.query(`select ${column} from ${table}`).values().flat(),
    ),
    ...app.db.query("select value ->> '$' from settings where value like '%v1.%'").values().flat(),
    "planted",
  ];
  const secrets = values.flatMap((value) =>
    value instanceof Uint8Array ? [value.toHex(), value.toBase64()] : [String(value)],
  );
  const telling = secrets.filter((value) => value.length >= 16 || value === "planted");
  expect(telling.length).toBeGreaterThan(10);
  const ids = new Set(app.db.query("select id from users").values().flat().map(String));
  const all = await (await admin.open("/api/exports/all")).text();
  expect(telling.filter((value) => !ids.has(value) && all.includes(value))).toEqual([]);
});

test("an export requires an admin and a recent password, and is audited with its count", async () => {
  const parlor = await sentinelSalon();
  const { admin, clock, person } = parlor;
  const clerk = person("user", ["/contacts"]);
  expect((await clerk.open("/api/exports/all")).status).toBe(403);
  await csvOf(admin, "/api/exports/contacts?from=2026-01-01");
  const { body } = await admin.request("GET", "/api/audit-logs?action=data.export");
  expect(body.logs[0].metadata).toMatchObject({ table: "contacts", from: "2026-01-01" });
  expect(body.logs[0].metadata.count).toBeGreaterThan(0);
  const leaks = { names: [], phones: [], read: 0, failed: [] };
  leaksIn(JSON.stringify(body.logs[0]), "audit", leaks);
  expect(leaks).toMatchObject({ names: [], phones: [] });
  clock.now += 60 * 60 * 1000;
  expect((await admin.open("/api/exports/contacts")).status).toBe(403);
  expect((await admin.request("GET", "/api/exports/secrets")).status).toBe(403);
});

test("the command writes a private file, for all or one table, and never overwrites a file", async () => {
  const folder = newFolder("export");
  const config = readConfig({ PARLOR_DATA: folder });
  const parlor = testApp({ path: config.databaseFile });
  contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  const file = join(folder, "contacts.csv");
  expect(await exportData(config, file, { only: "contacts" })).toContain("Exported contacts to");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await Bun.file(file).text()).toContain("Ada,+12025550111");
  expect(exportData(config, file, {})).rejects.toThrow("already exists");
  expect(exportData(config, join(folder, "x"), { only: "nothing" })).rejects.toThrow(
    "Choose one of: payments, subscriptions",
  );
  await exportData(config, join(folder, "all.zip"), {});
  expect(Bun.spawnSync(["unzip", "-tq", join(folder, "all.zip")]).exitCode).toBe(0);
});

test("a large table is read in small steps", async () => {
  const { app, admin } = testApp();
  app.db.run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000)
     insert into consents (phone, channel, category, given, source, wording, created_at)
     select 12025550000 + i, 'sms', 'all', 1, 'import', 'on paper', i * 1000 from n`,
  );
  // Processor time, because on a busy machine a step also waits for other programs.
  const spentMs = () => (process.threadCpuUsage().user + process.threadCpuUsage().system) / 1_000;
  let longest = 0;
  let last = spentMs();
  const timer = setInterval(() => {
    longest = Math.max(longest, spentMs() - last);
    last = spentMs();
  });
  const rows = await csvOf(admin, "/api/exports/consents");
  clearInterval(timer);
  expect(rows).toHaveLength(20_000);
  expect(longest).toBeLessThan(250);
});

test("a range up to the last possible day includes everything since its first", async () => {
  const { admin } = await sentinelSalon();
  const all = await csvOf(admin, "/api/exports/appointments?from=2000-01-01");
  expect(all.length).toBeGreaterThan(0);
  expect(await csvOf(admin, "/api/exports/appointments?from=2000-01-01&to=9999-12-31")).toEqual(
    all,
  );
});

test("every export finds what it joins by an index, however long the tables are", () => {
  const { app } = testApp();
  for (const { id, sources } of EXPORT_TABLES)
    for (const { from, key, where = "1", select } of sources) {
      const plan = app.db
        .query<{ detail: string }, []>(
          `explain query plan select ${Object.values(select).join(", ")} from ${from} where ${key} > 0 and (${where}) order by ${key}`,
        )
        .all()
        .map(({ detail }) => detail);
      const slow = plan.filter((detail) => detail.includes("AUTOMATIC"));
      expect([id, ...slow]).toEqual([id]);
    }
});
