import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import type { Browser } from "playwright-core";
import { openDatabase } from "#db/connection.ts";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { createOwner, importClients, signedIn } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open, type Visitor } from "./browser.ts";
import { go, signedInVisitor, until, waitForText, waitForToast } from "./steps.ts";

let browser: Browser;
let parlor: RunningParlor;
let owner: Visitor;
let key = "";
const unfit: string[] = [];

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("requests");
  await createOwner(data);
  const db = openDatabase(join(data, "parlor.db"), 5_000);
  for (const name of ["Elena Park", "Jo Whitlock"]) addEmployee(db, name);
  db.close();
  parlor = await startParlor(["serve", "--data", data, "--port", "0"], {
    PARLOR_CARRIER: "simulated",
  });
  await importClients(await signedIn(parlor), 20);
  browser = await launch();
  owner = await signedInVisitor(browser, parlor);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

/** Sends a request as an outside program. Returns the status. */
async function send(path: string, fields: Record<string, string>): Promise<number> {
  const { status } = await fetch(`${parlor.url}/api/webhooks/${path}`, {
    method: "POST",
    body: new URLSearchParams({ api_key: key, ...fields }),
  });
  return status;
}

/** Not this year, so that the appointments are still to come and their dates name the year. */
const YEAR = new Date().getUTCFullYear() + 2;
const BALAYAGE = {
  first_name: "Ana",
  last_name: "Silva",
  start_datetime: `${YEAR}-11-27T10:00:00`,
  end_datetime: `${YEAR}-11-27T11:30:00`,
  service_display_name: "Balayage",
  employee_first_name: "jo",
};

journey(
  "a key is generated in Settings, shown and copied, and the calls made with it are told",
  async () => {
    const { page, context } = owner;
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(page, `${parlor.url}/settings/advanced`);
    const card = page.getByRole("region", { name: "Zapier Integration" });
    // The place of a card is there before its code is.
    await card.getByText("No requests yet").waitFor();
    await card.scrollIntoViewIfNeeded();
    await card.getByRole("button", { name: "Generate API Key" }).click();
    key = await card.getByLabel("API key", { exact: true }).inputValue();
    expect(key).toMatch(/^parlor_[\w-]{43}$/);
    await card.getByRole("button", { name: "Copy the API key" }).click();
    await waitForToast(page, "Copied!");
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

    expect(await send("appointment/create", BALAYAGE)).toBe(201);
    const later = { start_datetime: `${YEAR}-12-04T10:00`, end_datetime: `${YEAR}-12-04T11:00` };
    expect(await send("appointment/create", { ...BALAYAGE, ...later })).toBe(201);
    expect(await send("appointment/delete", { first_name: "Ana", last_name: "Silva" })).toBe(202);
    const person = { first_name: "Client", last_name: "19 Of Tests" };
    expect(await send("zapier/contact/update", { ...person, phone_number: "+12122009994" })).toBe(
      202,
    );
    expect(await send("zapier/contact/update", { ...person, phone_number: "+12122009995" })).toBe(
      202,
    );
    expect(await send("appointment/create", { ...BALAYAGE, employee_first_name: "Zed" })).toBe(400);
    await card
      .getByText("Not accepted: employee_first_name must be one of Elena Park, Jo Whitlock.")
      .waitFor();
    await card.locator("summary").getByText("Deleted appointment").click();
    unfit.push(...(await inspect(page, "zapier")));
  },
  JOURNEY_MS,
);

journey(
  "a contact update is approved against a contact, another is rejected",
  async () => {
    const { page } = owner;
    await go(page, "Contact Updates");
    await page.getByRole("heading", { name: "Pending Requests (2)" }).waitFor();
    await page.getByRole("navigation").getByText("2 waiting").waitFor({ state: "attached" });
    unfit.push(...(await inspect(page, "contact-updates")));
    // On a phone the list and the request are two screens.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("link", { name: /200-9995/ }).click();
    await page.getByRole("button", { name: "Back to the requests" }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("link", { name: /200-9995/ }).click();
    await page.getByText("Suggested matches").waitFor();
    await page.getByRole("button", { name: "Client 19 Of Tests (212) 200-0194" }).waitFor();
    unfit.push(...(await inspect(page, "contact-update")));
    await page.getByRole("searchbox", { name: "Search contacts" }).fill("Client 18");
    await page.getByRole("button", { name: /Client 18 Of Tests/ }).click();
    await page.getByRole("alertdialog", { name: "Update This Contact?" }).waitFor();
    unfit.push(...(await inspect(page, "contact-update-approve")));
    await page.getByRole("button", { name: "Update Contact" }).click();
    await waitForToast(page, "Contact updated");
    await page.getByRole("heading", { name: "Pending Requests (1)" }).waitFor();

    // The only one that is left is open on a phone, too.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Reject Request" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Reject Request" }).click();
    await waitForText(page, "No pending requests");
    await page.setViewportSize({ width: 1280, height: 800 });
    const found = await owner.context.request.get(`${parlor.url}/api/contacts?q=2122009995`);
    expect((await found.json()).contacts[0].name).toBe("Client 19 Of Tests");
  },
  JOURNEY_MS,
);

journey(
  "of two appointments the chosen one is deleted",
  async () => {
    const { page } = owner;
    await go(page, "Appointment Management");
    await page.getByRole("link", { name: /Ana Silva/ }).click();
    await page.getByRole("radio", { name: `Dec 4, ${YEAR}` }).check();
    unfit.push(...(await inspect(page, "conflict")));
    await page.getByRole("button", { name: "Delete Selected Appointment" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await waitForToast(page, "Appointment deleted");
    await waitForText(page, "No pending conflicts");
    // The one that is left is the only one that fits now.
    const { start_datetime: _, end_datetime: __, ...ana } = BALAYAGE;
    expect(await send("appointment/delete", ana)).toBe(200);
    expect(await send("appointment/delete", ana)).toBe(404);
  },
  JOURNEY_MS,
);

journey(
  "the log tells all of it, and is searched, filtered and exported",
  async () => {
    const { page } = owner;
    await go(page, "Audit Logs");
    await waitForText(page, "resolved a deletion conflict");
    unfit.push(...(await inspect(page, "audit-logs")));
    await page
      .getByRole("combobox", { name: "Action", exact: true })
      .fill("contact update approved");
    await page.getByRole("option", { name: "Contact update approved" }).click();
    await waitForText(page, "Showing 1-1 of 1 logs");
    await page.getByRole("button", { name: "Reset Filters" }).click();
    await page.getByRole("searchbox", { name: "Search audit logs" }).fill("webhook");
    await page.waitForURL(/search=webhook/);
    await until(async () => (await page.getByText("From another program.").count()) === 2);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export What's Shown" }).click(),
    ]);
    const text = await Bun.file((await download.path()) ?? "").text();
    const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { skipEmptyLines: true });
    expect(data.map(([, action]) => action)).toEqual([
      "Action",
      "appointment.create",
      "appointment.create",
    ]);
    await page.getByRole("searchbox", { name: "Search audit logs" }).fill("nothing like it");
    await waitForText(page, "No audit logs found");
    unfit.push(...(await inspect(page, "audit-none")));
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", () => {
  expect(unfit).toEqual([]);
  expect(owner.complaints).toEqual([]);
});
