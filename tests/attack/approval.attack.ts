import { afterAll, beforeAll, expect, test } from "bun:test";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { connectStandIn, createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { until } from "#tests/support/until.ts";
import { report } from "./salon.ts";

const STEPS = 400;
const PASSWORD = "a long enough one";

let parlor: RunningParlor;
let twilio: StandInProcess;
let owner: StaffClient;
const authors: StaffClient[] = [];
let contactIds: number[];

beforeAll(async () => {
  const data = newFolder("approval");
  twilio = await startStandInProcess(5);
  await twilio.control({ magic: false, callbackDelayMs: [1, 10] });
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    TWILIO_API_BASE: twilio.url,
    TWILIO_LOOKUPS_BASE: twilio.url,
  });
  owner = await signedIn(parlor);
  await connectStandIn(owner, parlor.url, { messageCount: 20, delaySeconds: 1 });
  contactIds = await importClients(owner, 12);
  for (const username of ["mia", "noah"]) {
    const email = `${username}@example.com`;
    await owner.request("POST", "/api/register", { username, email, password: PASSWORD });
    const pending = await owner.request("GET", "/api/users/pending");
    const { id } = pending.find((user: { username: string }) => user.username === username);
    await owner.request("POST", `/api/users/${id}/approve`, {
      permissions: {
        pages: ["/campaigns"],
        employeeIds: [],
        canViewClientPhoneNumbers: true,
        canViewClientNames: true,
      },
    });
    const author = new StaffClient(parlor.url);
    await author.signIn(username, PASSWORD);
    authors.push(author);
  }
}, 60_000);
afterAll(async () => {
  await parlor.end("SIGTERM");
  twilio.end();
});

test("no campaign text is sent with words that no administrator approved", async () => {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const attempt = (who: StaffClient, method: string, path: string, body?: unknown) =>
    who.request(method, path, body).catch(() => undefined);
  const ids: number[] = [];
  const approved = new Set<string>();
  const read = new Map<number, { message: string; version: number }>();

  for (let step = 0; step < STEPS; step += 1) {
    const author = pick(authors);
    const id = pick(ids);
    const path = `/api/campaigns/${id}`;
    const message = `Words ${step}`;
    await pick<() => Promise<unknown>>([
      async () => {
        const made = await attempt(author, "POST", "/api/campaigns", {
          name: "N",
          message,
          contactIds,
          skipCheck: true,
        });
        if (made) ids.push(made.id);
      },
      () => attempt(author, "PATCH", `${path}/message`, { message }),
      () => attempt(author, "PATCH", path, { message }),
      () => attempt(author, "POST", `${path}/approve`, { contactIds, message }),
      () => attempt(author, "POST", `${path}/resume`),
      () => attempt(author, "POST", `${path}/stop`),
      () => attempt(author, "PATCH", `${path}/schedule`, { scheduledFor: null }),
      () =>
        attempt(author, "POST", "/api/campaigns/test", { message, phoneNumber: "+12125550199" }),
      async () => {
        const all = (await attempt(owner, "GET", "/api/campaigns")) ?? [];
        for (const one of all) read.set(one.id, one);
      },
      async () => {
        const seen = read.get(id);
        if (!seen) return;
        const { version } = seen;
        const reply = await attempt(owner, "POST", `${path}/approve`, {
          contactIds,
          skipCheck: true,
          version,
        });
        if (reply) approved.add(seen.message);
      },
      () => attempt(owner, "POST", `${path}/resume`),
    ])();
  }
  await until("all outcomes", async () => {
    const all = await owner.request("GET", "/api/campaigns?status=sending");
    return all.length === 0;
  });
  const sent = (await twilio.log()).map(({ body }) => body);
  const foreign = sent.filter((body) => !approved.has(body));
  report(
    `campaign changes by non-admins (${sent.length} texts of ${approved.size} approvals left)`,
    STEPS,
    foreign.length,
  );
  expect(foreign).toEqual([]);
  expect(sent.length).toBeGreaterThan(0);
}, 240_000);
