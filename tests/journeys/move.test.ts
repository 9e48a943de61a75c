import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { createOwner, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { inspect } from "./accessibility.ts";
import { CHROMIUM, JOURNEY_MS, launch, open } from "./browser.ts";
import { signedInVisitor, waitForToast } from "./steps.ts";

const CSV =
  "First Name,Last Name,Phone\nAda,Byrne,(212) 555-0144\nBea,Cole,(212) 555-0145\nEve,,12\n";

let browser: Browser;
let parlor: RunningParlor;
let api: StaffClient;

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  const data = newFolder("move-journey");
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0"]);
  api = await signedIn(parlor);
  browser = await launch();
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "moving in: a file is tried, imported and undone, without a contact that has a note",
  async () => {
    const { page, complaints } = await signedInVisitor(browser, parlor);
    await open(page, `${parlor.url}/contacts`);
    await page.getByRole("button", { name: "Import CSV" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog
      .getByLabel("CSV file")
      .setInputFiles({ name: "clients.csv", mimeType: "text/csv", buffer: Buffer.from(CSV) });
    await dialog.getByRole("button", { name: "Try It First" }).click();
    await dialog.getByText("2 contacts will be imported").waitFor();
    expect(await inspect(page, "import-trial")).toEqual([]);
    expect((await api.request("GET", "/api/contacts")).total).toBe(0);
    await dialog.getByRole("button", { name: "Import 2 Contacts" }).click();
    await dialog.getByText("2 contacts imported").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();

    const { contacts } = await api.request("GET", "/api/contacts");
    const ada = contacts.find(({ name }: { name: string }) => name === "Ada Byrne");
    await api.request("POST", `/api/contacts/${ada.id}/notes`, { body: "Likes tea" });
    await page.getByRole("button", { name: "More contact actions" }).click();
    await page.getByRole("menuitem", { name: "Undo Last Import" }).click();
    await page.getByText("1 contact will stay").waitFor();
    await page.getByRole("button", { name: "Remove 1 Contact" }).click();
    await waitForToast(page, "1 contact removed");
    expect((await api.request("GET", "/api/contacts")).total).toBe(1);
    expect(complaints).toEqual([]);
  },
  JOURNEY_MS,
);

journey(
  "moving out: everything is downloaded as one ZIP",
  async () => {
    const { page, complaints } = await signedInVisitor(browser, parlor);
    await open(page, `${parlor.url}/settings/advanced`);
    const card = page.getByRole("region", { name: "Exports" });
    await card.getByText("What the columns mean").waitFor();
    const saved = page.waitForEvent("download");
    await card.getByRole("button", { name: "Download Everything" }).click();
    const download = await saved;
    expect(download.suggestedFilename()).toMatch(/^parlor-export-\d{4}-\d\d-\d\d\.zip$/);
    const list = Bun.spawnSync(["unzip", "-l", await download.path()]);
    expect(String(list.stdout)).toContain("contacts.csv");
    expect(complaints).toEqual([]);
  },
  JOURNEY_MS,
);
