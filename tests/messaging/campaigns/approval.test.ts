import { expect, test } from "bun:test";
import fc from "fast-check";
import { startScheduledCampaigns } from "#src/messaging/campaigns/start.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const PATH = "/api/campaigns";
const LATER = "2026-11-21T15:30";
const CHANGED = "This draft was changed. Read the new message before you approve it.";

function clients({ app, admin }: TestApp, count: number): number[] {
  return Array.from({ length: count }, (_, n) =>
    contact(app, admin, `Client ${n}`, `+1202555${1000 + n}`),
  );
}

async function draftOf(author: Person, message = "First"): Promise<number> {
  return (await author.request("POST", PATH, { name: "Spring", message })).body.id;
}

const edit = (person: Person, id: number, message: string) =>
  person.request("PATCH", `${PATH}/${id}/message`, { message });
const approve = (person: Person, id: number, approval: object) =>
  person.request("POST", `${PATH}/${id}/approve`, approval);
const read = async ({ admin }: TestApp, id: number) =>
  (await admin.request("GET", `${PATH}/${id}`)).body;
const bodies = ({ sms }: TestApp) => sms.sent.map(({ body }) => body);

/** Mia's campaign of four, approved, at a text a second, of which two have left. */
async function approvedCampaign() {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  const mia = parlor.person("user", ["/campaigns"]);
  const id = await draftOf(mia);
  const contactIds = clients(parlor, 4);
  expect((await approve(parlor.admin, id, { contactIds, skipCheck: true })).status).toBe(200);
  await letPass(parlor, 1_500);
  expect(parlor.sms.sent).toHaveLength(2);
  return { ...parlor, mia, noa: parlor.person("user", ["/campaigns"]), id };
}

test("approving text that changed in the meantime is refused, and the new version can be approved", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const id = await draftOf(mia);
  const { version } = await read(parlor, id);
  const contactIds = clients(parlor, 1);
  await edit(mia, id, "Second");
  for (const approval of [
    { contactIds, version },
    { contactIds },
    { contactIds, message: "Mine" },
  ]) {
    const refused = await approve(parlor.admin, id, approval);
    expect([refused.status, refused.body.message]).toEqual([409, CHANGED]);
  }
  expect(await read(parlor, id)).toMatchObject({ status: "draft", message: "Second" });

  const latest = await read(parlor, id);
  expect(latest.version).toBeGreaterThan(version);
  await approve(parlor.admin, id, { contactIds, skipCheck: true, version: latest.version });
  await parlor.sendAll();
  expect(bodies(parlor)).toEqual(["Second"]);
});

test("an author's edit stops the campaign, which waits for approval with its remaining clients", async () => {
  const parlor = await approvedCampaign();
  const { admin, mia, noa, id } = parlor;
  const edited = await edit(mia, id, "Second");
  expect(edited.body).toMatchObject({
    status: "draft",
    isDraft: true,
    needsApproval: true,
    totalRecipients: 4,
    sentCount: 2,
    message: "Second",
  });
  await letPass(parlor, 4_000, 500);
  expect(bodies(parlor)).toEqual(["First", "First"]);
  expect((await noa.request("GET", `${PATH}/${id}`)).status).toBe(404);
  expect((await mia.request("DELETE", `${PATH}/${id}`)).status).toBe(403);
  expect((await approve(admin, id, {})).body.message).toBe(CHANGED);

  const approved = await approve(admin, id, { version: edited.body.version });
  expect(approved.body).toMatchObject({ status: "sending", totalRecipients: 4 });
  await letPass(parlor, 4_000, 250);
  expect(bodies(parlor)).toEqual(["First", "First", "Second", "Second"]);
  expect(new Set(parlor.sms.sent.map(({ to }) => to)).size).toBe(4);
  expect(await read(parlor, id)).toMatchObject({ status: "completed", sentCount: 4 });
});

test("other users can neither edit nor resume a campaign, and its author can't resume it", async () => {
  const parlor = await approvedCampaign();
  const { mia, noa, id } = parlor;
  const refused = await edit(noa, id, "Noa's");
  expect([refused.status, refused.body.message]).toEqual([
    403,
    "Only its author or an administrator can edit this campaign.",
  ]);
  expect((await noa.request("POST", `${PATH}/${id}/stop`)).status).toBe(200);
  for (const person of [mia, noa])
    expect((await person.request("POST", `${PATH}/${id}/resume`)).status).toBe(403);
  await letPass(parlor, 3_000, 500);
  expect(bodies(parlor)).toEqual(["First", "First"]);
});

