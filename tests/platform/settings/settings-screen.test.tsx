import { expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import type { Settings } from "#src/platform/settings/contract.ts";
import { CONFLICT } from "#src/shared/constants.ts";
import { ADMIN, openApp, refuseWith, SETTINGS } from "#tests/shell/app-stand.tsx";
import { formatPace } from "#ui/messaging/settings/texting-cards.tsx";
import { CenteredSpinner } from "#ui/shell/layout/centered-spinner.tsx";

const SAVED: Settings = {
  ...SETTINGS,
  twilioAccountSid: `AC${"0".repeat(32)}`,
  twilioAuthToken: { set: true, last4: "9b41" },
  twilioPhoneNumber: "+15125550100",
  twilioMessagingServiceSid: "",
  webhookBaseUrl: "https://desk.example",
  publicUrl: null,
  quietHoursEnabled: true,
  quietHoursStart: "20:00",
  quietHoursEnd: "09:00",
  sendingPaused: null,
  updatedAt: null,
};
const WITH = (settings: Settings) => ({ "GET /api/settings": settings });

const section = (name: string) => within(screen.getByRole("region", { name }));
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

/** A save without what the fields were before (tests/platform/settings/settings.test.ts). */
function withoutWas(request: string): string {
  return request.replace(/,"was":\{.*\}\}$/, "}");
}

test("a change shows the save bar, and only the change is sent", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings": { ...SAVED, messageCount: 5 },
  });
  screen.getByText("Your salon, your phone provider, your mail server and how fast texts go out.");
  expect(screen.queryByRole("button", { name: "Save Settings" })).toBeNull();

  await keys.clear(field("Messages per send"));
  await keys.type(field("Messages per send"), "5");
  screen.getByText("About 150 texts a minute: 1,000 texts take 7 minutes.");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));

  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual(['POST /api/settings {"messageCount":5}']);
  expect(screen.queryByRole("button", { name: "Save Settings" })).toBeNull();
});

test("a pace of zero is refused at its fields, before a request is sent", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, WITH(SAVED));
  await keys.clear(field("Messages per send"));
  await keys.clear(field("Delay between messages (seconds)"));
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));

  const card = section("Rate Limiting");
  await card.findByText("Message count must be at least 1");
  card.getByText("Delay must be at least 1 second");
  expect(sent).toEqual([]);

  await keys.click(screen.getByRole("button", { name: "Discard" }));
  expect(field("Messages per send").value).toBe("1");
  expect(card.queryByText("Message count must be at least 1")).toBeNull();
});

test("the server's message is shown at its field", async () => {
  const { keys } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings": refuseWith({
      status: 400,
      message: "Check the form.",
      errors: { twilioPhoneNumber: "Invalid phone number format" },
    }),
  });
  await keys.type(field("Phone number"), "9");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));

  await section("Twilio Integration").findByText("Invalid phone number format");
  expect(field("Phone number").getAttribute("aria-invalid")).toBe("true");
  await screen.findByText("Error");
});

test("while the settings load, the screen says so", () => {
  render(<CenteredSpinner text="Loading settings..." />);
  expect(screen.getByText("Loading settings...").className).not.toContain("sr");
});

test("a stored token is never sent back, and can be replaced or kept", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings": SAVED,
  });
  expect(field("Auth token").value).toBe(`${"•".repeat(12)} 9b41`);
  await keys.click(screen.getByRole("button", { name: "Replace" }));
  await keys.click(screen.getByRole("button", { name: "Keep" }));
  expect(screen.queryByRole("button", { name: "Save Settings" })).toBeNull();

  await keys.click(screen.getByRole("button", { name: "Replace" }));
  await keys.keyboard("new-token");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual(['POST /api/settings {"twilioAuthToken":"new-token"}']);
});

test("clearing the campaign template sends an empty one", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH({ ...SAVED, campaignTemplate: { messageCount: 2, delaySeconds: 4, message: "Hi" } }),
    "POST /api/settings": SAVED,
  });
  await keys.click(screen.getByRole("button", { name: "Clear Template" }));
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual(['POST /api/settings {"campaignTemplate":null}']);
});

test("Test shows the server's message, but requires saved changes", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings/test-twilio": { ok: true, message: "The account is active." },
  });
  const card = section("Twilio Integration");
  await keys.click(card.getByRole("button", { name: "Test Twilio" }));
  await card.findByText("The account is active.");
  expect(sent).toEqual(["POST /api/settings/test-twilio"]);

  await keys.type(field("Phone number"), "9");
  expect(card.getByRole("button", { name: "Test Twilio" })).toHaveProperty("disabled", true);
  card.getByText("Save your changes to test them.");
  expect(card.queryByText("The account is active.")).toBeNull();
});

