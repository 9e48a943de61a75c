import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refuseWith } from "#tests/shell/app-stand.tsx";

const CSV = "First Name,Last Name,Mobile\nAmara,Osei,5125550177\nPriscilla,Huang,\n";

/** As the server reads the numbers of the file above. */
const CHECKED = {
  "POST /api/contacts/check-numbers": [
    { phoneNumber: "+15125550177", existing: null },
    { phoneNumber: null, existing: null },
  ],
};

const IMPORT = "POST /api/contacts/import";
const DONE = { imported: 1, optedOut: 0, appointmentsOnly: 0, newTags: [], skipped: [] };

async function openImport(answers = {}) {
  const stand = await openApp("/contacts", ADMIN, { ...CHECKED, ...answers });
  const queries = () => stand.queries.filter((query) => query.startsWith(IMPORT));
  await stand.keys.click(screen.getByRole("button", { name: "Import CSV" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import CSV" }));
  const give = async (content: string, name = "clients.csv") => {
    const files = [new File([content], name)];
    const input = dialog.getByLabelText<HTMLInputElement>("CSV file");
    Object.defineProperty(input, "files", { value: files, configurable: true });
    await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })));
  };
  return { ...stand, dialog, give, queries };
}

test("only a .csv file with a header and a row is accepted", async () => {
  const { give } = await openImport();
  await give("a", "clients.xlsx");
  expect(await screen.findByText("Invalid file type")).toBeTruthy();
  screen.getByText("Please select a CSV file");
  screen.getByText(/^This is a spreadsheet\. In Excel, choose Save As/);
  await give("First Name,Last Name,Phone\n");
  await screen.findByText("CSV file must have at least a header row and one data row");
});

test("all three columns must be mapped, and at least one row must have a phone", async () => {
  const { give, keys, dialog } = await openImport();
  await give("Client,Number\nAnn,1\n");
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  expect(await screen.findByText("Missing mapping")).toBeTruthy();
  await give("First Name,Last Name,Phone\nAnn,Roe,\n");
  await dialog.findByText("No phone number");
  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  expect(await screen.findByText("No contacts found")).toBeTruthy();
});

test("the preview shows what is saved, and the result shows what was skipped", async () => {
  const { give, keys, dialog, sent, queries } = await openImport({
    [IMPORT]: { ...DONE, skipped: [{ why: "no-phone", count: 1, rows: "3" }] },
  });
  await give(CSV);
  await dialog.findByText("(512) 555-0177");
  dialog.getByText("No phone number");
  dialog.getByText("1 contact ready, 1 without a phone number");
  expect(dialog.getByText("Preview").parentElement?.textContent).toBe("Preview2 rows");
  await keys.type(dialog.getByLabelText(/agree to texts/), "Booking form");

  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("1 contact imported");
  dialog.getByText("1 without a phone number");
  dialog.getByRole("button", { name: "Skipped Rows as CSV" });
  expect(sent).toEqual([
    'POST /api/contacts/check-numbers {"phoneNumbers":["5125550177",""]}',
    `${IMPORT} text/csv;charset=utf-8`,
  ]);
  expect(queries()).toEqual([
    expect.stringMatching(
      /\?firstName=0&lastName=1&phoneNumber=2&dayFirst=false&consentBasis=Booking\+form&importKey=[\w-]+$/,
    ),
  ]);
  await keys.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the preview has the first five rows of a longer file", async () => {
  const { give, dialog } = await openImport();
  await give(`First Name,Last Name,Mobile\n${"Ann,Roe,\n".repeat(6)}`);
  await dialog.findByText("First 5 rows");
  expect(dialog.getAllByRole("cell", { name: "Ann" }).length).toBe(5);
});

test("a dry run shows what will happen, and the import continues from there", async () => {
  const { give, keys, dialog, queries } = await openImport({
    [IMPORT]: {
      imported: 1,
      optedOut: 1,
      appointmentsOnly: 2,
      newTags: ["Bridal"],
      skipped: [{ why: "no-phone", count: 1, rows: "3" }],
    },
  });
  await give(CSV);
  await dialog.findByText("(512) 555-0177");
  await keys.click(dialog.getByRole("button", { name: "Try It First" }));
  await dialog.findByText("1 contact will be imported");
  dialog.getByText("1 client will be opted out by the file");
  dialog.getByText("2 clients will be limited to appointment texts");
  dialog.getByText("1 new tag: Bridal");
  dialog.getByText("1 row will be left out");
  expect(queries().at(-1)).toContain("&dryRun=true");
  await keys.click(dialog.getByRole("button", { name: "Back" }));
  await dialog.findByText("(512) 555-0177");
  await keys.click(dialog.getByRole("button", { name: "Try It First" }));
  await keys.click(await dialog.findByRole("button", { name: "Import 1 Contact" }));
  await dialog.findByText("1 contact imported");
  expect(queries().at(-1)).not.toContain("dryRun");
});

test("a dry run of a file with nothing new offers no import", async () => {
  const { give, keys, dialog } = await openImport({
    [IMPORT]: {
      imported: 0,
      optedOut: 0,
      appointmentsOnly: 0,
      newTags: [],
      skipped: [{ why: "no-phone", count: 1, rows: "3" }],
    },
  });
  await give(CSV);
  await dialog.findByText("(512) 555-0177");
  await keys.click(dialog.getByRole("button", { name: "Try It First" }));
  await dialog.findByText("No contacts will be imported");
  dialog.getByRole("button", { name: "Back" });
  expect(dialog.queryByRole("button", { name: /^Import / })).toBeNull();
});

