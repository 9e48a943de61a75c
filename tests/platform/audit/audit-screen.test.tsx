import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, staffWith } from "#tests/shell/app-stand.tsx";
import { actionLabel } from "#ui/platform/audit/action-labels.ts";

const LOG = {
  id: 90,
  actorId: "u1",
  actorName: "maya",
  actorType: "user",
  action: "contact.create",
  targetType: "contact",
  targetId: "12",
  subject: null as object | null,
  metadata: { by: "webhook" },
  ipAddress: "203.0.113.24",
  userAgent: null,
  createdAt: "2026-11-19T05:04:03.000Z",
};
const SYSTEM = {
  ...LOG,
  id: 89,
  actorId: null,
  actorName: null,
  actorType: "system",
  action: "user.login_failed",
  targetType: null,
  targetId: null,
  metadata: {},
  ipAddress: null,
};
const KINDS = {
  actions: [
    { action: "contact.create", count: 80 },
    { action: "user.login_failed", count: 45 },
  ],
  actors: [{ id: "u1", username: "maya" }],
};
const list = (
  logs: object[],
  total = logs.length,
  nextCursor: string | null = null,
  totalIsExact = true,
) => ({
  "GET /api/audit-logs": { logs, total, totalIsExact, nextCursor },
  "GET /api/audit-logs/kinds": KINDS,
});

test("what Parlor does many times in a row is folded, what people do is not", async () => {
  const runs = [1, 2, 3, 4, 5].map((id) => ({ ...SYSTEM, id, action: "appointment.match_phone" }));
  const people = [11, 12, 13, 14].map((id) => ({ ...LOG, id }));
  const { keys } = await openApp("/audit-logs", ADMIN, list([...runs, ...people]));
  const count = (words: RegExp) => screen.queryAllByText(words).length;
  expect(count(/added the number of/)).toBe(1);
  expect(screen.getAllByText("maya").length).toBeGreaterThanOrEqual(4);
  await keys.click(screen.getByRole("button", { name: "Show 4 More Like This" }));
  expect(count(/added the number of/)).toBe(5);
  await keys.click(screen.getByRole("button", { name: "Show Fewer" }));
  expect(count(/added the number of/)).toBe(1);
});

test("a row says what was done, by whom and when; expanded, it shows every field", async () => {
  const { keys } = await openApp("/audit-logs", ADMIN, list([LOG, SYSTEM]));
  const [row, bare] = within(screen.getByRole("list", { name: "Logs, Yesterday" })).getAllByRole(
    "listitem",
  );
  if (!row || !bare) throw new Error("two rows");
  expect(row.textContent).toStartWith("Mmaya added a client From another program.11:04 PM");
  expect(row.textContent).not.toContain("203.0.113.24");
  expect(row.textContent).not.toContain("Target ID");

  await expand(keys, row);
  for (const text of [
    "contact.create",
    "user",
    "contact",
    "Nov 18, 2026 23:04:03",
    "u1",
    "12",
    "203.0.113.24",
    "webhook",
  ])
    within(row).getByText(text);

  await expand(keys, bare);
  within(bare).getByText("system");
  expect(bare.textContent).toStartWith("Someone couldn't sign in");
  expect(bare.textContent).not.toContain("Actor ID");
  screen.getByText("Showing 1-2 of 2 logs");
});

test("entries are grouped by the salon's days", async () => {
  await openApp(
    "/audit-logs",
    ADMIN,
    list([
      { ...LOG, id: 91, createdAt: "2026-11-19T06:00:00.000Z" },
      LOG,
      { ...LOG, id: 80, createdAt: "2026-11-18T06:00:00.000Z" },
      { ...LOG, id: 79, createdAt: "2026-11-10T18:00:00.000Z" },
    ]),
  );
  const rows = (day: string) =>
    within(screen.getByRole("list", { name: `Logs, ${day}` })).getAllByRole("listitem").length;
  expect([rows("Today"), rows("Yesterday"), rows("Nov 10")]).toEqual([1, 2, 1]);
});

const HANA = {
  contactId: 12,
  clientName: "Hana Kim",
  visitId: 1101,
  day: "2026-11-20",
  startsAt: "2026-11-20T16:15:00",
  service: "Root Touch-up",
  name: null,
};
const MOVE = {
  ...LOG,
  action: "appointment.move",
  targetType: "appointment",
  targetId: "1101",
  subject: HANA,
  metadata: {
    fields: ["startsAt", "endsAt"],
    changes: [
      { field: "startsAt", before: "2026-11-20T14:00:00", after: "2026-11-20T16:15:00" },
      { field: "employee", before: "Jo", after: "Elena" },
    ],
  },
};

