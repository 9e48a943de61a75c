import { beforeAll, expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

const CALLS = 200_000;
const parlor = testApp();

/**
 * Milliseconds of processor time, the best of three. Elapsed time would include the turns of other
 * programs on a busy machine.
 */
async function measureRequest(path: string): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let n = 0; n < 3; n += 1) {
    const before = process.cpuUsage();
    const { status } = await parlor.admin.request("GET", path);
    expect(status).toBe(200);
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

/** Calls from 512, of which every one holds the same common words and every thousandth a rare one. */
beforeAll(() => {
  const { db } = parlor.app;
  db.run("begin");
  db.run(`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${CALLS})
    insert into calls (call_sid, phone, status, started_at, ended_at, duration)
    select 'CA' || i, 15120000000 + i, 'completed', i, i + 60, 60 from n`);
  db.run(`insert into call_turns (call_id, position, role, content, created_at)
    select id, 1, 'user', 'Hello, the appointment' || iif(id % 1000 = 0, ' balayage', ''), started_at from calls`);
  db.run(`insert into calls_search (rowid, number, words)
    select c.id, '512 ' || substr(c.phone, 2) || ' ' || substr(c.phone, -4), content
    from calls c join call_turns on call_id = c.id`);
  db.run(`insert into potential_appointments (call_id, caller_name, phone, preferred_date, preferred_time,
      requested_service, created_at, status)
    select id, 'Ana', phone, 'Friday', 'ten', 'Balayage', id, iif(id % 100 = 0, 'pending', 'approved') from calls`);
  db.run("commit");
}, 60_000);

test.each([
  "/api/call-transcripts?limit=20",
  "/api/call-transcripts?limit=20&before=100000",
  "/api/call-transcripts/count",
  "/api/call-transcripts?limit=20&q=balayage",
  "/api/call-transcripts?limit=20&q=appointment",
  "/api/call-transcripts?limit=20&q=the%20appointment",
  "/api/call-transcripts?limit=20&q=512",
  "/api/call-transcripts?limit=20&q=0777",
  "/api/call-transcripts?limit=20&q=nowhere",
  "/api/potential-appointments?limit=50",
  "/api/potential-appointments?limit=50&status=pending",
  "/api/potential-appointments?limit=50&status=rejected",
  "/api/potential-appointments/count",
])(`among ${CALLS} calls %s is answered at once`, async (path) => {
  // A scan takes a hundred and more.
  expect(await measureRequest(path)).toBeLessThan(25);
});

test.each([
  [
    "a new contact's number",
    "update calls set contact_id = 1 where phone = 1 and contact_id is null and phone is not null",
  ],
  [
    "is anybody unknown",
    "select 1 from calls where contact_id is null and phone is not null limit 1",
  ],
  [
    "erasing a client",
    "select id from calls where (contact_id = ?1 or (phone = ?2 and contact_id is null))",
  ],
  [
    "erasing requests",
    "delete from potential_appointments where (contact_id = ?1 or (phone = ?2 and contact_id is null))",
  ],
  ["forgetting old calls", "select id from calls where started_at < ? order by started_at limit ?"],
  [
    "a client's history",
    "select id from calls where contact_id = ? and (started_at, id) < (?, ?) order by started_at desc, id desc limit ?",
  ],
])("%s walks an index", (_, sql) => {
  const plan = parlor.app.db.query<{ detail: string }, []>(`explain query plan ${sql}`).all();
  const steps = plan.map(({ detail }) => detail).join("; ");
  expect(steps).toContain("INDEX");
  expect(steps).not.toMatch(/SCAN (?!.*USING (COVERING )?INDEX)|TEMP B-TREE/);
});