test("Test SMTP says where to look or why it failed, and keeps the form open for a correction", async () => {
  const mail = { ...SAVED, smtpHost: "smtp.example.com", canMail: true };
  const { keys, sent } = await openApp("/settings/advanced", ADMIN, {
    ...WITH(mail),
    "POST /api/settings/test-smtp": { email: "maya@salon.example" },
  });
  const card = section("SMTP Configuration");
  await keys.click(card.getByRole("button", { name: "Test SMTP" }));
  await screen.findByText("Look for it at maya@salon.example.");
  expect(sent).toEqual(["POST /api/settings/test-smtp"]);
});

test("a refused test mail is shown in a toast and under the button", async () => {
  const mail = { ...SAVED, smtpHost: "smtp.example.com", canMail: true };
  const { keys } = await openApp("/settings/advanced", ADMIN, {
    ...WITH(mail),
    "POST /api/settings/test-smtp": refuseWith({ status: 400, message: "It did not like it." }),
  });
  await keys.click(screen.getByRole("button", { name: "Test SMTP" }));
  await screen.findByText("Test failed");
  await section("SMTP Configuration").findByText("It did not like it.");

  await keys.type(field("Host"), "x");
  expect(screen.getByRole("button", { name: "Test SMTP" })).toHaveProperty("disabled", true);
});

test("the mail server is sent as numbers and booleans, and only what changed", async () => {
  const { keys, sent } = await openApp("/settings/advanced", ADMIN, {
    ...WITH({
      ...SAVED,
      smtpPort: 587,
      smtpSecure: true,
      smtpPassword: { set: false, last4: null },
    }),
    "POST /api/settings": SAVED,
  });
  const card = section("SMTP Configuration");
  await keys.type(card.getByLabelText("Host"), "smtp.example.com");
  await keys.clear(card.getByLabelText("Port"));
  await keys.type(card.getByLabelText("Port"), "465");
  await keys.type(card.getByLabelText("Password"), "a mail password");
  await keys.click(card.getByLabelText("Secure connection"));
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(sent.map(withoutWas)).toEqual([
    `POST /api/settings ${JSON.stringify({
      smtpHost: "smtp.example.com",
      smtpPort: 465,
      smtpPassword: "a mail password",
      smtpSecure: false,
    })}`,
  ]);
});

test("sending that stopped on its own says why and can be resumed", async () => {
  const { keys, sent } = await openApp("/settings/salon", ADMIN, {
    ...WITH({ ...SAVED, sendingPaused: "Twilio refused the sign-in" }),
    "POST /api/settings/resume-sending": SAVED,
  });
  await screen.findByText("Sending paused: Twilio refused the sign-in");
  await keys.click(screen.getByRole("button", { name: "Resume" }));
  await screen.findByText("Sending resumed");
  expect(sent).toEqual(["POST /api/settings/resume-sending"]);
  expect(screen.queryByText(/Sending paused/)).toBeNull();
});

test("the webhooks' full addresses can be copied", async () => {
  await openApp("/settings/texting", ADMIN, WITH(SAVED));
  expect(field("Text receipts").value).toBe("https://desk.example/api/twilio/status-callback");
  expect(field("Incoming texts").value).toBe("https://desk.example/api/twilio/webhook");
});

test("closing the page with unsaved changes asks", async () => {
  const { keys } = await openApp("/settings/salon", ADMIN, WITH(SAVED));
  const leave = () => !fireEvent(window, new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(false);
  await keys.type(field("Name"), "!");
  expect(leave()).toBe(true);
  await act(async () => undefined);
});

test.each([
  ["1", "2", "About 30 texts a minute: 1,000 texts take 34 minutes."],
  ["1", "120", "About 30 texts an hour: 1,000 texts take 34 hours."],
  ["100", "1", "About 6,000 texts a minute: 1,000 texts take 10 seconds."],
  ["", "2", undefined],
  ["1", "0", undefined],
])("%p messages every %p seconds: %p", (count, delay, text) => {
  expect(formatPace(count, delay)).toBe(text);
});

test("the caps are saved as numbers, an empty one as none", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH({ ...SAVED, dailyCap: 200, frequencyCapDays: 7 }),
    "POST /api/settings": SAVED,
  });
  await keys.type(field("Segments per second (optional)"), "0.5");
  await keys.clear(field("Daily cap (optional)"));
  await keys.type(field("Campaign texts per client (optional)"), "2");
  screen.getByText("At most 2 campaign texts in 7 days.");
  await keys.click(screen.getByRole("switch", { name: "Always add the opt-out notice" }));
  await keys.click(screen.getByRole("switch", { name: "Look up line types before a campaign" }));
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText("Settings saved");
  expect(JSON.parse(sent.map(withoutWas)[0]?.replace("POST /api/settings ", "") ?? "")).toEqual({
    maxSegmentsPerSecond: 0.5,
    dailyCap: null,
    frequencyCapMessages: 2,
    optOutNoticeAlways: true,
    lineTypeLookups: true,
  });
});