test("a moved visit names its client and links to it, and its details are a table without JSON", async () => {
  const { keys } = await openApp("/audit-logs", ADMIN, list([MOVE]));
  const row = screen.getByText("Hana Kim's visit").closest("li");
  if (!row) throw new Error("a row");
  expect(row.textContent).toContain("maya moved Hana Kim's visit to 4:15 PM");
  within(row).getByText("Root Touch-up. Before: Nov 20 at 2:00 PM.");
  expect(within(row).getByRole("link").getAttribute("href")).toBe(
    "/appointments?visit=1101&date=2026-11-20",
  );
  await expand(keys, row);
  const cells = within(row)
    .getAllByRole("row")
    .map((line) => [...line.children].map((cell) => cell.textContent));
  expect(cells).toEqual([
    ["Field", "Before", "After"],
    ["Start", "Nov 20, 2026 at 2:00 PM", "Nov 20, 2026 at 4:15 PM"],
    ["Employee", "Jo", "Elena"],
  ]);
  within(row).getByText("start and end");
  expect(row.textContent).not.toContain("{");
});

const CLIENT = { ...HANA, visitId: null, day: null, startsAt: null, service: null };
const NAMED = { ...CLIENT, contactId: null, clientName: null };

test.each([
  [{ action: "contact.create", subject: CLIENT }, "maya added Hana Kim", "/contacts/12"],
  [{ action: "contact.erase", subject: CLIENT }, "maya erased Hana Kim", "/contacts/12"],
  [
    { action: "booking.create", actorName: null, actorType: "system", subject: HANA },
    "Hana Kim booked Hana Kim's visit online",
    "/contacts/12",
  ],
  [
    { action: "appointment.status", metadata: { status: "no_show" }, subject: HANA },
    "maya marked Hana Kim's visit as a no-show",
    "/appointments?visit=1101&date=2026-11-20",
  ],
  [
    {
      action: "appointment.create",
      subject: { ...HANA, day: "2026-11-27", startsAt: null, service: null },
    },
    "maya booked Hana Kim's visit 11:04 PM",
    "/appointments?visit=1101&date=2026-11-27",
  ],
  [
    { action: "review.match", subject: CLIENT },
    "maya matched the review of Hana Kim",
    "/contacts/12",
  ],
  [
    { action: "payment.refund_failed", actorName: null, actorType: "system", subject: CLIENT },
    "Payment refund failed: Hana Kim",
    "/contacts/12",
  ],
  [
    {
      action: "campaign.complete",
      targetType: "campaign",
      targetId: "7",
      actorName: null,
      actorType: "system",
      subject: { ...NAMED, name: "Glow Up" },
    },
    "Parlor completed the campaign Glow Up",
    "/campaigns/7",
  ],
  [
    { action: "service.update", subject: { ...NAMED, name: "Balayage" } },
    "maya changed the service Balayage",
    undefined,
  ],
  [
    {
      ...{ action: "tag.put_on", subject: { ...NAMED, name: "VIP" } },
      metadata: { contactIds: [1, 2], count: 2 },
    },
    "maya put the tag VIP on contacts 2 contacts.11",
    undefined,
  ],
  [
    {
      ...{ action: "user.login_failed", actorName: null, actorType: "system", targetId: null },
      metadata: { username: "{maya}" },
    },
    "Someone couldn't sign in as {maya} 11",
    undefined,
  ],
  [
    { action: "tag.delete", actorName: null, subject: NAMED },
    "A deleted user deleted a tag",
    undefined,
  ],
  [{ action: "settings.update", targetId: null }, "maya changed the settings", undefined],
])("the entry %j says %s", async (entry, sentence, href) => {
  await openApp("/audit-logs", ADMIN, list([{ ...LOG, metadata: {}, ...entry }]));
  const [row] = within(screen.getByRole("list", { name: "Logs, Yesterday" })).getAllByRole(
    "listitem",
  );
  expect(row?.textContent).toContain(sentence);
  expect(row?.querySelector("a")?.getAttribute("href")).toBe(href as string);
});

test("a client is no link for a user without the page, and Reset Filters is there once filtered", async () => {
  await openApp("/audit-logs", staffWith("/audit-logs"), list([MOVE]));
  expect(screen.getByText("Hana Kim's visit").tagName).toBe("B");
  expect(screen.queryByRole("button", { name: "Reset Filters" })).toBeNull();
});

async function expand(keys: { click: (element: Element) => Promise<void> }, row: HTMLElement) {
  await keys.click(within(row).getByRole("button", { name: "Details" }));
  within(row).getByText("Action");
}

test("filters and search are kept in the address, and Reset Filters clears it", async () => {
  const { keys } = await openApp("/audit-logs?page=3", ADMIN, list([LOG], 500, "40"));
  screen.getByText("Showing 101-101 of 500 logs");
  await keys.selectOptions(screen.getByLabelText("Action"), "User sign-in failed");
  expect(location.search).toBe("?action=user.login_failed");
  await keys.selectOptions(screen.getByLabelText("Person"), "maya");
  expect(location.search).toBe("?action=user.login_failed&actor=u1");
  await keys.type(screen.getByRole("searchbox", { name: "Search audit logs" }), "webhook");
  await waitFor(() => expect(location.search).toContain("search=webhook"));
  await keys.click(screen.getByRole("button", { name: "Reset Filters" }));
  expect(location.search).toBe("");
});

