import { expect, test } from "bun:test";
import { Registration } from "#src/accounts/sign-in/contract.ts";
import { CONTACTS_PER_PAGE } from "#src/clients/contacts/contract.ts";
import { IMPORT_BATCH } from "#src/clients/contacts/import-contract.ts";
import {
  DEFAULT_COST_PER_SEGMENT,
  DEFAULT_DELAY_SECONDS,
  DEFAULT_MESSAGE_COUNT,
} from "#src/platform/settings/fields-contract.ts";
import {
  CHAT_SCROLL_TOLERANCE_PX,
  CSV_PREVIEW_ROWS,
  DEFAULT_THEME,
  POLL_MS,
  RECENT_ITEMS,
  SIDEBAR,
  TOAST,
  TOOLTIP_DELAY_MS,
} from "#src/shared/constants.ts";

// Section 9 of the specification, figure by figure. Segments, phone numbers and money have their
// own tests.

test("a toast stays 5 seconds and is kept a million milliseconds", () => {
  expect(TOAST).toEqual({ shownMs: 5000, removedMs: 1_000_000, swipePx: 50, hotkey: "F8" });
});

test("a tooltip waits 700 ms", () => {
  expect(TOOLTIP_DELAY_MS).toBe(700);
});

test("displayed data is fetched again every few seconds", () => {
  expect(POLL_MS).toEqual({
    user: 30_000,
    stats: 10_000,
    campaigns: 5000,
    conversations: 5000,
    messages: 3000,
    appointments: 30_000,
    reviews: 300_000,
  });
});

test("recent activity has three items of each kind", () => {
  expect(RECENT_ITEMS).toBe(3);
});

test("a chat within 100 pixels of its end scrolls to new messages", () => {
  expect(CHAT_SCROLL_TOLERANCE_PX).toBe(100);
});

test("contacts are listed by the hundred, and imported five hundred at a time", () => {
  expect([CONTACTS_PER_PAGE, IMPORT_BATCH, CSV_PREVIEW_ROWS]).toEqual([100, 500, 5]);
});

test("one text leaves every two seconds, at 0.0079 a segment, unless the settings say otherwise", () => {
  expect([DEFAULT_MESSAGE_COUNT, DEFAULT_DELAY_SECONDS]).toEqual([1, 2]);
  expect(DEFAULT_COST_PER_SEGMENT).toBe("0.0079");
});

test("a password has at least six characters", () => {
  const accepts = (password: string) =>
    Registration.safeParse({ username: "maya", email: "maya@example.com", password }).success;
  expect([accepts("12345"), accepts("123456")]).toEqual([false, true]);
});

test("the sidebar's state is a cookie of seven days, toggled with b, and a sheet below 1024 px", () => {
  expect(SIDEBAR).toEqual({
    cookie: "sidebar_state",
    cookieSeconds: 604_800,
    shortcut: "b",
    sheetBelowPx: 1024,
  });
});

test("the sidebar is 16rem wide, 3rem as a rail and 18rem on a phone", async () => {
  const css = await Bun.file("ui/styles/shell.css").text();
  expect(css).toMatch(/^\.app \{[^}]*grid-template-columns: 16rem /m);
  expect(css).toMatch(/^\.app\.rail \{[^}]*grid-template-columns: 3rem /m);
  expect(css).toMatch(/@media \(width < 1024px\) \{.*\.drawer \{[^}]*width: 18rem/s);
});

test("dark is the default theme", async () => {
  expect(DEFAULT_THEME).toBe("dark");
  const css = await Bun.file("ui/styles/base.css").text();
  expect(css).toMatch(/^html \{[^}]*color-scheme: dark/m);
});
