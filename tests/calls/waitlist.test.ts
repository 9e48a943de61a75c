import { afterEach, beforeEach, expect, test } from "bun:test";
import { contact } from "#tests/support/test-app.ts";
import { CALLER, type CallStand, callStand } from "./stand.ts";

const GENEROUS = { pieceTimeoutMs: 60_000, answerTimeoutMs: 60_000, silenceMs: 60_000 };

let stand: CallStand;
beforeEach(async () => {
  stand = await callStand(GENEROUS);
  const facial = { name: "Facial", durationMinutes: 60, employeeIds: [1] };
  expect((await stand.parlor.admin.request("POST", "/api/services", facial)).status).toBe(201);
});
afterEach(async () => {
  expect([stand.standIn.unexpected, stand.standIn.bugs]).toEqual([[], []]);
  await stand.stop();
});

/** Nobody works on Sundays, so nothing is free. */
const REQUEST = {
  name: "Ana Silva",
  service: "facial",
  employee: null,
  from: null,
  to: null,
  weekdays: ["sun"],
  after: null,
  before: null,
  agrees_to_texts: true,
};
const ADDED = { added: true, next: expect.stringContaining("STOP ends the texts") };

/** Lets the model use the tool in one call and returns what each use answered. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of the tool have no common shape
async function use(requests: readonly object[], from = CALLER): Promise<any[]> {
  const { chat } = stand.standIn;
  const call = await stand.call({ from });
  const answers: unknown[] = [];
  for (const request of requests) {
    chat.script.push(
      { calls: [{ name: "join_waitlist", args: { ...REQUEST, ...request } }] },
      ({ messages }) => {
        answers.push(JSON.parse(messages.at(-1)?.content ?? ""));
        return { text: "Fine." };
      },
    );
    await call.says("Please");
  }
  await call.hangUp();
  return answers;
}

const entries = async () => (await stand.parlor.admin.request("GET", "/api/waitlist")).body;
const rows = (sql: string) => stand.parlor.app.db.query(sql).values();

test("a caller for whom no time works joins the waitlist with the number they call from", async () => {
  const request = {
    employee: "Elena",
    from: "2026-11-21",
    to: "2026-12-20",
    after: "10:00",
    before: "15:00",
  };
  expect(await use([request])).toEqual([ADDED]);
  expect(await entries()).toMatchObject([
    {
      clientName: "Ana Silva",
      phoneNumber: CALLER,
      serviceName: "Facial",
      employeeId: 1,
      from: "2026-11-21",
      to: "2026-12-20",
      weekdays: ["sun"],
      timeFrom: "10:00",
      timeTo: "15:00",
      status: "waiting",
      source: "call",
    },
  ]);
  expect(rows("select phone, category, given, source from consents")).toEqual([
    [Number(CALLER.slice(1)), "reminder", 1, "call"],
  ]);
  expect(rows("select phone from appointment_only")).toEqual([[Number(CALLER.slice(1))]]);
  expect(
    rows(
      "select action, json_extract(metadata, '$.by') from audit_logs where action like 'waitlist.%'",
    ),
  ).toEqual([["waitlist.add", "call"]]);
});

test("while a time is free, the model reads it instead", async () => {
  const [answer] = await use([
    { weekdays: ["fri"], from: "2026-11-27", to: "2026-11-27", after: "14:00" },
  ]);
  expect(answer.problem).toBe("Something is free then. Offer these times instead.");
  expect(answer.nearest[0]).toBe("Friday, November 27 at 2:00 PM");
  expect(await entries()).toEqual([]);
});

test.each([
  ["without consent", { agrees_to_texts: false }, /^Ask first whether we may text offers/],
  ["for an unknown service", { service: "Dentures" }, /^This service has no waitlist/],
  ["with someone who doesn't perform it", { employee: "Jo" }, /Jo does not perform this service/],
  ["with a stranger", { employee: "Zoe" }, /^No employee has that name/],
  ["on a past day", { from: "2026-11-01" }, /has passed/],
  [
    "backwards in days",
    { from: "2026-12-02", to: "2026-12-01" },
    /^The last day is before the first/,
  ],
  ["backwards in hours", { after: "15:00", before: "10:00" }, /^The end of these hours is before/],
  ["without a name", { name: " \u0000 " }, /^Ask for the name first/],
  ["on no weekday", { weekdays: [] }, /^Bad arguments/],
  ["on an invented weekday", { weekdays: ["someday"] }, /^Bad arguments/],
  ["for another number", { phone: "+12025557391" }, /^Bad arguments/],
  ["for a contact", { contactId: 1 }, /^Bad arguments/],
])("no caller joins the waitlist %s", async (_, request, problem) => {
  const [answer] = await use([request]);
  expect(answer.problem).toMatch(problem);
  expect(await entries()).toEqual([]);
  expect(rows("select 1 from consents")).toEqual([]);
});

test("a hidden number and an opted-out one get the same reply, and join nothing", async () => {
  const { parlor } = stand;
  const id = contact(parlor.app, parlor.admin, "Ruth", CALLER);
  await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  const problem = "This number can't get our texts. Take a message instead.";
  expect([...(await use([{}])), ...(await use([{}], "anonymous"))]).toEqual([
    { problem },
    { problem },
  ]);
  expect(await entries()).toEqual([]);
});

test("the same request twice is one entry, and a number waits for at most three", async () => {
  const requests = [{}, {}, { before: "12:00" }, { after: "12:00" }, { after: "13:00" }];
  const answers = await use(requests);
  expect(answers).toEqual([
    ADDED,
    ADDED,
    ADDED,
    ADDED,
    { problem: "You're already on our waitlist 3 times." },
  ]);
  expect(await entries()).toHaveLength(3);
});

test("a known client keeps their name, and the model learns nothing about them", async () => {
  const { parlor } = stand;
  contact(parlor.app, parlor.admin, "Zyxwela Quorvane", CALLER);
  await use([{ name: "Ana" }]);
  expect(await entries()).toMatchObject([{ clientName: "Zyxwela Quorvane" }]);
  expect(JSON.stringify(stand.standIn.chat.requests)).not.toMatch(/zyxwela|quorvane/i);
});