test("undoing the last import first says what stays", async () => {
  const { keys, sent } = await openApp("/contacts", ADMIN, {
    "GET /api/contacts/last-import": { at: "2026-11-20T16:00:00Z", contacts: 12, active: 2 },
    "POST /api/contacts/last-import/undo": { removed: 10, kept: 2 },
  });
  await keys.click(screen.getByRole("button", { name: "More contact actions" }));
  await keys.click(await screen.findByRole("menuitem", { name: "Undo Last Import" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await dialog.findByText(/created 12 contacts.*2 contacts will stay/);
  await keys.click(dialog.getByRole("button", { name: "Remove 10 Contacts" }));
  await screen.findByText("10 contacts removed");
  expect(sent.join()).toContain("POST /api/contacts/last-import/undo");
});

test("a tag is sent only when it is named, with the choice for existing contacts", async () => {
  const { give, keys, dialog, queries } = await openImport({ [IMPORT]: DONE });
  await give(CSV);
  await dialog.findByText("(512) 555-0177");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await keys.type(dialog.getByLabelText("Tag them (optional)"), " Bridal ");
  await keys.click(dialog.getByRole("checkbox", { name: /existing clients in the file/ }));
  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("1 contact imported");
  expect(queries().join()).toContain("&tag=Bridal&tagPresent=true&");
});

test("a column that may be about texts must be decided about before the import", async () => {
  const { give, keys, dialog, queries } = await openImport({ [IMPORT]: DONE });
  await give(
    "First Name,Last Name,Mobile,SMS Consent,DND,Contact preference,Text notes\nAmara,Osei,5125550177,Pending,,Text,\nPriscilla,Huang,,yes,x,Email,\n",
  );
  await dialog.findByText("(512) 555-0177");
  dialog.getByText(/^Agreed: "yes" \(1 row\)Treated as not agreed: "Pending" \(1 row\)$/);
  dialog.getByText(/^Not opted out: empty \(1 row\)Treated as opted out: "x" \(1 row\)$/);
  dialog.getByText('"Text" (1 row), "Email" (1 row)');
  dialog.getByText("Still to decide: Contact preference");
  const disabled = () =>
    ["Try It First", "Import Contacts"].map(
      (name) => dialog.getByRole<HTMLButtonElement>("button", { name }).disabled,
    );
  expect(disabled()).toEqual([true, true]);
  await keys.selectOptions(dialog.getByLabelText("Contact preference"), "Not about texts");
  expect(disabled()).toEqual([false, false]);
  await keys.selectOptions(dialog.getByLabelText(/^Another column/), "Last Name");
  await keys.selectOptions(
    dialog.getAllByLabelText("Last Name").at(-1) as HTMLElement,
    "Yes means they opted out",
  );
  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("1 contact imported");
  expect(queries().join()).toContain("&consent=3&optedOut=1%2C4&ignored=5%2C6&");
});

test("a refused import says why and keeps the mapping", async () => {
  const { give, keys, dialog } = await openImport({
    [IMPORT]: refuseWith({ status: 403, message: "Only an administrator." }),
  });
  await give(CSV);
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  expect(await screen.findByText("Import failed")).toBeTruthy();
  screen.getByText("Only an administrator.");
  await dialog.findByText("(512) 555-0177");
});

test("an import that broke says how far it came, and Retry sends the same import again", async () => {
  const answers: Record<string, unknown> = {
    [IMPORT]: refuseWith({ status: 507, message: "The server's disk is almost full." }),
    "GET /api/contacts/import/:key": { state: "stopped", rows: 1, imported: 1, result: null },
  };
  const { give, keys, dialog, queries } = await openImport(answers);
  await give(CSV);
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("The server's disk is almost full.");
  dialog.getByText("1 of 2 rows done");
  dialog.getByText(/^1 contact imported\. They stay/);
  await keys.click(dialog.getByRole("button", { name: "Retry" }));
  await waitFor(() => expect(queries()).toHaveLength(2));
  expect(queries()[1]).toBe(queries()[0] ?? "");
});

test("a reply that a proxy lost is read from the progress", async () => {
  const result = { ...DONE, imported: 2 };
  const { give, keys, dialog } = await openImport({
    [IMPORT]: refuseWith({ status: 504, message: "" }),
    "GET /api/contacts/import/:key": { state: "done", rows: 2, imported: 2, result },
  });
  await give(CSV);
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("2 contacts imported");
});

test("Stop Import ends the upload and tells the server", async () => {
  const { give, keys, dialog, sent } = await openImport({
    [IMPORT]: new Promise(() => undefined),
    "GET /api/contacts/import/:key": { state: "stopped", rows: 1, imported: 1, result: null },
    "DELETE /api/contacts/import/:key": null,
  });
  await give(CSV);
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  await keys.click(await dialog.findByRole("button", { name: "Stop Import" }));
  await dialog.findByText("You stopped the import.");
  dialog.getByText("1 of 2 rows done");
  expect(sent.at(-1)).toMatch(/^DELETE \/api\/contacts\/import\/[\w-]{8,}$/);
});

test("the count of ready rows matches the import, and reasons are shown in words", async () => {
  const { give, dialog } = await openImport({
    "POST /api/contacts/check-numbers": [
      { phoneNumber: "+15125550177", existing: null },
      { phoneNumber: "+15125550177", existing: null },
      { phoneNumber: "+15125550178", existing: "Mona Reyes" },
      { phoneNumber: null, existing: null },
    ],
  });
  await give("Name,Phone\nAmara,5125550177\nAmara,512 555 0177\nMona,5125550178\nJo,12345\n");
  await dialog.findByText("(512) 555-0177");
  for (const reason of [
    "This number appears twice in the file",
    "Mona Reyes already has this number",
    "Can't read this number",
    /^1 contact ready, /,
  ])
    dialog.getByText(reason);
});
