import { afterEach, expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith, staffWith } from "./app-stand.tsx";

afterEach(() => {
  localStorage.clear();
  document.documentElement.removeAttribute("data-theme");
});

const menu = () =>
  within(screen.getByRole("navigation", { name: "Screens" }))
    .getAllByRole("link")
    .map(({ textContent }) => textContent);

test("an admin's menu has every screen, with the number of unread conversations", async () => {
  await openApp("/users", ADMIN, {
    "GET /api/conversations": { conversations: [], nextCursor: null, unread: 3 },
  });
  await waitFor(() =>
    expect(menu()).toEqual([
      "Dashboard",
      "Campaigns",
      "Inbox3 unread",
      "Contacts",
      "Appointments",
      "Waitlist",
      "AI Appointments",
      "Reviews",
      "Reports",
      "Memberships",
      "Subscriptions",
      "Payment Plans",
      "Payment Subscribers",
      "Contact Updates",
      "Appointment Management",
      "Call Transcripts",
      "Services",
      "Hours",
      "Online Booking",
      "Automatic Texts",
      "Users",
      "Settings",
      "Audit Logs",
    ]),
  );
  expect(document.title).toBe("(3) Users · Parlor");
  expect(screen.getByText("Salon")).toBeTruthy();
  expect(screen.getByText("Manage")).toBeTruthy();
  expect(document.querySelector("[data-signed-in]")).toBeTruthy();
});

test("Online Booking is a screen of its own, which the menu marks", async () => {
  const { keys } = await openApp("/settings/services", ADMIN, {
    "GET /api/booking-page": { url: "https://glow.test/book", qr: { size: 1, path: "" } },
  });
  const entry = (name: string) =>
    within(screen.getByRole("navigation", { name: "Screens" })).getByRole("link", { name });
  await keys.click(entry("Online Booking"));
  const title = await screen.findByRole("heading", { level: 1, name: "Online Booking" });
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(entry("Online Booking").getAttribute("aria-current")).toBe("page");
  expect(entry("Services").getAttribute("aria-current")).toBeNull();
  screen.getByLabelText("Booking page");
});

test("a user's menu has only the permitted pages, and no empty group", async () => {
  await openApp("/contacts", staffWith("/contacts"));
  expect(menu()).toEqual(["Contacts"]);
  expect(screen.queryByText("Manage")).toBeNull();
});

test("a page that isn't permitted shows Access Denied and links home", async () => {
  const { keys } = await openApp("/users", staffWith("/contacts"));
  expect(screen.getByRole("heading", { name: "Access Denied" })).toBeTruthy();
  screen.getByText(
    "You do not have permission to access this page. Please contact your administrator to request access.",
  );
  await keys.click(screen.getByRole("link", { name: "Go to Home" }));
  expect(location.pathname).toBe("/contacts");
});

test("an unknown address shows the not-found page, signed in or not", async () => {
  await openApp("/nowhere", ADMIN);
  screen.getByRole("heading", { name: "404 Page Not Found" });
  screen.getByText("Did you forget to add the page to the router?");
  await openApp("/nowhere", null);
  screen.getByRole("heading", { level: 1, name: "404 Page Not Found" });
});

test("signed out, every protected address redirects to /auth", async () => {
  await openApp("/contacts", null);
  expect(location.pathname).toBe("/auth");
});

test("signed in, /auth redirects to the first page that the user may see", async () => {
  await openApp("/auth", staffWith("/contacts"));
  expect(location.pathname).toBe("/contacts");
  // The screen behind it fetches for itself.
  expect(await screen.findByText("No contacts yet")).toBeTruthy();
});

test("More next to the first screens opens the menu with all of them", async () => {
  const { keys } = await openApp("/users", ADMIN);
  await keys.click(screen.getByRole("button", { name: "More" }));
  const all = within(await screen.findByRole("dialog", { name: "Main menu" }));
  await keys.click(all.getByRole("link", { name: "Contacts" }));
  expect(location.pathname).toBe("/contacts");
});

test("Ctrl B collapses the sidebar, and a cookie of seven days tells the server", async () => {
  const { keys } = await openApp("/users", ADMIN);
  const toggle = screen.getByRole("button", { name: "Toggle sidebar" });
  expect(toggle.getAttribute("aria-expanded")).toBe("true");

  await keys.keyboard("{Control>}b{/Control}");

  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  expect(document.cookie).toContain("sidebar_state=false");
  expect(screen.getByRole("link", { name: "Contacts" }).getAttribute("data-tip")).toBe("Contacts");
  await keys.click(toggle);
  expect(document.cookie).toContain("sidebar_state=true");
});

