import { expect, test } from "bun:test";
import { act, screen, waitFor, within } from "@testing-library/react";
import { ADMIN, openApp, refused } from "#tests/shell/app-stand.tsx";

const CSV = "First Name,Last Name,Mobile\nAmara,Osei,5125550177\nPriscilla,Huang,\n";

async function openImport(answers = {}) {
  const stand = await openApp("/contacts", ADMIN, answers);
  await stand.keys.click(screen.getByRole("button", { name: "Import CSV" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Import CSV" }));
  const give = async (content: string, name = "clients.csv") => {
    const files = [new File([content], name)];
    const input = dialog.getByLabelText<HTMLInputElement>("CSV file");
    Object.defineProperty(input, "files", { value: files, configurable: true });
    await act(async () => input.dispatchEvent(new Event("change", { bubbles: true })));
  };
  return { ...stand, dialog, give };
}

test("only a .csv with a header and a row is taken", async () => {
  const { give } = await openImport();
  await give("a", "clients.xlsx");
  expect(await screen.findByText("Invalid file type")).toBeTruthy();
  screen.getByText("Please select a CSV file");
  await give("First Name,Last Name,Phone\n");
  await screen.findByText("CSV file must have at least a header row and one data row");
});

test("all three columns must be mapped, and somebody must have a phone", async () => {
  const { give, keys, dialog } = await openImport();
  await give("Client,Number\nAnn,1\n");
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  expect(await screen.findByText("Missing mapping")).toBeTruthy();
  await give("First Name,Last Name,Phone\nAnn,Roe,\n");
  await dialog.findByText("No phone, left out");
  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  expect(await screen.findByText("No contacts found")).toBeTruthy();
});

test("the preview tells what is saved, and the result what was left out", async () => {
  const { give, keys, dialog, sent } = await openImport({
    "POST /api/contacts/bulk-import": { imported: 1, skipped: 0, skippedRows: [] },
  });
  await give(CSV);
  await dialog.findByText("+15125550177");
  dialog.getByText("No phone, left out");
  dialog.getByText("1 contact ready, 1 without a phone");
  await keys.type(dialog.getByLabelText(/agree to get texts/), "Booking form");

  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("1 contact imported");
  dialog.getByText("1 without a phone number");
  dialog.getByRole("button", { name: "Skipped rows as CSV" });
  expect(sent).toEqual([
    'POST /api/contacts/bulk-import {"contacts":[{"firstName":"Amara","lastName":"Osei","phoneNumber":"+15125550177"}],"consentBasis":"Booking form"}',
  ]);
  await keys.click(dialog.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("a tag goes along only when one is named, with the choice for those already here", async () => {
  const { give, keys, dialog, sent } = await openImport({
    "POST /api/contacts/bulk-import": { imported: 1, skipped: 0, skippedRows: [] },
  });
  await give(CSV);
  await dialog.findByText("+15125550177");
  expect(dialog.queryByRole("checkbox")).toBeNull();
  await keys.type(dialog.getByLabelText("Tag them (optional)"), " Bridal ");
  await keys.click(dialog.getByRole("checkbox", { name: /whom I already have/ }));
  await keys.click(dialog.getByRole("button", { name: "Import Contacts" }));
  await dialog.findByText("1 contact imported");
  expect(sent.join()).toContain('"tag":"Bridal","tagPresent":true}');
});

test("a refused import says why and leaves the mapping as it was", async () => {
  const { give, keys, dialog } = await openImport({
    "POST /api/contacts/bulk-import": refused({ status: 403, message: "Only an administrator." }),
  });
  await give(CSV);
  await keys.click(await dialog.findByRole("button", { name: "Import Contacts" }));
  expect(await screen.findByText("Import failed")).toBeTruthy();
  screen.getByText("Only an administrator.");
  dialog.getByText("+15125550177");
});
