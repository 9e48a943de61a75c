import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const RESULT = {
  totalMessages: 12_000,
  contactsOptedOut: 1,
  contactsMarkedUndeliverable: 2,
  contactsCleared: 0,
  summary: ["1 contact opted out", "2 contacts marked undeliverable"],
};
const SCAN = "POST /api/twilio/check-failed-messages";
const card = () => within(screen.getByRole("region", { name: "Manual Deliverability Check" }));

async function check(answers = {}) {
  const stand = await openApp("/settings/texting", ADMIN, { [SCAN]: RESULT, ...answers });
  await stand.keys.click(await card().findByRole("button", { name: "Check Now" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Check Deliverability" }));
  await stand.keys.click(dialog.getByRole("button", { name: "Check Now" }));
  return stand;
}

test("after a confirmation the scan runs, shows what changed, and links to the campaigns", async () => {
  const { sent } = await check();
  await screen.findByText("Deliverability check complete");
  screen.getByText(
    "Scanned 12,000 messages. 1 contact opted out, 2 contacts marked undeliverable.",
  );
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(sent).toEqual([SCAN]);
});

test("a scan that changes nothing says so", async () => {
  await check({ [SCAN]: { ...RESULT, totalMessages: 1, summary: [] } });
  await screen.findByText("Scanned 1 message. No changes needed");
});

test("a failed scan says why, and the dialog stays open", async () => {
  await check({ [SCAN]: refuseWith({ status: 503, message: "Twilio does not answer." }) });
  await screen.findByText("Failed to check deliverability");
  screen.getByText("Twilio does not answer.");
  expect(location.pathname).toBe("/settings/texting");
});

test("without the confirmation, nothing runs", async () => {
  const { keys, sent } = await openApp("/settings/texting", ADMIN);
  await keys.click(await card().findByRole("button", { name: "Check Now" }));
  await screen.findByRole("alertdialog");
  await keys.keyboard("{Escape}");
  expect(sent).toEqual([]);
});

test("a scan started by another user or the nightly job is shown while it runs", async () => {
  await openApp("/settings/texting", ADMIN, {
    "GET /api/deliverability": {
      running: { scanned: 12_000, startedAt: "2026-11-19T15:58:00Z" },
      last: null,
    },
  });
  await card().findByText("Scanned 12,000 messages...");
  expect(card().getByRole("button", { name: "Checking..." }).getAttribute("aria-disabled")).toBe(
    "true",
  );
});

test("the last result is shown with its date", async () => {
  await openApp("/settings/texting", ADMIN, {
    "GET /api/deliverability": {
      running: null,
      last: { ...RESULT, summary: [], finishedAt: "2025-11-01T08:00:00Z", nightly: true },
    },
  });
  const { textContent: text } = await card().findByText(/Last nightly check/);
  expect(text).toBe("Last nightly check, Nov 1, 2025: Scanned 12,000 messages. No changes needed");
});

test("a user who left the screen stays where they are, and gets a toast", async () => {
  const { promise, resolve } = Promise.withResolvers<typeof RESULT>();
  const { keys } = await check({ [SCAN]: promise });
  await keys.click(screen.getByRole("link", { name: "Contacts" }));
  resolve(RESULT);
  await screen.findByText("Deliverability check complete");
  expect(location.pathname).toBe("/contacts");
});
