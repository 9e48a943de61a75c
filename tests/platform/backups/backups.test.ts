import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeRestore } from "#src/commands/damage.ts";
import { doctor } from "#src/commands/doctor.ts";
import { backUpNightly } from "#src/platform/backups/backups.ts";
import { readConfig } from "#src/platform/config.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { newFolder } from "#tests/support/binary.ts";
import { testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

const HOUR = 60 * 60 * 1000;

function salon(more: Parameters<typeof testApp>[0] = {}) {
  const backupFolder = join(newFolder("backups"), "nightly");
  return {
    folder: backupFolder,
    ...testApp({ ...more, config: { backupFolder, backupTime: "03:00", ...more.config } }),
  };
}

test("each night makes one backup: valid, private, and recorded", async () => {
  const { app, admin, folder, clock } = salon();
  expect((await admin.request("GET", "/api/backups")).body).toMatchObject({
    last: null,
    lastGoodAt: null,
    kept: 0,
  });
  await backUpNightly(app);
  await backUpNightly(app);
  const [name = "", ...more] = readdirSync(folder);
  expect(more).toEqual([]);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const copy = new Database(join(folder, name), { readonly: true });
  expect(copy.query("select username from users").get()).toEqual({ username: "admin1" });
  expect((await admin.request("GET", "/api/backups")).body).toMatchObject({
    running: false,
    kept: 1,
    time: "03:00",
    lastGoodAt: new Date(clock.now).toISOString(),
    last: { ok: true, message: "", bytes: statSync(join(folder, name)).size },
  });

  clock.now += 15 * HOUR;
  await backUpNightly(app);
  expect(readdirSync(folder)).toHaveLength(1);
  clock.now += HOUR;
  await backUpNightly(app);
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  [49, "ok   The last backup is from ", "Everything is fine."],
  [
    50,
    "BAD  The newest backup is more than two days old: ",
    "Next: Press Back Up Now in Settings, Backups, and make sure the server runs at night.",
  ],
])("after %d hours without a backup the doctor says so", async (hours, found, last) => {
  const data = newFolder("doctor");
  const { app, clock } = salon({ path: join(data, "parlor.db"), connected: false });
  await backUpNightly(app);
  const at = toIso(clock.now);
  app.db.close();
  const { lines, isWell } = doctor(readConfig({ PARLOR_DATA: data }), clock.now + hours * HOUR);
  expect([lines.includes(found + at), lines.at(-1), isWell]).toEqual([true, last, hours < 50]);
});

test("an admin makes one at once, leftovers of a killed process are deleted, and other files are not", async () => {
  const { admin, folder } = salon();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "parlor-2026-11-01T08-00-00Z.db.making"), "half");
  writeFileSync(join(folder, "keep-me.txt"), "mine");
  const { status, body } = await admin.request("POST", "/api/backups");
  expect([status, body.running]).toEqual([200, true]);
  await until("the backup", async () => !(await admin.request("GET", "/api/backups")).body.running);
  const names = readdirSync(folder).sort();
  expect(names).toEqual(["keep-me.txt", expect.stringMatching(/^parlor-.*Z\.db$/)]);
});

test("a failure is explained and retried an hour later", async () => {
  const { app, admin, clock, folder } = salon();
  writeFileSync(folder, "in the way");
  await backUpNightly(app);
  const { last, lastGoodAt } = (await admin.request("GET", "/api/backups")).body;
  expect([last.ok, lastGoodAt]).toEqual([false, null]);
  expect(last.message).not.toBe("");
  const first = last.at;
  clock.now += HOUR / 2;
  await backUpNightly(app);
  expect((await admin.request("GET", "/api/backups")).body.last.at).toBe(first);
  clock.now += HOUR;
  await backUpNightly(app);
  expect((await admin.request("GET", "/api/backups")).body.last.at).not.toBe(first);
});

test("with too little space no backup is started, and the message says so", async () => {
  const dataFolder = newFolder("low");
  const { admin, folder } = salon({ config: { dataFolder, diskLowBytes: 2 ** 60 } });
  const { status, body } = await admin.request("POST", "/api/backups");
  expect([status, body.message]).toEqual([
    507,
    expect.stringMatching(/^The server's disk is almost full: [\d,]+ MB left\. Free up space/),
  ]);
  expect(existsSync(folder)).toBe(false);
  const rows = { contacts: [{ firstName: "A", lastName: "B", phoneNumber: "+12025550111" }] };
  expect((await admin.request("POST", "/api/contacts/bulk-import", rows)).status).toBe(507);
  const ada = { name: "Ada", phoneNumber: "+12025550111" };
  expect((await admin.request("POST", "/api/contacts", ada)).status).toBe(201);
});

test("the demo makes no automatic backups", async () => {
  const { app, folder } = salon({ config: { demo: true } });
  await backUpNightly(app);
  expect(existsSync(folder)).toBe(false);
});

test("a clock that was ahead once doesn't end the backups, and its backup isn't suggested as the newest", async () => {
  const { app, clock, folder } = salon();
  clock.now = Date.now() + 400 * 24 * HOUR;
  await backUpNightly(app);
  clock.now = Date.now();
  await backUpNightly(app);
  await backUpNightly(app);
  const [right = "", wrong = "", ...more] = readdirSync(folder).sort();
  expect([wrong > right, more]).toEqual([true, []]);
  expect(describeRestore(app.config)).toContain(join(folder, right));
  clock.now += 24 * HOUR;
  await backUpNightly(app);
  expect(readdirSync(folder)).toHaveLength(3);
});

test("a failure while the clock was ahead is retried at once", async () => {
  const { app, admin, clock, folder } = salon();
  writeFileSync(folder, "in the way");
  clock.now += HOUR / 2;
  await backUpNightly(app);
  clock.now -= HOUR / 2;
  await backUpNightly(app);
  const { last } = (await admin.request("GET", "/api/backups")).body;
  expect(last.at).toBe(new Date(clock.now).toISOString());
});