test("g then u does nothing, g then c opens Campaigns, and typing in a field does neither", async () => {
  const { keys } = await openApp("/users", ADMIN);
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  await keys.keyboard("gc");
  expect(location.pathname).toBe("/users");
  field.remove();

  await keys.keyboard("gx");
  expect(location.pathname).toBe("/users");
  await keys.keyboard("gc");
  expect(location.pathname).toBe("/campaigns");
});

test("the shortcut to a page that isn't permitted does nothing", async () => {
  const { keys } = await openApp("/contacts", staffWith("/contacts"));
  await keys.keyboard("nc");
  expect(location.pathname).toBe("/contacts");
});

test("the theme toggle switches the page and remembers it under the key theme", async () => {
  const { keys } = await openApp("/users", ADMIN);
  await keys.click(screen.getByRole("button", { name: "Switch theme" }));
  expect(document.documentElement.getAttribute("data-theme")).toBe("light");
  expect(localStorage.getItem("theme")).toBe("light");
  await keys.click(screen.getByRole("button", { name: "Switch theme" }));
  expect(document.documentElement.hasAttribute("data-theme")).toBe(false);
  expect(localStorage.getItem("theme")).toBe("dark");
});

test("signing out clears all loaded data and redirects to /auth", async () => {
  const { keys, client, sent } = await openApp("/users", ADMIN, {
    "POST /api/logout": null,
  });
  await keys.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(location.pathname).toBe("/auth"));
  expect(sent).toEqual(["POST /api/logout"]);
  expect(client.getQueryData(["/api/users"])).toBeUndefined();
  expect(client.getQueryData(["/api/settings"])).toBeUndefined();
});

test("who signed out stays signed out when an earlier question who they are is answered late", async () => {
  const late = Promise.withResolvers<typeof ADMIN>();
  const { keys, client } = await openApp("/users", ADMIN, { "POST /api/logout": null });
  const asked = { queryKey: ["/api/user"], queryFn: () => late.promise, staleTime: 0 };
  client.fetchQuery(asked).catch(() => undefined);
  await keys.click(screen.getByRole("button", { name: "Sign out" }));
  await waitFor(() => expect(location.pathname).toBe("/auth"));
  late.resolve(ADMIN);
  await Bun.sleep(50);
  expect(location.pathname).toBe("/auth");
  expect(client.getQueryData(["/api/user"])).toBeNull();
});

test("a sign-out that fails says so", async () => {
  const { keys } = await openApp("/users", ADMIN, {
    "POST /api/logout": refuseWith({ status: 503, message: "The server is stopping." }),
  });
  await keys.click(screen.getByRole("button", { name: "Sign out" }));
  expect(await screen.findByText("Logout failed")).toBeTruthy();
  expect(screen.getAllByText("The server is stopping.").length).toBeGreaterThan(0);
});

test("an alert's link opens its receipt over the screen, once", async () => {
  const { keys } = await openApp("/contacts?payment=5", ADMIN, {
    "GET /api/payments/5": {
      id: 5,
      contactId: null,
      clientName: "Erased client",
      appointmentIds: [],
      status: "paid",
      way: "link",
      currency: "USD",
      lines: [{ name: "Item", price: "120.00", serviceId: null, employeeId: null }],
      discount: "0.00",
      discountPercent: null,
      deposit: "0.00",
      depositPaidAt: null,
      due: "120.00",
      tip: "0.00",
      total: "120.00",
      received: null,
      change: null,
      isFee: false,
      takenBy: null,
      createdAt: "2026-11-18T16:00:00Z",
      expiresAt: "2026-11-25T16:00:00Z",
      paidAt: "2026-11-19T15:00:00Z",
      canceledAt: "2026-11-18T17:00:00Z",
      refunded: "0.00",
      refundable: "120.00",
      refundDue: null,
      needsDecision: true,
    },
  });
  const receipt = within(await screen.findByRole("dialog", { name: "Receipt 5" }));
  receipt.getByRole("button", { name: "Keep" });
  receipt.getByRole("button", { name: "Refund" });
  await waitFor(() => expect(location.search).toBe(""));
  await keys.click(receipt.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});