test("an edit that changes nothing does not stop the campaign", async () => {
  const { mia, id } = await approvedCampaign();
  expect((await edit(mia, id, "First")).body.status).toBe("sending");
});

test("a client whose number changes while a campaign waits for a new approval is texted at the new one", async () => {
  const parlor = await approvedCampaign();
  const { body } = await edit(parlor.mia, parlor.id, "Second");
  await parlor.admin.request("PATCH", "/api/contacts/4", {
    phoneNumber: "+12025559999",
    agreement: "Agreed when they called about the new number",
  });
  await approve(parlor.admin, parlor.id, { version: body.version });
  await letPass(parlor, 4_000, 250);
  expect(parlor.sms.sent.map(({ to }) => to).at(-1)).toBe("+12025559999");
});

async function scheduledCampaign() {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const id = await draftOf(mia);
  const approval = { contactIds: clients(parlor, 2), skipCheck: true, scheduledFor: LATER };
  expect((await approve(parlor.admin, id, approval)).body.status).toBe("scheduled");
  return { ...parlor, mia, id };
}

async function moveToScheduledTime(parlor: TestApp): Promise<void> {
  parlor.clock.now = Date.parse("2026-11-21T20:30:00Z");
  startScheduledCampaigns(parlor.app);
  await parlor.sendAll();
}

test("a scheduled campaign that is stopped and resumed before its time waits for its time", async () => {
  const parlor = await scheduledCampaign();
  const { admin, id } = parlor;
  await admin.request("POST", `${PATH}/${id}/stop`);
  const resumed = await admin.request("POST", `${PATH}/${id}/resume`);
  expect(resumed.body).toMatchObject({
    status: "scheduled",
    scheduledAt: "2026-11-21T20:30:00.000Z",
  });
  await parlor.sendAll();
  expect(parlor.sms.sent).toHaveLength(0);
  await moveToScheduledTime(parlor);
  expect(parlor.sms.sent).toHaveLength(2);
});

test("a scheduled campaign that was started early, stopped and resumed continues sending", async () => {
  const { admin, id } = await scheduledCampaign();
  await admin.request("PATCH", `${PATH}/${id}/schedule`, { scheduledFor: null });
  await admin.request("POST", `${PATH}/${id}/stop`);
  expect((await admin.request("POST", `${PATH}/${id}/resume`)).body.status).toBe("sending");
});

test("a scheduled campaign that its author changed keeps its time when it is approved again", async () => {
  const parlor = await scheduledCampaign();
  const { body } = await edit(parlor.mia, parlor.id, "Second");
  expect(body).toMatchObject({ status: "draft", scheduledAt: "2026-11-21T20:30:00.000Z" });
  const approved = await approve(parlor.admin, parlor.id, { version: body.version });
  expect(approved.body.status).toBe("scheduled");
  await moveToScheduledTime(parlor);
  expect(bodies(parlor)).toEqual(["Second", "Second"]);
});

test("a campaign whose time passes while it waits for approval sends nothing until then", async () => {
  const parlor = await scheduledCampaign();
  const { body } = await edit(parlor.mia, parlor.id, "Second");
  await moveToScheduledTime(parlor);
  expect(parlor.sms.sent).toHaveLength(0);
  await approve(parlor.admin, parlor.id, { version: body.version });
  await parlor.sendAll();
  expect(bodies(parlor)).toEqual(["Second", "Second"]);
});

test("test texts go only to the test number in Settings, for every user", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/campaigns"]);
  const send = (person: Person, phoneNumber?: string) =>
    person.request("POST", `${PATH}/test`, { message: "Hi", phoneNumber });
  const unset = await send(mia);
  expect([unset.status, unset.body.message]).toEqual([
    409,
    "No test number is set. An administrator can add one in Settings.",
  ]);

  const bad = await parlor.admin.request("POST", "/api/settings", { testPhoneNumber: "12" });
  expect(bad.body.errors).toEqual({ testPhoneNumber: "Invalid phone number format" });
  await parlor.admin.request("POST", "/api/settings", { testPhoneNumber: "(202) 555-0177" });
  for (const person of [mia, parlor.admin]) {
    expect((await send(person)).body).toEqual({ phoneNumber: "+12025550177" });
    expect((await send(person, "202-555-0177")).status).toBe(201);
    const refused = await send(person, "+12025551000");
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Test texts go only to the test number in Settings.",
    ]);
  }
  await parlor.sendAll();
  expect(new Set(parlor.sms.sent.map(({ to }) => to))).toEqual(new Set(["+12025550177"]));
});

