import { expect, test } from "bun:test";
import { act, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { ADMIN, appAt } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const CONTACT = contactRow({
  id: 1,
  name: "Odalys Quintero",
  optedOut: true,
  optOutDate: "2026-11-02T10:00:00Z",
  createdAt: "2026-11-18T10:00:00Z",
});
const CAMPAIGN = {
  id: 7,
  name: "Winter Glow",
  message: "Hi {firstName}",
  userId: ADMIN.id,
  author: "maya",
  status: "sending",
  isDraft: false,
  needsApproval: false,
  segments: 1,
  costPerSegment: "0.0079",
  totalCost: "1000.112",
  totalRecipients: 1640,
  sentCount: 412,
  deliveredCount: 400,
  failedCount: 1,
  skippedCount: 0,
  skipped: [],
  unknownCount: 1,
  reason: null,
  heldUntil: "2026-11-20T15:00:00Z",
  deliverabilityCheckStatus: "skipped",
  deliverabilityCheckProgress: "100",
  createdAt: "2026-11-19T15:52:00Z",
};
const REPORT = {
  campaign: CAMPAIGN,
  held: [],
  failures: [{ kind: "failed", reason: "The number isn't in service", count: 1 }],
  hours: [
    { at: "2026-11-19T15:00:00Z", sent: 400, delivered: 390, failed: 1, replies: 0 },
    { at: "2026-11-19T16:00:00Z", sent: 12, delivered: 10, failed: 0, replies: 3 },
  ],
  bookings: 3,
  bookedValue: "360.00",
  plannedCost: "1000.112",
  realCost: "3.2",
  pricedCount: 400,
};
const UNKNOWN = {
  id: 3,
  contactId: 1,
  name: "Odalys Quintero",
  phoneNumber: "+15125550142",
  at: "2026-11-19T15:53:00Z",
  reason: "It could not be decided",
};
const ANSWERS = {
  "GET /api/campaigns/7/report": REPORT,
  "GET /api/campaigns/7/unknown": { recipients: [UNKNOWN], nextCursor: null },
  "GET /api/campaigns": [CAMPAIGN, { ...CAMPAIGN, id: 8, status: "draft" }],
  "GET /api/contacts": { contacts: [CONTACT], total: 1, nextCursor: "x" },
};

test.each([
  ["/campaigns", "Winter Glow"],
  ["/campaigns?new=1&status=sending", "Winter Glow"],
  ["/campaigns/7", "The number isn&#x27;t in service"],
  ["/contacts", "Odalys Quintero"],
  ["/contacts?q=oda&state=opted-out&new=1", "Odalys Quintero"],
])("what the server renders at %s is what the browser renders first", async (address, text) => {
  const server = await appAt(address, ADMIN, ANSWERS);
  const html = renderToString(server.app(true));
  expect(html).toContain(text);

  history.replaceState(null, "", address);
  const browser = await appAt(address, ADMIN, ANSWERS);
  const root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = html;
  const mistakes: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(root, browser.app(false), {
      onRecoverableError: (error) => mistakes.push(error),
    }),
  );
  expect(mistakes).toEqual([]);
  // Its code comes late, and must not arrive in the middle of another test.
  if (address.includes("new=1")) await screen.findByRole("dialog");
  await act(async () => hydrated.unmount());
  root.remove();
});
