import { expect, test } from "bun:test";
import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { Settings } from "#src/platform/settings/contract.ts";
import { ADMIN, openApp, refuseWith, SETTINGS } from "#tests/shell/app-stand.tsx";
import { GROUPS, type GroupId, sectionsOf } from "#ui/platform/settings/sections.ts";
import { menuFor } from "#ui/shell/layout/menu-entries.ts";
import { findDestinations } from "#ui/shell/palette/destinations.ts";

const SAVED: Settings = {
  ...SETTINGS,
  smtpHost: "smtp.salon.example",
  canMail: true,
  webhookBaseUrl: "https://desk.example",
  publicUrl: null,
  stripePublishableKey: "pk_test_1",
  stripeSecretKey: { set: true, last4: "ijkl" },
  appointmentThankYouEnabled: false,
  appointmentThankYouMessage: "Thanks, {clientName}! How is your {service}?",
  appointmentThankYouDelayMinutes: 15,
  appointmentReminderMessage: "{businessName}: {date} at {time} with {emploee} {toString}",
  membershipDomainEnabled: false,
  verificationCountries: ["US", "CA"],
};

const section = (name: string) => within(screen.getByRole("region", { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

async function stand(group: GroupId, answers: object = {}) {
  return openApp(`/settings/${group}`, ADMIN, { "GET /api/settings": SAVED, ...answers });
}

/** A save without what the fields were before (tests/platform/settings/settings.test.ts). */
function withoutWas(request: string): string {
  return request.replace(/,"was":\{.*\}\}$/, "}");
}

test.each(GROUPS)("$title has only its sections, in the order of its list", async ({ id }) => {
  await stand(id);
  const titles = sectionsOf(id).map(({ title }) => title);
  const list = within(screen.getByRole("navigation", { name: "Settings sections" }));
  expect(list.getAllByRole("link").map((link) => link.textContent)).toEqual(titles);
  const cards = [...document.querySelectorAll("section.card[aria-label]")].map((card) =>
    card.getAttribute("aria-label"),
  );
  expect(cards).toEqual(titles);
});

test.each(GROUPS)("$title: the search finds each field by its label", async ({ id }) => {
  await stand(id);
  const missing = [...document.querySelectorAll("section.card[id] .field > label")].flatMap(
    ({ textContent, parentElement }) => {
      const label = (textContent ?? "").replace(/ \(optional\)$/, "");
      const card = parentElement?.closest("section.card")?.id;
      return findDestinations(ADMIN, menuFor(ADMIN), label).some(({ path }) =>
        path.endsWith(`#${card}`),
      )
        ? []
        : [label];
    },
  );
  expect(missing).toEqual([]);
});

test("the search leads to a section of another group", async () => {
  const { keys } = await stand("salon");
  await keys.type(screen.getByRole("searchbox", { name: "Search settings" }), "publishable");
  await keys.click(await screen.findByRole("link", { name: /^Stripe Integration/ }));
  await waitFor(() => expect(location.pathname + location.hash).toBe("/settings/payments#stripe"));
  await screen.findByLabelText("Publishable key");
});

test.each([
  ["/settings", "/settings/salon"],
  ["/settings#stripe", "/settings/payments#stripe"],
  ["/settings/salon#voice", "/settings/assistant#voice"],
  ["/settings#nothing", "/settings/salon"],
])("%s leads to %s", async (from, to) => {
  await openApp(from, ADMIN, { "GET /api/settings": SAVED });
  await waitFor(() => expect(location.pathname + location.hash).toBe(to));
});

test("an invalid field is focused when saving is refused", async () => {
  const { keys } = await stand("texting");
  await keys.clear(field("Messages per send"));
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Message count must be at least 1");
  await waitFor(() => expect(document.activeElement).toBe(field("Messages per send")));
});

test("the checklist counts what is ready, in words", async () => {
  await stand("salon");
  section("Connections").getByText("3 of 8 ready. Connect Twilio to send and receive texts.");
  section("Connections").getByText("Test mode");
  section("Connections").getByText("by the mail server");
});

test("a failed test is explained under its row, and the badge says so", async () => {
  const { keys, sent } = await stand("salon", {
    "POST /api/settings/test-stripe": { ok: false, message: "Stripe refused the secret key." },
  });
  const card = section("Connections");
  expect(card.queryByText("Not working")).toBeNull();
  await keys.click(card.getByRole("button", { name: "Test Stripe" }));
  await card.findByText("Stripe refused the secret key.");
  expect(card.getAllByText("Not working").length).toBeGreaterThan(0);
  expect(sent).toEqual(["POST /api/settings/test-stripe"]);
});

test("the membership mail's test says where to look", async () => {
  const { keys } = await stand("salon", {
    "POST /api/settings/test-membership-smtp": { email: "maya@salon.example" },
  });
  await keys.click(screen.getByRole("button", { name: "Test Membership email" }));
  await section("Connections").findByText("A test email is on its way to maya@salon.example.");
  await keys.click(screen.getByRole("link", { name: "Payments" }));
  await keys.click(await screen.findByRole("button", { name: "Test Membership SMTP" }));
  await screen.findByText("Look for it at maya@salon.example.");
});

test("Set up moves the focus to the first field of the card", async () => {
  const { keys } = await stand("salon");
  await keys.click(screen.getByRole("button", { name: "Set up AI Voice Assistant" }));
  await waitFor(() => expect(document.activeElement).toBe(field("OpenAI API key")));
});

test("without a public address, webhook addresses can't be copied and say why", async () => {
  await stand("payments", { "GET /api/settings": { ...SAVED, webhookBaseUrl: "" } });
  const address = await screen.findByLabelText<HTMLInputElement>("Webhook address");
  expect(address.value).toBe("…/api/stripe/webhook");
  const copy = screen.getByRole("button", { name: "Copy the address for webhook address" });
  expect(copy).toHaveProperty("disabled", true);
  screen.getByText(/You can copy it once Parlor knows its public address/);
  const link = screen.getByRole("link", { name: "Set Webhook Base URL" });
  expect(link.getAttribute("href")).toBe("/settings/texting#webhooks");
});

test("a key with the wrong prefix is refused at its field, before a request is sent", async () => {
  const { keys, sent } = await stand("payments");
  await keys.clear(field("Publishable key"));
  await keys.type(field("Publishable key"), "sk_live_secret");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await section("Stripe Integration").findByText("A publishable key starts with pk_");
  expect(sent).toEqual([]);
});

test("a stored key is removed by saving it empty, and the field announces it", async () => {
  const { keys, sent } = await stand("payments", { "POST /api/settings": SAVED });
  const card = section("Stripe Integration");
  await keys.click(card.getByRole("button", { name: "Replace" }));
  card.getByText("Leave blank to remove it.");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual(['POST /api/settings {"stripeSecretKey":""}']);
});

test("the thank-you is previewed with its segments, and an unknown field is named", async () => {
  const { keys } = await stand("salon");
  const card = section("Appointment Thank-You Messages");
  card.getByText("Thanks, Dana Reyes! How is your Balayage?");
  card.getByText("Charged as 1 text");
  const box = screen.getByRole("textbox", { name: "Thank-you message" });
  expect(box.textContent).toBe("Thanks, Full Name! How is your Service?");
  box.append(" ❤");
  fireEvent.input(box);
  await card.findByText("Charged as 1 text, because of special characters");
  await keys.click(screen.getByRole("button", { name: "Discard" }));
  expect(screen.getByRole("textbox", { name: "Thank-you message" }).textContent).toBe(
    "Thanks, Full Name! How is your Service?",
  );
  section("Appointment Reminders").getByText(
    /Unknown fields are sent as typed: \{emploee\}, \{toString\}/,
  );
});

test("an invalid delay is saved as 0, and one of more than a day is refused", async () => {
  const { keys, sent } = await stand("salon", { "POST /api/settings": SAVED });
  const minutes = field("Minutes after the end");
  await keys.clear(minutes);
  await keys.type(minutes, "1441");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Delay must be at most 1440");
  await keys.clear(minutes);
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual([
    'POST /api/settings {"appointmentThankYouDelayMinutes":0}',
  ]);
});

test("all inbound addresses of the specification are shown in full", async () => {
  const shown: string[] = [];
  for (const [group, card] of [
    ["texting", "Webhook Configuration"],
    ["payments", "Stripe Integration"],
    ["assistant", "Google Business Profile Reviews"],
  ] as const) {
    await stand(group);
    for (const input of section(card).getAllByRole<HTMLInputElement>("textbox"))
      if (input.value.startsWith("https://desk.example/"))
        shown.push(input.value.replace("https://desk.example", ""));
    cleanup();
  }
  expect(shown).toEqual([
    "/api/twilio/status-callback",
    "/api/twilio/webhook",
    "/api/voice/incoming",
    "/api/voice/status",
    "/api/webhooks/zapier/contact/create",
    "/api/webhooks/zapier/contact/update",
    "/api/webhooks/appointment/create",
    "/api/webhooks/appointment/delete",
    "/api/stripe/webhook",
    "/api/google-reviews/oauth/callback",
  ]);
});

test("the registration of the number is explained on request, with the salon's name filled in", async () => {
  const { keys } = await stand("texting");
  expect(screen.queryByText("If you see error 30034")).toBeNull();
  await keys.click(screen.getByText("Register your number so your texts arrive in the US"));
  await screen.findByText("If you see error 30034");
  screen.getByText(/I agree to get appointment texts and offers from Glow at this number/);
  screen.getByText(/Register as a sole proprietor/i);
});

test("the separate domain is requested once it is switched on", async () => {
  const { keys, sent } = await stand("payments", { "POST /api/settings": SAVED });
  expect(screen.queryByLabelText("Domain")).toBeNull();
  await keys.click(screen.getByRole("switch", { name: "Use a separate domain for client pages" }));
  screen.getByText("Until you add a domain, client pages use this server's address.");
  await keys.type(field("Domain"), "https://x");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText(/Use a domain such as members.example.com/);
  await keys.clear(field("Domain"));
  await keys.type(field("Domain"), "members.glow.example");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual([
    'POST /api/settings {"membershipDomainEnabled":true,"membershipDomain":"members.glow.example"}',
  ]);
});

const CLIENT = {
  ...SAVED,
  googleOAuthClientId: "1.apps.googleusercontent.com",
  googleOAuthClientSecret: { set: true, last4: "uvwx" },
};

test("Google can be connected only after its client is saved", async () => {
  await stand("assistant");
  const card = section("Google Business Profile Reviews");
  card.getByText("Not connected");
  expect(card.getByRole("button", { name: "Connect Google Account" })).toHaveProperty(
    "disabled",
    true,
  );
  card.getByText("Save the OAuth client ID and secret first.");
});

test("a connected business is shown, and can be reconnected and disconnected", async () => {
  const { keys, sent } = await stand("assistant", {
    "GET /api/settings": {
      ...CLIENT,
      googleOAuthRefreshToken: { set: true },
      googleBusinessName: "Halcyon on Lamar",
      googleAccountId: "accounts/17",
      googleLocationId: "locations/4",
    },
    "POST /api/google-reviews/oauth/disconnect": null,
  });
  const card = section("Google Business Profile Reviews");
  for (const text of ["Halcyon on Lamar", "accounts/17", "locations/4"]) card.getByText(text);
  card.getByRole("button", { name: "Reconnect Google Account" });
  await keys.click(card.getByRole("button", { name: "Disconnect" }));
  await screen.findByText("Your Google Business Profile has been disconnected");
  expect(sent).toEqual(["POST /api/google-reviews/oauth/disconnect"]);
});

test("a sign-in that fails to start shows an error", async () => {
  const { keys } = await stand("assistant", {
    "GET /api/settings": CLIENT,
    "GET /api/google-reviews/oauth/start": refuseWith({ status: 409, message: "No address yet." }),
  });
  await keys.click(screen.getByRole("button", { name: "Connect Google Account" }));
  await screen.findByText("Failed to start Google connection");
  screen.getByText("No address yet.");
});

test.each([
  ["google_connected=true", "Google Account Connected"],
  ["google_error=denied", "You didn't grant permission at Google."],
])("returning with %s shows a message, and the address is cleared", async (query, text) => {
  await openApp(`/settings/assistant?${query}`, ADMIN, { "GET /api/settings": SAVED });
  await screen.findByText(text);
  expect(location.search).toBe("");
});

test("code countries are typed as letters, shown by name, and sent as a list", async () => {
  const { keys, sent } = await stand("payments", {
    "POST /api/settings": { ...SAVED, verificationCountries: ["US", "MX"] },
  });
  const countries = field("Countries for sign-in codes");
  expect(countries.value).toBe("US, CA");
  section("Verification Codes").getByText(/^United States, Canada\. Clients in other countries/);
  await keys.clear(countries);
  await keys.type(countries, "us mx us");
  section("Verification Codes").getByText(/^United States, Mexico, United States\./);
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual([
    'POST /api/settings {"verificationCountries":["US","MX"]}',
  ]);
});
