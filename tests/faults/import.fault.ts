import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { buildFailingDisk } from "#tests/support/failing-disk.ts";
import { reportFault } from "#tests/support/fault-report.ts";
import { createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";

const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 6);
const ROWS = 20_000;
const COLUMNS = "firstName=0&lastName=1&phoneNumber=2";

/** A file of numbers that no other file has. */
function fileOf(number: number): string {
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `Ada ${n},Byrne,+1212${2_000_000 + (number * ROWS + n) * 7}\n`,
  );
  return `First,Last,Phone\n${rows.join("")}`;
}

const send = (staff: StaffClient, csv: string, key: string) =>
  staff.upload(`/api/contacts/import?${COLUMNS}&importKey=${key}`, csv);

/** Resolves when the import has handled this many rows. */
async function waitForRows(staff: StaffClient, key: string, rows: number): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const progress = await staff.request("GET", `/api/contacts/import/${key}`).catch(() => null);
    if (progress && progress.rows >= rows) return;
  }
  throw new Error("the import does not advance");
}

/** Contacts, their different numbers, and those that only one of a search index and the table has. */
function countContacts(data: string) {
  const db = new Database(join(data, "parlor.db"), { readonly: true });
  const count = (sql: string) => db.query<{ n: number }, []>(sql).get()?.n ?? -1;
  const differing = (index: string) =>
    count(`select count(*) as n from (
      select * from (select rowid from ${index} except select id from contacts)
      union all select * from (select id from contacts except select rowid from ${index}))`);
  const counts = {
    contacts: count("select count(*) as n from contacts"),
    numbers: count("select count(distinct phone) as n from contacts"),
    notIndexed: differing("contacts_search") + differing("contacts_words"),
  };
  db.close();
  return counts;
}

async function diagnose(data: string): Promise<string> {
  const { out, code } = await runParlor(["doctor", "--data", data]);
  return code === 0 && !out.includes("BAD") ? "fine" : out;
}

test.each([
  ["kill -9", false],
  ["a power failure", true],
] as const)(
  "%s during an import of 20,000 rows: the file can be sent again, and no contact is lost or doubled",
  async (fault, losesPower) => {
    const disk = buildFailingDisk();
    if (!disk) return;
    const data = newFolder("import");
    const serve = serverOf(data, disk.env);
    await createOwner(data);
    let parlor = await serve();
    let staff = await signedIn(parlor);
    let lost = 0;
    let lostBytes = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const csv = fileOf(round);
      const key = `round-${round}-of-the-import`;
      const before = round * ROWS;
      const broken = send(staff, csv, key).then(
        () => "done",
        () => "broken",
      );
      await waitForRows(staff, key, 1 + Math.floor(Math.random() * ROWS * 0.9));
      await parlor.end("SIGKILL");
      expect(await broken).toBe("broken");
      if (losesPower) lostBytes += disk.losePower(data);

      parlor = await serve();
      staff = await signedIn(parlor);
      expect(await diagnose(data)).toBe("fine");
      const left = countContacts(data);
      expect(left).toEqual({ contacts: left.numbers, numbers: left.numbers, notIndexed: 0 });
      expect(left.contacts).toBeGreaterThanOrEqual(before);
      // The browser learns from this 404 that the import broke, and offers to send the file again.
      await expect(staff.request("GET", `/api/contacts/import/${key}`)).rejects.toThrow("404");

      const repeated = await send(staff, csv, key);
      expect(repeated).toMatchObject({ imported: ROWS, skipped: [] });
      if (losesPower) {
        // What the server has confirmed is on the disk.
        await parlor.end("SIGKILL");
        disk.losePower(data);
        parlor = await serve();
        staff = await signedIn(parlor);
      }
      const all = countContacts(data);
      lost += before + ROWS - all.numbers;
      expect(all).toEqual({ contacts: before + ROWS, numbers: before + ROWS, notIndexed: 0 });
      expect(await send(staff, csv, `${key}-again`)).toMatchObject({
        imported: 0,
        skipped: [{ why: "already-a-contact", count: ROWS }],
      });
      // Numbers with these digits are found as well.
      const { contacts } = await staff.request("GET", "/api/contacts?q=Ada%2019999");
      expect(
        contacts.filter(({ name }: { name: string }) => name === "Ada 19999 Byrne"),
      ).toHaveLength(round + 1);
    }
    const end = countContacts(data);
    reportFault({
      fault: `${fault} during an import`,
      times: ROUNDS,
      lost,
      doubled: end.contacts - end.numbers,
      undecided: 0,
    });
    if (losesPower) expect(lostBytes).toBeGreaterThan(0);
    expect(await parlor.end("SIGTERM")).toBe(0);
    expect(await diagnose(data)).toBe("fine");
  },
  ROUNDS * 30_000 + 60_000,
);
