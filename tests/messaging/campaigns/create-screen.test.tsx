import { expect, test } from "bun:test";
import { screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, SETTINGS, staffWith } from "#tests/shell/app-stand.tsx";
import { contactRow } from "#tests/shell/rows.ts";
import { isLargeSend } from "#ui/messaging/campaigns/large-send-dialog.tsx";

const ODALYS = contactRow({ id: 1, name: "Odalys Quintero" });
const BROOKE = { ...ODALYS, id: 2, name: "Brooke Tanaka", phoneNumber: "+15125550117" };
const CAMILLE = { ...ODALYS, id: 3, name: "Camille Dupré", optedOut: true };
const HANA = { ...ODALYS, id: 4, name: "Hana Kim", undeliverable: true };
const ALL = [ODALYS, CAMILLE, HANA, BROOKE];

const SENDING = { status: "sending", deliverabilityCheckStatus: "skipped" };
const ANSWERS = {
  "GET /api/contacts": { contacts: ALL, total: 2, nextCursor: null },
  "GET /api/offers/bases": { agreed: 1, client: 1, asked: 0, none: 0, isNew: false },
  "POST /api/campaigns": SENDING,
};

async function openDialog(answers = {}, user = ADMIN) {
  const stand = await openApp("/campaigns?new=1", user, { ...ANSWERS, ...answers });
  const dialog = within(await screen.findByRole("dialog"));
  if (user === ADMIN) await dialog.findByText("Brooke Tanaka");
  return { ...stand, dialog };
}

async function fillIn(
  { keys, dialog }: Awaited<ReturnType<typeof openDialog>>,
  message = "See you soon",
) {
  await keys.type(dialog.getByRole("textbox", { name: "Name" }), "December");
  await keys.type(dialog.getByRole("textbox", { name: "Message" }), message);
}

/** Sends a message that lacks name and STOP, which asks first. */
async function sendAnyway({ keys, dialog }: Awaited<ReturnType<typeof openDialog>>): Promise<void> {
  await keys.click(dialog.getByRole("button", { name: /^Send Now/ }));
  const asked = within(await screen.findByRole("alertdialog"));
  asked.getByText("Your message doesn't say who it's from or how to opt out.");
  await keys.click(asked.getByRole("button", { name: /^Send to/ }));
}

test("select all takes all clients who can be texted, and the cost is shown before sending", async () => {
  const stand = await openDialog();
  const { keys, dialog, sent } = stand;
  await fillIn(stand);
  await keys.click(dialog.getByRole("checkbox", { name: "Select all" }));
  await dialog.findByText("2 of 2 selected");
  expect(dialog.getByRole("checkbox", { name: /Camille/ })).toHaveProperty("disabled", true);
  dialog.getByText("Opted out");
  dialog.getByText("Undeliverable");
  dialog.getByText(
    /^Carriers charge \$0\.0079 for a text of up to 160 characters, and for each 153 of a longer/,
  );
  dialog.getByText("$0.02");

  await keys.click(dialog.getByRole("switch", { name: "Check deliverability before sending" }));
  dialog.getByText("You'll also pay for texts to landlines and dead numbers.");
  await sendAnyway(stand);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByText("Campaign created")).toBeTruthy();
  screen.getByText("Your campaign will send shortly");
  expect(sent).toEqual([
    'POST /api/campaigns {"name":"December","message":"See you soon","audience":{"all":true,"tag":null,"except":[]},"skipCheck":true}',
  ]);
  expect(location.search).toBe("");
});

test("a campaign that the server reports as failed is shown as failed", async () => {
  const stand = await openDialog({ "POST /api/campaigns": { ...SENDING, status: "failed" } });
  await fillIn(stand);
  await stand.keys.click(stand.dialog.getByRole("checkbox", { name: /Odalys/ }));
  await sendAnyway(stand);
  expect(await screen.findByText("Campaign creation failed")).toBeTruthy();
  screen.getByText("There was an error creating your campaign. Please try again.");
});

test("a campaign that failed without a carrier says what to do", async () => {
  const reason = "Texting isn't set up. Add your Twilio account in Settings.";
  const stand = await openDialog({
    "POST /api/campaigns": { ...SENDING, status: "failed", reason },
  });
  await fillIn(stand);
  await stand.keys.click(stand.dialog.getByRole("checkbox", { name: /Odalys/ }));
  await sendAnyway(stand);
  await screen.findByText("Campaign creation failed");
  screen.getByText(reason);
});

test("nothing is sent without a message and at least one recipient", async () => {
  const stand = await openDialog();
  const { keys, dialog, sent } = stand;
  await keys.click(dialog.getByRole("button", { name: /^Send Now/ }));
  await dialog.findByText("Name is required");
  dialog.getByText("Message cannot be empty");

  await fillIn(stand);
  await keys.click(dialog.getByRole("button", { name: /^Send Now/ }));
  expect(await screen.findByText("No contacts selected")).toBeTruthy();
  screen.getByText("Please select at least one contact");
  expect(sent).toEqual([]);
});

