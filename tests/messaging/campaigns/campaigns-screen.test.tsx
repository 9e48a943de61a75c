import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { ADMIN, NOW, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import type { Api } from "#ui/api.ts";
import { campaignsQuery, progressQuery } from "#ui/messaging/campaigns/queries.ts";

const GLOW: Campaign = {
  id: 7,
  name: "Winter Glow",
  message: "Hi {firstName}, it is glow season.",
  version: 1,
  userId: ADMIN.id,
  author: "maya",
  status: "sending",
  isDraft: false,
  needsApproval: false,
  includeAsked: false,
  segments: 1,
  costPerSegment: "0.0079",
  totalCost: "10.112",
  totalRecipients: 640,
  sentCount: 412,
  deliveredCount: 400,
  failedCount: 0,
  skippedCount: 0,
  skipped: [],
  unknownCount: 0,
  replyCount: 0,
  optOutCount: 0,
  preparing: false,
  scheduledAt: null,
  reason: null,
  heldUntil: null,
  heldBy: null,
  deliverabilityCheckStatus: "skipped",
  deliverabilityCheckProgress: "100",
  createdAt: new Date(NOW - 8.5 * 60_000).toISOString(),
};
const DRAFT: Campaign = {
  ...GLOW,
  id: 8,
  name: "Gift Cards",
  userId: "u2",
  author: "rosa",
  status: "draft",
  isDraft: true,
  needsApproval: true,
  totalRecipients: 0,
  sentCount: 0,
};
const ROSA = staffWith("/campaigns");

const open = (campaigns: Campaign[], answers = {}, user = ADMIN, address = "/campaigns") =>
  openApp(address, user, { "GET /api/campaigns": campaigns, ...answers });
const card = () => within(screen.getByRole("article", { name: "Winter Glow" }));

test("without campaigns the screen says so and offers the next step", async () => {
  await open([]);
  screen.getByText("No campaigns yet");
  expect(screen.getAllByRole("button", { name: "New Campaign" })).toHaveLength(2);
});

test("a completed campaign's bar shows the share that was sent", async () => {
  await open([{ ...GLOW, status: "completed", sentCount: 626, skippedCount: 14 }]);
  card().getByRole("img", { name: "98% sent" });
  card().getByText("98%");
});

test("a card shows progress, cost, number check and age", async () => {
  await open([GLOW]);
  const text = screen.getByRole("article", { name: "Winter Glow" }).textContent;
  for (const expectedText of [
    "Sending",
    "412 of 640 sent",
    "64%",
    "$10.11",
    "8 min ago",
    "Check skipped",
  ])
    expect(text).toContain(expectedText);
});

test.each([
  ["pending", "", "Starting check..."],
  ["in_progress", "62", "Checking 62%"],
  ["completed", "100", "Checked"],
] as const)("a check that is %s (%s) reads %s", async (status, progress, expectedText) => {
  await open([
    { ...GLOW, deliverabilityCheckStatus: status, deliverabilityCheckProgress: progress },
  ]);
  card().getByText(expectedText);
});

test("quiet hours, unconfirmed texts and failures are explained", async () => {
  await open([
    {
      ...GLOW,
      ...{ heldUntil: "2026-11-20T15:00:00Z", unknownCount: 2, skippedCount: 28 },
      skipped: [
        { reason: "Never agreed to offers", count: 24 },
        { reason: "The client has opted out", count: 4 },
      ],
    },
    { ...GLOW, id: 9, name: "Failed one", status: "failed", reason: "Twilio refused the sign-in" },
  ]);
  card().getByText("Quiet hours: 200 texts wait until tomorrow, 9:00 AM.");
  card().getByText("2 could not be confirmed");
  card().getByText("28 not sent: never agreed to offers (24), the client has opted out (4)");
  expect(screen.getByText("Twilio refused the sign-in").className).toContain("bad");
});

test("the filter is kept in the address, and can be cleared", async () => {
  const failed = { "GET /api/campaigns?status=failed&limit=50": [] };
  const { keys } = await open([GLOW], failed, ADMIN, "/campaigns?status=failed");
  screen.getByText("No failed campaigns");
  await keys.click(screen.getByRole("radio", { name: "Sending" }));
  expect(location.search).toBe("?status=sending");
  await screen.findByRole("article", { name: "Winter Glow" });
});

test("stopping shows at once, and is reverted when the server refuses", async () => {
  const { keys } = await open([GLOW], {
    "POST /api/campaigns/7/stop": refuseWith({
      status: 409,
      message: "This campaign isn't sending.",
    }),
  });
  await keys.click(card().getByRole("button", { name: "Stop" }));
  expect(await screen.findByText("This campaign isn't sending.")).toBeTruthy();
  card().getByRole("button", { name: "Stop" });
});

test("deleting asks with the specified text, and is offered only for ended campaigns", async () => {
  const { keys, sent } = await open([GLOW, { ...GLOW, id: 9, name: "Old", status: "completed" }], {
    "DELETE /api/campaigns/9": null,
  });
  await keys.click(card().getByRole("button", { name: "More actions for Winter Glow" }));
  await screen.findByRole("menuitem", { name: "Duplicate" });
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  await keys.keyboard("{Escape}");

  await keys.click(screen.getByRole("button", { name: "More actions for Old" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Delete" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  dialog.getByText('Are you sure you want to delete "Old"? This action cannot be undone.');
  await keys.click(dialog.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Campaign deleted")).toBeTruthy();
  expect(sent).toEqual(["DELETE /api/campaigns/9"]);
});

test("an edited message must not be blank, and saving it shows a toast", async () => {
  const changed = { ...GLOW, message: "New words" };
  const list = [GLOW];
  const { keys, sent } = await open(list, { "PATCH /api/campaigns/7/message": changed });
  await keys.click(card().getByRole("button", { name: "More actions for Winter Glow" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Edit Message" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Message" }));
  const box = dialog.getByRole("textbox", { name: "Message" });
  await keys.clear(box);
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("Message cannot be empty");

  await keys.type(box, "New words");
  list[0] = changed;
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Message updated")).toBeTruthy();
  expect(sent).toEqual(['PATCH /api/campaigns/7/message {"message":"New words"}']);
  await card().findByText("New words");
});

test("an admin sees the author of each draft, and rejecting deletes it", async () => {
  const { keys, sent } = await open([DRAFT], { "DELETE /api/campaigns/8": null });
  const drafts = within(screen.getByRole("region", { name: "Pending Drafts" }));
  drafts.getByText("Pending Approval");
  await keys.click(drafts.getByRole("button", { name: "Reject Gift Cards" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Reject Draft" }));
  await keys.click(dialog.getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(sent).toEqual(["DELETE /api/campaigns/8"]));
});

test("a non-admin can delete their own drafts, and approve none", async () => {
  const { keys } = await open([DRAFT, { ...GLOW, status: "completed" }], {}, ROSA);
  const drafts = within(screen.getByRole("region", { name: "My Drafts" }));
  drafts.getByRole("button", { name: "Delete Gift Cards" });
  expect(drafts.queryByRole("button", { name: /Approve/ })).toBeNull();
  screen.getByRole("region", { name: "My Campaigns" });
  await keys.click(card().getByRole("button", { name: /More actions/ }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["Report", "Duplicate"]);
});

const LATER: Campaign = { ...GLOW, status: "scheduled", scheduledAt: "2027-01-08T16:00:00Z" };

test("a scheduled campaign shows its time, and can be moved, sent now or stopped", async () => {
  const { keys, sent } = await open([LATER], {
    "PATCH /api/campaigns/7/schedule": { ...LATER, status: "sending" },
  });
  card().getByText("Fri, Jan 8, 2027 at 10:00 AM");
  await keys.click(card().getByRole("button", { name: "Reschedule…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Reschedule" }));
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>("Time").value).toBe("10:00 AM"),
  );
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Campaign rescheduled");

  await keys.click(card().getByRole("button", { name: /More actions/ }));
  screen.getByRole("menuitem", { name: "Stop" });
  await keys.click(await screen.findByRole("menuitem", { name: "Send Now" }));
  const confirm = within(await screen.findByRole("alertdialog"));
  confirm.getByText(
    "“Winter Glow” will start sending to 640 clients now instead of at its scheduled time.",
  );
  await keys.click(confirm.getByRole("button", { name: "Send Now" }));
  await screen.findByText("Your campaign will send shortly");
  expect(sent).toEqual([
    'PATCH /api/campaigns/7/schedule {"scheduledFor":"2027-01-08T10:00"}',
    'PATCH /api/campaigns/7/schedule {"scheduledFor":null}',
  ]);
});

test("a new time that the server refuses is reported at the date", async () => {
  const expectedText = "Choose a time within the next year.";
  const { keys } = await open([LATER], {
    "PATCH /api/campaigns/7/schedule": refuseWith({
      status: 400,
      message: expectedText,
      errors: { scheduledFor: expectedText },
    }),
  });
  await keys.click(card().getByRole("button", { name: "Reschedule…" }));
  await keys.click(await screen.findByRole("button", { name: "Save" }));
  expect((await screen.findByRole("alert")).textContent).toBe(expectedText);
});

test("a non-admin can only stop a scheduled campaign", async () => {
  const { sent, keys } = await open([LATER], { "POST /api/campaigns/7/stop": LATER }, ROSA);
  expect(card().queryByRole("button", { name: "Reschedule…" })).toBeNull();
  await keys.click(card().getByRole("button", { name: "Stop" }));
  await screen.findByText("Campaign stopped");
  expect(sent).toEqual(["POST /api/campaigns/7/stop"]);
});

test("preparing, the daily cap and a pause for filtering are explained", async () => {
  await open([
    {
      ...GLOW,
      preparing: true,
      heldUntil: "2031-11-20T06:00:00Z",
      heldBy: "daily-cap",
      unknownCount: 3,
    },
    {
      ...GLOW,
      id: 9,
      name: "Filtered",
      status: "stopped",
      reason: "Paused: carriers filter too many of its texts as unwanted",
    },
  ]);
  card().getByText("Preparing recipients...");
  card().getByText(/^Daily cap reached: 228 texts wait until Nov 20, 2031, 12:00 AM\.$/);
  expect(card().getByRole("link", { name: "3 could not be confirmed" })).toHaveProperty(
    "pathname",
    "/campaigns/7",
  );
  expect(screen.getByText(/^Paused: carriers/).className).toContain("wait");
});

test("the filter includes scheduled campaigns", async () => {
  const { keys } = await open([LATER]);
  await keys.click(screen.getByRole("radio", { name: "Scheduled" }));
  expect(location.search).toBe("?status=scheduled");
  card();
});

test("a failed campaign doesn't claim to be checking numbers", async () => {
  const reason = "Texting isn't set up. Add your Twilio account in Settings.";
  await open([{ ...GLOW, status: "failed", reason, deliverabilityCheckStatus: "pending" }]);
  card().getByText(reason);
  expect(card().queryByText("Starting check...")).toBeNull();
});

test("only an admin resumes, and only an admin or the author edits", async () => {
  await open([{ ...GLOW, status: "stopped" }], {}, ROSA);
  expect(card().queryByRole("button", { name: "Resume" })).toBeNull();
  const { keys } = await open([{ ...GLOW, id: 9, name: "Fall", status: "stopped" }], {}, ROSA);
  await keys.click(screen.getAllByRole("button", { name: "More actions for Fall" })[0] as Element);
  await screen.findByRole("menuitem", { name: "Duplicate" });
  expect(screen.queryByRole("menuitem", { name: "Edit Message" })).toBeNull();
});

test("rejecting another user's draft says so", async () => {
  const { keys } = await open([DRAFT], { "DELETE /api/campaigns/8": null });
  await keys.click(screen.getByRole("button", { name: "Reject Gift Cards" }));
  await keys.click(await screen.findByRole("button", { name: "Reject" }));
  await screen.findByText("Draft rejected");
});

test("approving sends the version that was read, and a refusal shows the new text", async () => {
  const changed = { ...DRAFT, version: 2, message: "Now with other words" };
  const { keys, sent } = await open([{ ...DRAFT, totalRecipients: 3 }], {
    "GET /api/campaigns/8": { ...changed, totalRecipients: 3, contactIds: null, audience: null },
    "POST /api/campaigns/8/approve": refuseWith({
      status: 409,
      message: "This draft was changed. Read the new message before you approve it.",
    }),
  });
  await keys.click(screen.getByRole("button", { name: "Approve Gift Cards" }));
  const dialog = within(await screen.findByRole("dialog"));
  const approveButton = () => dialog.getByRole("button", { name: /^Approve and Send/ });
  await keys.click(approveButton());
  await dialog.findByText("This draft was changed. Read the new message before you approve it.");
  expect(dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" }).value).toBe(
    changed.message,
  );
  await keys.click(approveButton());
  await waitFor(() =>
    expect(sent.filter((line) => line.startsWith("POST"))).toEqual([
      'POST /api/campaigns/8/approve {"version":1}',
      'POST /api/campaigns/8/approve {"version":2}',
    ]),
  );
});

test("progress is fetched only for sending campaigns, without reloading the list", async () => {
  await open([GLOW], {
    "GET /api/campaigns?status=sending": [{ ...GLOW, sentCount: 500 }],
  });
  await waitFor(() => card().getByText("500"));
  const api: Api = () => Promise.reject(new Error("Not called"));
  expect(campaignsQuery(api, {}).meta).toEqual({ reads: ["campaigns"] });
  expect(progressQuery(api).meta).toEqual({ reads: ["campaigns", "campaign-progress"] });
});

test("more campaigns are loaded on request", async () => {
  const page = Array.from({ length: 50 }, (_, n) => ({ ...GLOW, id: 100 - n, name: `C${n}` }));
  const { keys } = await open(page, {
    "GET /api/campaigns?drafts=none&before=51&limit=50": [{ ...GLOW, id: 3, name: "Oldest" }],
  });
  screen.getByText("50+");
  await keys.click(screen.getByRole("button", { name: "Load More" }));
  await screen.findByRole("article", { name: "Oldest" });
  expect(screen.queryByRole("button", { name: "Load More" })).toBeNull();
});
