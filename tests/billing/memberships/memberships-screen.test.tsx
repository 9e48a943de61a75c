import { expect, test } from "bun:test";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import type { Membership } from "#src/billing/memberships/contract.ts";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { ADMIN, openApp, refuseWith, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const GLOW: Membership = {
  id: "m1",
  name: "Glow Club",
  description: "One facial a month",
  price: "89.00",
  billingFrequency: "month",
  agreementText: "",
  status: "approved",
  createdBy: "u1",
  approvedBy: "u1",
  approvedAt: "2026-11-01T10:00:00Z",
  subscriberCount: 2,
  createdAt: "2026-11-01T10:00:00Z",
  updatedAt: "2026-11-01T10:00:00Z",
};
const PENDING: Membership = {
  ...GLOW,
  id: "m2",
  name: "Brows",
  status: "pending",
  createdBy: "u2",
};
const BOTH = { "GET /api/memberships": [GLOW, PENDING] };

const card = (name: string) => within(screen.getByRole("article", { name }));

test("cards say whether there is an agreement to sign", async () => {
  const signed = { ...PENDING, agreementText: "# Agreement" };
  await openApp("/memberships", ADMIN, { "GET /api/memberships": [GLOW, signed] });
  card("Glow Club").getByText("No agreement");
  card("Brows").getByText("Agreement");
});

test("cards show price, state and members, and only admins decide and delete", async () => {
  const { keys } = await openApp("/memberships", ADMIN, BOTH);
  card("Glow Club").getByText("$89.00");
  card("Glow Club").getByText("2 subscribers");
  card("Glow Club").getByRole("button", { name: "Send Invite" });
  card("Brows").getByRole("button", { name: "Approve" });
  card("Brows").getByRole("button", { name: "Reject" });
  expect(card("Brows").queryByRole("button", { name: "Send Invite" })).toBeNull();
  await keys.click(card("Glow Club").getByRole("button", { name: "Actions for Glow Club" }));
  await screen.findByRole("menuitem", { name: "Delete" });
  screen.getByRole("menuitem", { name: "Generate Agreement" });
});

test("the author of a waiting membership may edit it, but not its price", async () => {
  const { keys } = await openApp("/memberships", staffWith("/memberships"), BOTH);
  expect(screen.queryByRole("button", { name: "Approve" })).toBeNull();
  await keys.click(card("Brows").getByRole("button", { name: "Actions for Brows" }));
  expect(screen.queryByRole("menuitem", { name: "Delete" })).toBeNull();
  await keys.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect((dialog.getByLabelText("Price") as HTMLInputElement).disabled).toBe(true);
  expect((dialog.getByLabelText("Billed every") as HTMLSelectElement).disabled).toBe(true);
  expect(dialog.queryByLabelText("Agreement")).toBeNull();
});

test("a new membership is validated with messages, and the toast depends on the author's role", async () => {
  const { keys, sent } = await openApp("/memberships", staffWith("/memberships"), {
    "POST /api/memberships": PENDING,
  });
  const [button] = screen.getAllByRole("button", { name: "Create Membership" });
  await keys.click(button as HTMLElement);
  const dialog = within(await screen.findByRole("dialog"));
  await keys.type(dialog.getByLabelText("Name"), "Brows");
  await keys.type(dialog.getByLabelText("Description"), "Shape");
  await keys.type(dialog.getByLabelText("Price"), "ten");
  await keys.click(dialog.getByRole("button", { name: "Create Membership" }));
  await dialog.findByText("Price must be a valid number");
  await keys.clear(dialog.getByLabelText("Price"));
  await keys.type(dialog.getByLabelText("Price"), "1,038.5");
  await keys.click(dialog.getByRole("button", { name: "Create Membership" }));
  await screen.findByText("Membership sent for approval");
  expect(sent.at(-1)).toBe(
    'POST /api/memberships {"name":"Brows","description":"Shape","price":"1038.50","billingFrequency":"month"}',
  );
});

test("the editor and the card warn of a text that names another price, until it is corrected", async () => {
  const agreementText = "It costs $89.00 per month.";
  const problem =
    "The agreement says $89.00, which isn't part of this offer (Glow Club, $99.00 per month). Correct the agreement, or add the figure to the description.";
  const { keys } = await openApp("/memberships", ADMIN, {
    "GET /api/memberships": [
      { ...GLOW, agreementText },
      { ...GLOW, id: "m3", name: "Brows", price: "38.00", agreementText },
    ],
    "PATCH /api/memberships/m1": refuseWith({
      status: 400,
      message: problem,
      errors: { agreementText: problem },
    }),
  });
  expect(card("Glow Club").queryByRole("status")).toBeNull();
  card("Brows").getByText(/The agreement says \$89\.00, .* \(Brows, \$38\.00 per month\)/);
  await keys.click(card("Glow Club").getByRole("button", { name: "Actions for Glow Club" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  dialog.getByText(/aren't legal advice: ask a lawyer/);
  expect(dialog.queryByText(problem)).toBeNull();
  const price = dialog.getByLabelText("Price");
  await keys.clear(price);
  await keys.type(price, "99");
  expect(dialog.getByRole("status").textContent).toBe(problem);
  await keys.click(dialog.getByRole("button", { name: "Save" }));
  expect((await dialog.findByRole("alert")).textContent).toBe(problem);
  expect(dialog.getAllByText(problem)).toHaveLength(1);
  await keys.clear(price);
  await keys.type(price, "89");
  expect(dialog.queryByText(problem)).toBeNull();
});

test("an invite goes to one client, and opted-out clients can't be chosen", async () => {
  const client = contactRow({ id: 5, name: "Ada Lovelace", phoneNumber: "+12025550111" });
  const { keys, sent } = await openApp("/memberships", ADMIN, {
    ...BOTH,
    "GET /api/contacts": {
      contacts: [client, { ...client, id: 6, name: "Bea", optedOut: true }],
      total: 2,
      nextCursor: null,
    },
    "POST /api/memberships/m1/send-invite": { message: "Invite sent successfully" },
  });
  await keys.click(card("Glow Club").getByRole("button", { name: "Send Invite" }));
  const dialog = within(await screen.findByRole("dialog"));
  const send = dialog.getByRole("button", { name: "Send Invite" }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);
  const bea = (await dialog.findByRole("radio", { name: /Bea/ })) as HTMLInputElement;
  expect(bea.disabled).toBe(true);
  await keys.click(dialog.getByRole("radio", { name: /Ada/ }));
  await keys.click(send);
  await screen.findByText("Invite sent successfully");
  expect(sent).toEqual(['POST /api/memberships/m1/send-invite {"contactId":5}']);
});

const ADA: Subscription = {
  id: 1,
  contactId: 5,
  membershipId: "m1",
  stripeSubscriptionId: "sub_1",
  stripeCustomerId: "cus_1",
  status: "active",
  currentPeriodEnd: "2026-12-20T18:00:00Z",
  cancelAtPeriodEnd: false,
  signatureType: "text",
  signerName: "Ada Lovelace",
  signedAt: "2026-11-01T10:00:00Z",
  createdAt: "2026-11-01T10:00:00Z",
  updatedAt: "2026-11-01T10:00:00Z",
  contactName: "Ada Lovelace",
  contactPhone: "+12025550111",
  contactEmail: null,
  membershipName: "Glow Club",
  membershipDescription: "",
  membershipPrice: "89.00",
  membershipBillingFrequency: "month",
  currency: "USD",
};
const ALL = {
  "GET /api/subscriptions": [
    ADA,
    {
      ...ADA,
      id: 2,
      contactName: "Bea",
      cancelAtPeriodEnd: true,
      membershipPrice: "120.00",
      membershipBillingFrequency: "year",
    },
    { ...ADA, id: 3, contactName: "Cora", status: "past_due" },
    { ...ADA, id: 4, contactName: "Dana", status: "canceled" },
  ],
  "GET /api/subscriptions/1/usage": [],
};

test("the figures are shown to everyone, the monthly revenue to admins only", async () => {
  const { keys } = await openApp("/subscriptions", ADMIN, ALL);
  const figure = (name: string) => screen.getByRole("region", { name }).textContent;
  expect(["Total", "Active", "Past Due", "Canceled"].map(figure)).toEqual([
    "Total4",
    "Active2",
    "Past Due1",
    "Canceled1",
  ]);
  expect(figure("Monthly Revenue")).toBe("Monthly Revenue$99.00");
  screen.getByText("Canceling");
  expect(screen.queryByRole("button", { name: "Cancel Bea" })).toBeNull();
  await keys.click(screen.getByRole("button", { name: "View Ada Lovelace" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("link", { name: "View Agreement" }).getAttribute("target")).toBe(
    "_blank",
  );
  await dialog.findByText("Not used yet");
});

test("those that are past due come first, and an ended one says when it ended", async () => {
  await openApp("/subscriptions", ADMIN, ALL);
  const rows = screen.getAllByRole("row").slice(1);
  expect(rows.map((row) => row.getAttribute("aria-label"))).toEqual([
    "Cora",
    "Ada Lovelace",
    "Bea",
    "Dana",
  ]);
  within(screen.getByRole("row", { name: "Dana" })).getAllByText("Ended Nov 1");
});

test("an overdue one has a button for a text to its client, where the inbox may be opened", async () => {
  const ofCora = { name: "Message Cora" };
  await openApp("/subscriptions", staffWith("/subscriptions", "/inbox"), ALL);
  screen.getByRole("button", ofCora);
  expect(screen.queryByRole("button", { name: "Message Ada Lovelace" })).toBeNull();
  cleanup();
  await openApp("/subscriptions", staffWith("/subscriptions"), ALL);
  expect(screen.queryByRole("button", ofCora)).toBeNull();
  screen.getByRole("button", { name: "View Cora" });
});

test("staff without the role see no revenue, and filters are kept in the address", async () => {
  const { keys } = await openApp(
    "/subscriptions?status=past_due",
    staffWith("/subscriptions"),
    ALL,
  );
  expect(screen.queryByRole("region", { name: "Monthly Revenue" })).toBeNull();
  expect(screen.queryByText("Ada Lovelace")).toBeNull();
  screen.getByText("Cora");
  await keys.click(screen.getByRole("radio", { name: "All" }));
  await screen.findByText("Ada Lovelace");
  expect(location.search).toBe("");
  await keys.type(screen.getByLabelText("Search subscriptions"), "nobody");
  await screen.findByText("No subscriptions found");
  await waitFor(() => expect(location.search).toBe("?q=nobody"));
});
