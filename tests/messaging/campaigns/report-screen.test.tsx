import { expect, test } from "bun:test";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { Campaign, Report } from "#src/messaging/campaigns/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";

const GLOW: Campaign = {
  id: 7,
  name: "Winter Glow",
  message: "Hi {firstName}, it is glow season.",
  version: 1,
  userId: ADMIN.id,
  author: "maya",
  status: "completed",
  isDraft: false,
  needsApproval: false,
  includeAsked: false,
  segments: 1,
  costPerSegment: "0.0079",
  totalCost: "10.112",
  totalRecipients: 640,
  sentCount: 600,
  deliveredCount: 570,
  failedCount: 12,
  skippedCount: 28,
  skipped: [],
  unknownCount: 0,
  replyCount: 30,
  optOutCount: 6,
  preparing: false,
  scheduledAt: null,
  reason: null,
  heldUntil: null,
  heldBy: null,
  deliverabilityCheckStatus: "completed",
  deliverabilityCheckProgress: "100",
  createdAt: "2026-11-19T15:52:00Z",
};
const REPORT: Report = {
  campaign: GLOW,
  held: [],
  failures: [
    { kind: "skipped", reason: "The client has opted out", count: 28 },
    { kind: "failed", reason: "The number isn't in service", count: 12 },
  ],
  hours: [
    { at: "2026-11-19T15:00:00Z", sent: 500, delivered: 470, failed: 12, replies: 10 },
    { at: "2026-11-19T17:00:00Z", sent: 100, delivered: 100, failed: 0, replies: 20 },
  ],
  plannedCost: "10.112",
  realCost: "4.98",
  bookings: 3,
  bookedValue: "360.00",
  pricedCount: 412,
};
const PERSON = {
  id: 3,
  contactId: 1,
  name: "Odalys Quintero",
  phoneNumber: "+15125550142",
  at: "2026-11-19T15:53:00Z",
  reason: "It could not be decided",
};
const UNKNOWN = {
  "GET /api/campaigns/7/unknown": {
    recipients: [PERSON, { ...PERSON, id: 4, name: null, contactId: null }],
    nextCursor: null,
  },
};

const open = (report: Partial<Report> = {}, answers = {}, user = ADMIN) =>
  openApp("/campaigns/7", user, {
    "GET /api/campaigns/7/report": { ...REPORT, ...report },
    ...answers,
  });
const region = (name: string) => within(screen.getByRole("region", { name }));

test("the heading says what, when and by whom, and shows the text", async () => {
  await open();
  const head = region("Details");
  head.getByRole("heading", { name: "Winter Glow" });
  head.getByText("Completed");
  head.getByText("By maya, Nov 19 at 9:52 AM");
  expect(screen.getByRole("region", { name: "Details" }).textContent).toContain(
    "Hi Alex, it is glow season.",
  );
  const list = region("Screen header").getByRole("link", { name: "Campaigns" });
  expect(list).toHaveProperty("pathname", "/campaigns");
});

test.each([
  ["Sent", "600", "of 640"],
  ["Delivered", "570", "95% of those sent"],
  ["Failed", "12", "reasons below"],
  ["Replies", "30", "5% of those sent"],
  ["Opt-outs", "6", "1% of those sent"],
  ["Cost", "$4.98", "for 412 so far, $10.11 planned"],
])("%s: %s, %s", async (name, figure, note) => {
  await open();
  region(name).getByText(figure);
  region(name).getByText(note);
});