test("clients who can't be texted come last, and sending is the main action once there is what and who", async () => {
  const stand = await openDialog();
  const { dialog } = stand;
  const names = within(dialog.getByRole("list", { name: "Contacts" }))
    .getAllByRole("checkbox")
    .map((box) => box.closest("label")?.textContent ?? "");
  expect(names.map((name) => name.split(/[ (]/)[0])).toEqual([
    "Odalys",
    "Brooke",
    "Camille",
    "Hana",
  ]);
  const isReady = () =>
    dialog.getByRole("button", { name: /^Send Now/ }).getAttribute("aria-disabled") === "false";
  dialog.getByText("Enter a name, write a message, and choose clients");
  await fillIn(stand, "Hi {{firstName}, see you soon");
  expect(isReady()).toBe(false);
  dialog.getByText("Choose clients");
  await stand.keys.click(dialog.getByRole("checkbox", { name: /Brooke/ }));
  expect(isReady()).toBe(true);
  dialog.getByText(
    (_, element) => element?.textContent === "Brooke Tanaka reads: Hi Brooke, see you soon",
  );
});

test("one Tab moves to the list, arrows move through it, and space chooses", async () => {
  const { keys, dialog } = await openDialog();
  dialog.getByRole("checkbox", { name: "Select all" }).focus();
  await keys.tab();
  expect(document.activeElement).toBe(dialog.getByRole("checkbox", { name: /Odalys/ }));
  await keys.keyboard("{ArrowDown} ");
  expect(dialog.getByRole("checkbox", { name: /Brooke/ })).toHaveProperty("checked", true);
  dialog.getByText("1 of 2 selected");
});

test("a stray Escape loses nothing, and Cancel discards the text", async () => {
  const stand = await openDialog();
  const { keys } = stand;
  await fillIn(stand);
  await keys.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  const button = () => screen.getAllByRole("button", { name: "New Campaign" })[0] as HTMLElement;
  await keys.click(button());
  const again = within(await screen.findByRole("dialog"));
  expect(again.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "December");
  await keys.click(again.getByRole("button", { name: "Cancel" }));
  await keys.click(button());
  const fresh = within(await screen.findByRole("dialog"));
  expect(fresh.getByRole("textbox", { name: "Name" })).toHaveProperty("value", "");
});

test("a field is inserted at the cursor, and characters that cost segments can be replaced", async () => {
  const { keys, dialog } = await openDialog();
  const box = dialog.getByRole<HTMLTextAreaElement>("textbox", { name: "Message" });
  await keys.type(box, "Hi , it’s “glow” time");
  box.setSelectionRange(3, 3);
  await keys.click(dialog.getByRole("button", { name: "Insert First Name" }));
  expect(box.value).toBe("Hi {firstName|there}, it’s “glow” time");
  dialog.getByText("Charged as 1 text, 44 characters left");
  expect((await dialog.findByText(/holds 70 characters instead of 160/)).textContent).toContain(
    "’  “  ”",
  );

  box.setSelectionRange(2, 2);
  await keys.click(dialog.getByRole("button", { name: "Insert Name" }));
  expect(box.value).toBe("Hi {name} {firstName|there}, it’s “glow” time");
  await keys.click(dialog.getByRole("button", { name: "Use Plain Characters" }));
  expect(box.value).toBe(`Hi {name} {firstName|there}, it's "glow" time`);
  expect(dialog.queryByText(/holds 70 characters instead of 160/)).toBeNull();
});

test("the template's message is filled in at the start", async () => {
  const campaignTemplate = { messageCount: 1, delaySeconds: 2, message: "Hello from Glow" };
  const { dialog } = await openDialog({ "GET /api/settings": { ...SETTINGS, campaignTemplate } });
  expect(dialog.getByRole("textbox", { name: "Message" })).toHaveProperty(
    "value",
    "Hello from Glow",
  );
});

test("a non-admin writes a draft and chooses no recipients", async () => {
  const stand = await openDialog(
    { "POST /api/campaigns": { status: "draft" } },
    staffWith("/campaigns"),
  );
  await fillIn(stand);
  expect(stand.dialog.queryByRole("checkbox")).toBeNull();
  await stand.keys.click(stand.dialog.getByRole("button", { name: "Submit Draft" }));
  expect(await screen.findByText("Draft created")).toBeTruthy();
  screen.getByText("Your campaign draft has been submitted for admin approval");
  expect(stand.sent).toEqual(['POST /api/campaigns {"name":"December","message":"See you soon"}']);
});

test("the button shows count and cost, and a large send asks with a sample text", async () => {
  const stand = await openDialog({
    "GET /api/contacts": { contacts: ALL, total: 150, nextCursor: "9" },
    "GET /api/offers/bases": { agreed: 140, client: 10, asked: 0, none: 0, isNew: false },
  });
  const { keys, dialog, sent } = stand;
  await fillIn(stand, "Hi {{firstName}, see you soon");
  await keys.click(dialog.getByRole("checkbox", { name: "Select all" }));
  const create = await dialog.findByRole("button", {
    name: "Send Now 150 clients, $1.19",
  });
  await keys.click(create);
  const asked = within(await screen.findByRole("alertdialog", { name: "Send to 150 clients?" }));
  asked.getByText("It will cost about $1.19 and be sent right away.");
  asked.getByText("Hi Odalys, see you soon");
  expect(sent).toEqual([]);
  await keys.click(asked.getByRole("button", { name: "Cancel" }));
  expect(sent).toEqual([]);

  await keys.click(create);
  await keys.click(await screen.findByRole("button", { name: "Send to 150 clients" }));
  await screen.findByText("Campaign created");
  expect(sent).toHaveLength(1);
});

test.each([
  [5, 6, false],
  [10, 20, false],
  [11, 109, true],
  [11, 110, false],
  [100, 5000, false],
  [101, 5000, true],
])("sending to %d of %d asks: %p", (count, reachable, asks) => {
  expect(isLargeSend(count, reachable)).toBe(asks);
});