test("a cap of zero is refused at its field", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN, WITH(SAVED));
  await keys.type(field("Daily cap (optional)"), "0");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await section("Rate Limiting").findByText("Daily cap must be at least 1");
  expect(sent).toEqual([]);
});

test("a changed time zone says what it affects before it is saved", async () => {
  const { keys } = await openApp("/settings/salon", ADMIN, WITH(SAVED));
  expect(screen.queryByText(/Appointments keep their time of day/)).toBeNull();
  await keys.clear(field("Time zone"));
  await keys.type(field("Time zone"), "Asia/Tokyo");
  screen.getByText(/Appointments keep their time of day/);
});

test("another administrator's change of the same field is shown, and saving again replaces it", async () => {
  const errors = { messageCount: "Someone else changed this in the meantime. It's “3” now." };
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings": refuseWith({ status: 409, message: CONFLICT, errors }),
  });
  await keys.clear(field("Messages per send"));
  await keys.type(field("Messages per send"), "5");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByText(errors.messageCount);
  expect(field("Messages per send").value).toBe("5");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent.map((one) => one.includes('"was"'))).toEqual([true, false]);
});

test("what is typed while a save is under way stays in its field, unsaved", async () => {
  const first = Promise.withResolvers<Settings>();
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings": first.promise,
  });
  await keys.clear(field("Messages per send"));
  await keys.type(field("Messages per send"), "5");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByRole("button", { name: "Saving..." });

  await keys.type(field("Messages per send"), "0");
  await keys.type(field("Daily cap (optional)"), "900");
  await act(async () => first.resolve({ ...SAVED, messageCount: 5 }));
  await screen.findByRole("button", { name: "Save Settings" });
  expect(field("Messages per send").value).toBe("50");
  expect(field("Daily cap (optional)").value).toBe("900");
  expect(document.activeElement).toBe(field("Daily cap (optional)"));

  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  const { was, ...change } = JSON.parse(sent[1]?.slice("POST /api/settings ".length) ?? "");
  expect(change).toEqual({ messageCount: 50, dailyCap: 900 });
  expect(was).toEqual({ messageCount: 5, dailyCap: null });
});

test("what is typed around a refusal stays in its field, and is saved with the correction", async () => {
  const message = "Invalid phone number format";
  const errors = { twilioPhoneNumber: message };
  const refusal = Promise.withResolvers<ReturnType<typeof refuseWith>>();
  const { keys, sent } = await openApp("/settings/texting", ADMIN, {
    ...WITH(SAVED),
    "POST /api/settings": refusal.promise,
  });
  await keys.type(field("Phone number"), "9");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await screen.findByRole("button", { name: "Saving..." });
  await keys.type(field("Daily cap (optional)"), "9");
  await act(async () => refusal.resolve(refuseWith({ status: 400, message, errors })));
  await section("Twilio Integration").findByText(message);

  // The typing goes on where it was.
  await keys.keyboard("00");
  expect(field("Daily cap (optional)").value).toBe("900");
  expect(field("Phone number").value).toBe("+151255501009");

  await keys.type(field("Phone number"), "{Backspace}");
  await keys.type(field("Phone number"), "{Backspace}1");
  await keys.clear(field("Messages per send"));
  await keys.type(field("Messages per send"), "5");
  await keys.click(screen.getByRole("button", { name: "Save Settings" }));
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByRole("button", { name: "Save Settings" });
  const { was: _, ...change } = JSON.parse(sent[1]?.slice("POST /api/settings ".length) ?? "");
  expect(change).toEqual({ twilioPhoneNumber: "+15125550101", messageCount: 5, dailyCap: 900 });
});