test("the hours are bars with their figures in words, and a table", async () => {
  await open();
  screen.getByRole("img", {
    name: "Hour by hour, November 19, 9:00 AM to November 19, 11:00 AM: 600 sent, 570 delivered, 12 failed, 30 replies",
  });
  const rows = within(screen.getByRole("table", { name: "Hour by hour" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "WhenSentDeliveredFailedReplies",
    "November 19, 9:00 AM5004701210",
    "November 19, 10:00 AM0000",
    "November 19, 11:00 AM100100020",
  ]);
});

test("failed and skipped recipients are listed by reason", async () => {
  await open();
  const items = region("Not delivered").getAllByRole("listitem");
  expect(items.map(({ textContent }) => textContent)).toEqual([
    "The client has opted outSkipped28",
    "The number isn't in serviceFailed12",
  ]);
});

test("clients who booked after the text are counted, with their visits' worth", async () => {
  await open();
  expect(screen.getAllByRole("region", { name: /^(Bookings|Worth|Sent)$/ })[0]?.textContent).toBe(
    "Bookings3in 14 days so far",
  );
  region("Worth").getByText("$360.00");
  cleanup();
  await open({
    hours: [{ at: "2026-11-02T16:00:00Z", sent: 9, delivered: 9, failed: 0, replies: 0 }],
  });
  region("Bookings").getByText("in 14 days");
});

test("before anything is sent, there is a baseline and no figures", async () => {
  await open({ failures: [], hours: [], realCost: null, pricedCount: 0 });
  screen.getByRole("img", { name: "Nothing to show yet" });
  screen.getByText("No texts failed, and no one was skipped.");
  screen.getByText("planned, not charged yet");
  expect(screen.queryByRole("table")).toBeNull();
});

test("staff resolve unconfirmed texts: delivered, sent again after a warning, or not delivered", async () => {
  const { keys, sent } = await open(
    { campaign: { ...GLOW, unknownCount: 2 } },
    {
      ...UNKNOWN,
      "POST /api/campaigns/unknown/3/settle": { ...GLOW, unknownCount: 1 },
      "POST /api/campaigns/unknown/4/settle": { ...GLOW, unknownCount: 0 },
    },
  );
  const card = region("Couldn't be confirmed");
  card.getByText("Nothing is sent, and it will count as failed.");
  expect(card.getByRole("link", { name: "Odalys Quintero" })).toHaveProperty(
    "pathname",
    "/contacts/1",
  );
  await keys.click(card.getByRole("button", { name: "It Arrived Odalys Quintero" }));
  await screen.findByText("Counted as sent");
  await keys.click(card.getByRole("button", { name: "Send Again +15125550142" }));
  const confirm = within(await screen.findByRole("alertdialog", { name: "Send Again" }));
  confirm.getByText("If the first text arrived, (512) 555-0142 will get it twice.");
  await keys.click(confirm.getByRole("button", { name: "Send Again" }));
  await screen.findByText("Sending it again");
  expect(sent).toEqual([
    'POST /api/campaigns/unknown/3/settle {"as":"arrived"}',
    'POST /api/campaigns/unknown/4/settle {"as":"send-again"}',
  ]);
});

test("other users see unconfirmed texts, and decide nothing", async () => {
  await open({ campaign: { ...GLOW, unknownCount: 2 } }, UNKNOWN, staffWith("/campaigns"));
  const card = region("Couldn't be confirmed");
  card.getByText("Odalys Quintero");
  card.getByText(/An administrator can resolve them\./);
  expect(card.queryByRole("button")).toBeNull();
  expect(card.queryByRole("link")).toBeNull();
});

test("stopping shows at once and is reverted when the server refuses", async () => {
  const expectedText = "This campaign isn't sending.";
  const { keys } = await open(
    { campaign: { ...GLOW, status: "sending" } },
    {
      "POST /api/campaigns/7/stop": refuseWith({ status: 409, message: expectedText }),
    },
  );
  await keys.click(region("Details").getByRole("button", { name: "Stop" }));
  await screen.findByText(expectedText);
  region("Details").getByRole("button", { name: "Stop" });
});

test("duplicating opens the composer", async () => {
  const { keys } = await open(
    {},
    {
      // Never answered: what the composer does with it is told elsewhere.
      "GET /api/campaigns/7": new Promise(() => undefined),
    },
  );
  await keys.click(screen.getByRole("button", { name: "Duplicate" }));
  await waitFor(() => expect(location.pathname + location.search).toBe("/campaigns?new=1&from=7"));
});

test("deleting returns to the campaigns", async () => {
  const { keys, sent } = await open({}, { "DELETE /api/campaigns/7": null });
  await keys.click(screen.getByRole("button", { name: "More actions for Winter Glow" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await keys.click(
    within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Delete" }),
  );
  await screen.findByText("Campaign deleted");
  expect(location.pathname).toBe("/campaigns");
  expect(sent).toEqual(["DELETE /api/campaigns/7"]);
});

test("an unknown campaign is 404", async () => {
  await openApp("/campaigns/9", ADMIN);
  screen.getByText("404 Page Not Found");
});

test("a report that can't be loaded says why", async () => {
  await openApp("/campaigns/7", ADMIN, {
    "GET /api/campaigns/7/report": refuseWith({ status: 503, message: "The server is busy." }),
  });
  expect(await screen.findByText("The server is busy.")).toBeTruthy();
});