test("Next and Previous page by number, and by cursor beyond the numbered pages", async () => {
  const fifty = Array.from({ length: 50 }, (_, n) => ({ ...LOG, id: 1000 - n }));
  const { keys } = await openApp("/audit-logs", ADMIN, list(fifty, 20_000, "951"));
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Previous" }).disabled).toBe(true);
  await keys.click(screen.getByRole("button", { name: "Next" }));
  expect(location.search).toBe("?page=2");
  screen.getByText("Showing 51-100 of 20,000 logs");
  await keys.click(screen.getByRole("button", { name: "Previous" }));
  expect(location.search).toBe("");
});

test("beyond ten thousand, the page's cursor is kept too", async () => {
  const fifty = Array.from({ length: 50 }, (_, n) => ({ ...LOG, id: 1000 - n }));
  const { keys } = await openApp("/audit-logs?page=201", ADMIN, list(fifty, 20_000, "951"));
  screen.getByText("Showing 10,001-10,050 of 20,000 logs");
  await keys.click(screen.getByRole("button", { name: "Next" }));
  expect(location.search).toBe("?page=202&cursor=951");
  await keys.click(screen.getByRole("button", { name: "Previous" }));
  expect(location.search).toBe("?page=201");
});

test("a count beyond the limit is shown as more than", async () => {
  await openApp("/audit-logs?search=web", ADMIN, list([LOG], 10_000, "40", false));
  screen.getByText("Showing 1-1 of more than 10,000 logs");
});

test("an empty result says so", async () => {
  await openApp("/audit-logs?search=zzz", ADMIN, list([]));
  screen.getByText("No audit logs found");
  expect(screen.queryByText(/Showing/)).toBeNull();
});

test("only an admin exports", async () => {
  await openApp("/audit-logs", staffWith("/audit-logs"), list([LOG]));
  screen.getByText("From another program.");
  expect(screen.queryByRole("button", { name: /Export/ })).toBeNull();
});

test.each([
  [{ by: "webhook" }, "From another program."],
  [{ everyWeeks: 4, source: "staff" }, "Every 4 weeks."],
  [
    {
      fields: ["durationMinutes", "service"],
      changes: [{ field: "durationMinutes", before: 75, after: 90 }],
    },
    "Changed service.",
  ],
  [{ by: "booking" }, "During online booking."],
  [{ fields: ["businessName", "smtpHost"] }, "Changed business name and SMTP host."],
  [{ fields: ["startsAt", "employeeId"] }, "Changed start and employee."],
  [{ start: "2026-11-28T11:00:00", employee: 4 }, "Start: Nov 28, 2026 at 11:00 AM."],
  [{ from: "2026-12-01", employees: ["Ana", "Ben"] }, "From: Dec 1, 2026. Employees Ana and Ben."],
  [{ appointmentIds: [374, 375] }, "2 appointments."],
  [{ way: "cash", cents: 3000, appointments: [374] }, "Way: cash. $30.00. 1 appointment."],
  [{ contactIds: Array.from({ length: 30 }, (_, n) => n) }, "30 contacts."],
  [{ name: "VIP", recipients: 1200 }, "“VIP”. 1,200 recipients."],
  [{ news: "canceled", visits: 1 }, "Canceled. 1 visit."],
  [{ cents: 3000, tip: 550 }, "$30.00. Tip: $5.50."],
  [{ pages: ["/", "/inbox"] }, "Pages: Dashboard and Inbox."],
  [{ canViewClientNames: false, before: { a: 1 } }, "Can view client names: no."],
])("the metadata %j reads as a sentence", async (metadata, text) => {
  await openApp("/audit-logs", ADMIN, list([{ ...LOG, metadata }]));
  screen.getByText(text);
});

test("every recorded action is said in words", () => {
  const actions = [...new Bun.Glob("src/**/*.ts").scanSync()].flatMap((file) =>
    [
      ...readFileSync(file, "utf8").matchAll(/action: [^;{}]*?"(\w+\.\w+)"(?: : "(\w+\.\w+)")?/g),
    ].flatMap(([, ...found]) => found.filter((one) => one !== undefined)),
  );
  expect(actions.length).toBeGreaterThan(150);
  const AS_IT_IS = /(?:ed|paid|read)$/;
  const wordless = [...new Set(actions)].filter((action) => {
    const label = actionLabel(action).toLowerCase();
    return label === action.replace(/[._]/g, " ") && !AS_IT_IS.test(label);
  });
  expect(wordless).toEqual([]);
});