const MESSAGES = ["one", "two", "three"] as const;
const word = fc.constantFrom(...MESSAGES);
const which = fc.nat({ max: 3 });
const step = fc.oneof(
  fc.record({ do: fc.constant("create" as const), by: fc.nat({ max: 1 }), message: word }),
  fc.record({
    do: fc.constantFrom("edit" as const, "edit" as const),
    by: fc.nat({ max: 1 }),
    at: which,
    message: word,
  }),
  fc.record({
    do: fc.constantFrom("stop", "resume", "start", "reschedule", "approve", "test", "delete"),
    by: fc.nat({ max: 1 }),
    at: which,
    message: word,
  }),
  fc.record({ do: fc.constant("read" as const), at: which }),
  fc.record({ do: fc.constant("admin approves" as const), at: which, scheduled: fc.boolean() }),
  fc.record({ do: fc.constantFrom("admin stops" as const, "admin resumes" as const), at: which }),
  fc.record({ do: fc.constant("time passes" as const) }),
);

/** The first text leaves before its author changes the words, the others after they are approved again. */
const APPROVED_AND_CHANGED: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
  { do: "create", by: 0, message: "one" },
  { do: "read", at: 0 },
  { do: "admin approves", at: 0, scheduled: false },
  { do: "time passes" },
  { do: "edit", by: 0, at: 0, message: "two" },
  { do: "read", at: 0 },
  { do: "admin approves", at: 0, scheduled: false },
];

test("for any actions of non-admins, an admin approved the exact words of each text sent", async () => {
  let left = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const parlor = testApp();
      const { admin, app, sms } = parlor;
      await admin.request("POST", "/api/settings", {
        messageCount: 1,
        delaySeconds: 60,
        testPhoneNumber: "+12025550177",
      });
      const users = [parlor.person("user", ["/campaigns"]), parlor.person("user", ["/campaigns"])];
      const contactIds = clients(parlor, 3);
      const ids: number[] = [];
      const lastRead = new Map<number, { message: string; version: number }>();
      /** What an admin read and approved, by campaign. */
      const approved = new Map<number, Set<string>>();

      for (const one of steps) {
        const id = "at" in one ? ids[one.at % Math.max(1, ids.length)] : undefined;
        const user = users["by" in one ? one.by : 0] ?? admin;
        const path = `${PATH}/${id}`;
        if (one.do === "create") {
          // The campaign's number in its words tells which campaign a text belongs to.
          const message = `${one.message} of ${ids.length}`;
          ids.push((await user.request("POST", PATH, { name: "N", message, contactIds })).body.id);
        } else if (one.do === "time passes") {
          parlor.clock.now += 3_600_000;
          startScheduledCampaigns(app);
          await letPass(parlor, 130_000, 65_000);
        } else if (id === undefined) continue;
        else if (one.do === "read") lastRead.set(id, await read(parlor, id));
        else if (one.do === "admin approves") {
          const seen = lastRead.get(id);
          if (!seen) continue;
          const answer = await approve(admin, id, {
            contactIds,
            skipCheck: true,
            version: seen.version,
            ...(one.scheduled && { scheduledFor: "2026-11-20T12:30" }),
          });
          if (answer.status === 200)
            approved.set(id, (approved.get(id) ?? new Set()).add(seen.message));
        } else if (one.do === "admin stops") await admin.request("POST", `${path}/stop`);
        else if (one.do === "admin resumes") await admin.request("POST", `${path}/resume`);
        else if (one.do === "edit") await edit(user, id, `${one.message} of ${ids.indexOf(id)}`);
        else if (one.do === "delete") await user.request("DELETE", path);
        else if (one.do === "test")
          await user.request("POST", `${PATH}/test`, {
            message: one.message,
            phoneNumber: "+12025551000",
          });
        else if (one.do === "approve") {
          const approval = { contactIds, skipCheck: true, version: lastRead.get(id)?.version };
          await approve(user, id, { ...approval, message: one.message });
        } else if (one.do === "start" || one.do === "reschedule")
          await user.request("PATCH", `${path}/schedule`, {
            scheduledFor: one.do === "start" ? null : LATER,
          });
        else await user.request("POST", `${path}/${one.do}`);
      }
      parlor.clock.now += 3_600_000;
      startScheduledCampaigns(app);
      await letPass(parlor, 130_000, 65_000);

      for (const { body } of sms.sent) {
        const id = ids[Number(body.split(" of ")[1])] ?? -1;
        expect([...(approved.get(id) ?? [])]).toContain(body);
      }
      left += sms.sent.length;
    }),
    // Of the drawn ones, it may happen that none sends anything.
    { numRuns: 40, examples: [[APPROVED_AND_CHANGED]] },
  );
  expect(left).toBeGreaterThan(0);
}, 120_000);
