import { beforeEach, expect, setSystemTime, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, NOW, openApp, refuseWith, SETTINGS, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";

const FACIAL = { id: 5, name: "Facial", contactCount: 3, reachableCount: 2 };
const ODALYS = contactRow({ id: 1, name: "Odalys Quintero", tags: [{ id: 5, name: "Facial" }] });
const BROOKE = { ...ODALYS, id: 2, name: "Brooke Tanaka", phoneNumber: "+15125550117" };
const GRACE = { ...ODALYS, id: 3, name: "Grace Lindqvist", tags: [] };

function bases(agreed: number, more = {}) {
  return { agreed, client: 0, asked: 0, none: 0, isNew: false, ...more };
}

const ANSWERS = {
  "GET /api/contacts": { contacts: [ODALYS, BROOKE, GRACE], total: 1_000_000, nextCursor: "x" },
  "GET /api/tags": [FACIAL],
  "GET /api/offers/bases": bases(1_000_000),
  "GET /api/offers/bases?tag=5": bases(2),
  "POST /api/campaigns": {
    status: "scheduled",
    scheduledAt: "2026-11-24T16:00:00Z",
    deliverabilityCheckStatus: "pending",
  },
};
const CREATE = "POST /api/campaigns ";

async function openDialog(answers = {}, user = ADMIN, address = "/campaigns?new=1") {
  const stand = await openApp(address, user, { ...ANSWERS, ...answers });
  const dialog = within(await screen.findByRole("dialog"));
  if (user === ADMIN) await dialog.findByText("Brooke Tanaka");
  const body = () =>
    JSON.parse(stand.sent.find((one) => one.startsWith(CREATE))?.slice(CREATE.length) ?? "{}");
  return { ...stand, dialog, body };
}

async function create({ keys, dialog }: Awaited<ReturnType<typeof openDialog>>, confirm?: RegExp) {
  const name = dialog.getByRole<HTMLInputElement>("textbox", { name: "Name" });
  if (name.value === "") await keys.type(name, "December");
  const box = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  if (box.value === "") await keys.type(box, "Glow: reply STOP to opt out");
  await keys.click(dialog.getByRole("button", { name: /Send Now|Submit Draft/ }));
  if (confirm) await keys.click(await screen.findByRole("button", { name: confirm }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
}

beforeEach(() => localStorage.clear());

test("a million clients are chosen with one press, and unticked ones become exceptions", async () => {
  const stand = await openDialog();
  const { keys, dialog } = stand;
  await keys.click(dialog.getByRole("checkbox", { name: "Select all" }));
  await dialog.findByText("1,000,000 of 1,000,000 selected");
  dialog.getByText("$7,900.00");
  await keys.click(dialog.getByRole("checkbox", { name: /Brooke/ }));
  await dialog.findByText("999,999 of 1,000,000 selected");
  await create(stand, /^Send to 999,999 clients/);
  expect(stand.body()).toMatchObject({ audience: { all: true, tag: null, except: [2] } });
});

test("a chosen tag selects all contacts who have it", async () => {
  const stand = await openDialog();
  const { keys, dialog } = stand;
  await keys.click(dialog.getByRole("button", { name: "Tag" }));
  await keys.click(await screen.findByRole("menuitem", { name: /Facial/ }));
  await dialog.findByText("3 tagged, 1 cannot receive texts");
  await dialog.findByText("2 of 1,000,000 selected");
  expect(dialog.getByRole("checkbox", { name: /Grace/ })).toHaveProperty("checked", false);
  await keys.click(dialog.getByRole("button", { name: "Remove Facial" }));
  expect(dialog.getByRole("checkbox", { name: /Odalys/ })).toHaveProperty("checked", true);
  await create(stand);
  expect(stand.body()).toMatchObject({ audience: { all: true, tag: 5, except: [] } });
});

test("clients chosen one by one stay chosen when a tag narrows the list", async () => {
  const { keys, dialog } = await openDialog();
  await keys.click(dialog.getByRole("checkbox", { name: /Brooke/ }));
  await keys.click(dialog.getByRole("button", { name: "Tag" }));
  await keys.click(await screen.findByRole("menuitem", { name: /Facial/ }));
  await dialog.findByText("3 tagged, 1 cannot receive texts");
  await dialog.findByText("1 of 1,000,000 selected");
});

test("a search with more than 5,000 matches is refused with a message", async () => {
  const many = Array.from({ length: 200 }, (_, n) => ({ ...ODALYS, id: n + 10 }));
  const { keys, dialog } = await openDialog({
    "GET /api/contacts": { contacts: [...many, BROOKE], total: 1_000_000, nextCursor: "x" },
  });
  await keys.type(dialog.getByRole("searchbox", { name: "Search recipients" }), "a");
  await keys.click(await dialog.findByRole("checkbox", { name: "Select all found" }));
  await screen.findByText("That's more than 5,000 clients. Narrow your search.");
});

test("the next suitable morning is offered, and the server's refusal is shown at the date", async () => {
  const stand = await openDialog({
    "POST /api/campaigns": refuseWith({
      status: 400,
      message: "Choose a time in the future.",
      errors: { scheduledFor: "Choose a time in the future." },
    }),
  });
  const { keys, dialog } = stand;
  await keys.click(dialog.getByRole("checkbox", { name: /Odalys/ }));
  await keys.click(dialog.getByRole("radio", { name: "Schedule…" }));
  dialog.getByText(/day, .* at 10:00 AM, Chicago time$/);
  await keys.type(dialog.getByRole("textbox", { name: "Name" }), "December");
  await keys.type(dialog.getByRole("textbox", { name: "Message" }), "Hi");
  await keys.click(dialog.getByRole("button", { name: /^Schedule/ }));
  await keys.click(await screen.findByRole("button", { name: "Schedule for 1 client" }));
  expect((await dialog.findByRole("alert")).textContent).toBe("Choose a time in the future.");
  expect(dialog.getByLabelText("Date").getAttribute("aria-invalid")).toBe("true");
  expect(stand.body()).toMatchObject({
    contactIds: [1],
    scheduledFor: expect.stringMatching(/^\d{4}-\d\d-\d\dT10:00$/),
    skipCheck: false,
  });
});

test("a stray Escape keeps the time and the selection too", async () => {
  const stand = await openDialog();
  const { keys, dialog } = stand;
  await keys.click(dialog.getByRole("checkbox", { name: /Odalys/ }));
  await keys.click(dialog.getByRole("radio", { name: "Schedule…" }));
  await keys.click(dialog.getByRole("switch"));
  await keys.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await screen.findByText("Draft kept");

  await keys.click(screen.getAllByRole("button", { name: "New Campaign" })[0] as HTMLElement);
  const again = within(await screen.findByRole("dialog"));
  expect(again.getByRole("radio", { name: "Schedule…" })).toHaveProperty("checked", true);
  expect(await again.findByRole("checkbox", { name: /Odalys/ })).toHaveProperty("checked", true);
  expect(again.getByRole("switch")).toHaveProperty("checked", false);
});

test("the toast of a scheduled campaign names its time, and that of a checked one the check", async () => {
  const stand = await openDialog();
  await stand.keys.click(stand.dialog.getByRole("checkbox", { name: /Odalys/ }));
  await create(stand);
  await screen.findByText("It will be sent Tuesday, November 24 at 10:00 AM, Chicago time");
});

test("a campaign whose numbers are checked first says so", async () => {
  const stand = await openDialog({
    "POST /api/campaigns": {
      status: "sending",
      scheduledAt: null,
      deliverabilityCheckStatus: "pending",
    },
  });
  await stand.keys.click(stand.dialog.getByRole("checkbox", { name: /Odalys/ }));
  await create(stand);
  await screen.findByText("Checking contact deliverability before sending");
});

test("with line-type lookups, the price of the check is shown", async () => {
  const { dialog } = await openDialog({
    "GET /api/settings": { ...SETTINGS, lineTypeLookups: true },
  });
  dialog.getByText(/Each new number costs \$0\.008/);
});

test("long names are counted: the meter shows both lengths, the cost the worst", async () => {
  const { keys, dialog } = await openDialog({
    "GET /api/campaigns/composing": {
      longestNames: ["m".repeat(80)],
      noticeAlways: false,
      testPhoneNumber: null,
    },
  });
  const box = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await keys.click(box);
  await keys.paste(`Hi {{name}, ${"x".repeat(100)}`.replace("{{", "{"));
  await dialog.findByText("Charged as 1 text, 2 for the longest names");
  await keys.click(dialog.getByRole("checkbox", { name: /Odalys/ }));
  dialog.getByText("$0.02");
});

test("name and STOP text are offered where they are missing", async () => {
  const { keys, dialog } = await openDialog();
  const box = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await keys.type(box, "See you soon");
  await keys.click(await dialog.findByRole("button", { name: "Add Salon Name and STOP" }));
  expect(box.value).toBe("Glow: See you soon\nReply STOP to opt out");
  expect(dialog.queryByText(/how to opt out/)).toBeNull();
});

test("where the notice is always added, the preview shows it and the text is unchanged", async () => {
  const { keys, dialog } = await openDialog({
    "GET /api/campaigns/composing": { longestNames: [], noticeAlways: true, testPhoneNumber: null },
  });
  const box = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await keys.type(box, "See you soon");
  await dialog.findByText(/are added to every campaign/);
  const preview = within(dialog.getByRole("complementary", { name: "Preview and cost" }));
  preview.getByText(/Glow: See you soon/);
  expect(box.value).toBe("See you soon");
});

const AT_NIGHT = { heldUntil: "2026-11-23T15:00:00Z", heldBy: "quiet-hours" };

test("before a send that waits, the dialog says until when, and the question repeats it with what is missing", async () => {
  const stand = await openDialog({ "GET /api/campaigns/start": AT_NIGHT });
  const { keys, dialog } = stand;
  await dialog.findByText(
    "Quiet hours last until 9:00 AM on Monday, Nov 23. Your texts go out then.",
  );
  await keys.type(dialog.getByRole("textbox", { name: "Name" }), "December");
  await keys.type(dialog.getByRole("textbox", { name: "Message" }), "See you soon");
  await keys.click(dialog.getByRole("checkbox", { name: "Select all" }));
  await keys.click(await dialog.findByRole("button", { name: /^Send Now/ }));
  const question = within(await screen.findByRole("alertdialog"));
  question.getByText(
    /will cost about .* Quiet hours last until 9:00 AM on Monday, Nov 23\. Your texts go out then\.$/,
  );
  question.getByText("Your message doesn't say who it's from or how to opt out.");

  await keys.click(question.getByRole("button", { name: "Add Salon Name and STOP" }));
  await question.findByText(/^Glow: See you soon\sReply STOP to opt out$/);
  expect(question.queryByText(/doesn't say/)).toBeNull();
  await keys.click(question.getByRole("button", { name: /^Send to/ }));
  expect(stand.sent).toContainEqual(expect.stringContaining("Glow: See you soon"));
});

test("a chosen time at which texts wait says so", async () => {
  setSystemTime(NOW);
  const { keys, dialog, sent } = await openDialog({
    "GET /api/campaigns/start": { heldUntil: null, heldBy: null },
    "GET /api/campaigns/start?at=2026-11-20T10%3A00": AT_NIGHT,
  });
  expect(dialog.queryByText(/texts go out/)).toBeNull();
  await keys.click(dialog.getByRole("radio", { name: "Schedule…" }));
  await dialog.findByText(
    "That's during quiet hours. Your texts go out from 9:00 AM on Monday, Nov 23.",
  );
  expect(sent).toEqual([]);
  setSystemTime();
});

test("the message box says what its first merge field becomes", async () => {
  const { keys, dialog } = await openDialog();
  const box = dialog.getByRole("textbox", { name: "Message" });
  await keys.click(dialog.getByRole("button", { name: "Insert First Name" }));
  const hint = await dialog.findByText(
    "{firstName|there} becomes the client's first name, or “there” without one.",
  );
  expect(box.getAttribute("aria-describedby")).toContain(hint.id);
});

const WITH_TEST_NUMBER = {
  "GET /api/campaigns/composing": {
    longestNames: [],
    noticeAlways: false,
    testPhoneNumber: "+15125550142",
  },
};

test("a test goes to the number in Settings, which the button names", async () => {
  const { keys, dialog, sent } = await openDialog({
    ...WITH_TEST_NUMBER,
    "POST /api/campaigns/test": { phoneNumber: "+15125550142" },
  });
  await keys.type(dialog.getByRole("textbox", { name: "Message" }), "Glow STOP");
  await keys.click(dialog.getByRole("button", { name: "Send Test to (512) 555-0142" }));
  await screen.findByText("Test sent");
  expect(sent).toEqual(['POST /api/campaigns/test {"message":"Glow STOP"}']);
});

test("a refused test says why", async () => {
  const expectedText = "This number has opted out and cannot receive messages";
  const { keys, dialog } = await openDialog({
    ...WITH_TEST_NUMBER,
    "POST /api/campaigns/test": refuseWith({ status: 403, message: expectedText }),
  });
  await keys.type(dialog.getByRole("textbox", { name: "Message" }), "Hi");
  await keys.click(dialog.getByRole("button", { name: /Send Test/ }));
  await screen.findByText("Test not sent");
  screen.getByText(expectedText);
});

test("without a test number, an admin is sent to Settings in another tab", async () => {
  const { dialog } = await openDialog();
  const link = dialog.getByRole("link", { name: "add a test number in Settings" });
  expect(link).toMatchObject({
    target: "_blank",
    pathname: "/settings/texting",
    hash: "#template",
  });
});

const OLD = {
  name: "Winter Glow",
  message: "Glow: hi, STOP ends it",
  contactIds: null,
  audience: { all: true, tag: 5, except: [2] },
};

test("a duplicate begins with the original's text and clients", async () => {
  const stand = await openDialog({ "GET /api/campaigns/7": OLD }, ADMIN, "/campaigns?new=1&from=7");
  await stand.dialog.findByText("1 of 1,000,000 selected");
  await create(stand);
  expect(stand.body()).toEqual({
    name: "Copy of Winter Glow",
    message: OLD.message,
    audience: OLD.audience,
    skipCheck: false,
  });
  expect(location.search).toBe("");
});

test("a non-admin's duplicate is a draft without recipients", async () => {
  const stand = await openDialog(
    { "GET /api/campaigns/7": OLD, "POST /api/campaigns": { status: "draft" } },
    staffWith("/campaigns"),
    "/campaigns?new=1&from=7",
  );
  await create(stand);
  expect(stand.body()).toEqual({ name: "Copy of Winter Glow", message: OLD.message });
});

test("duplicating a deleted campaign says so and closes", async () => {
  await openApp("/campaigns?new=1&from=9", ADMIN, {
    "GET /api/campaigns/9": refuseWith({
      status: 404,
      message: "This campaign no longer exists.",
    }),
  });
  await screen.findByText("This campaign no longer exists.");
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("the composer says who is left out and why, and an administrator includes those who asked", async () => {
  const ASKED = { ...ODALYS, id: 7, name: "Ines Moreau", basis: "asked" };
  const NONE = { ...ODALYS, id: 8, name: "Noor Haddad", basis: "none" };
  const stand = await openDialog({
    "GET /api/contacts": { contacts: [ODALYS, BROOKE, ASKED, NONE], total: 14, nextCursor: null },
    "GET /api/offers/bases": bases(2, { asked: 3, none: 9 }),
  });
  const { keys, dialog } = stand;
  await dialog.findByText(
    /^12 clients are left out because they never agreed to offers, though 3 texted or called/,
  );
  expect(dialog.getByRole("link", { name: "See them" })).toMatchObject({
    target: "_blank",
    pathname: "/contacts",
    search: "?state=left-out",
  });
  expect(dialog.getByRole("checkbox", { name: /Ines/ })).toHaveProperty("disabled", true);
  await keys.click(dialog.getByRole("switch", { name: /Include 3 clients who texted or called/ }));
  dialog.getByText(/^9 clients are left out because they never agreed to offers\./);
  dialog.getByText(/consent to offers first/);
  expect(dialog.getByRole("checkbox", { name: /Noor/ })).toHaveProperty("disabled", true);
  await keys.click(dialog.getByRole("checkbox", { name: "Select all" }));
  await dialog.findByText("5 of 5 selected");
  await create(stand);
  expect(stand.body()).toMatchObject({ audience: { all: true }, includeAsked: true });
});

test("after an upgrade, an administrator reads once what changes", async () => {
  const { keys, sent } = await openApp("/campaigns", ADMIN, {
    ...ANSWERS,
    "GET /api/offers/bases": bases(200, { client: 30, asked: 2, none: 10, isNew: true }),
    "POST /api/offers/notice/read": bases(200),
  });
  await screen.findByText("Campaigns now go to clients who agreed or came in");
  screen.getByText(/230 clients today\. 12 clients are left out/);
  await keys.click(screen.getByRole("button", { name: "Got It" }));
  expect(sent).toEqual(["POST /api/offers/notice/read"]);
});
