import { expect } from "bun:test";
import Papa from "papaparse";
import type { Download, Page } from "playwright-core";
import { importClients, OWNER } from "#tests/support/salon.ts";
import { inspect } from "./accessibility.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { journey, simulatedSalon } from "./salon.ts";
import { go, signedInVisitor, until, waitForText, waitForToast } from "./steps.ts";

const salon = simulatedSalon("clients", (staff) => importClients(staff, 120));

journey(
  "a client's page takes a tag and a note, and shows what happened",
  async () => {
    const { page } = salon.owner;
    await open(page, `${salon.parlor.url}/contacts`);
    await page.getByRole("link", { name: "Client 119 Of Tests" }).click();
    await page.getByRole("heading", { level: 2, name: "Client 119 Of Tests" }).waitFor();
    salon.unfit.push(...(await inspect(page, "client-empty")));
    await page.getByRole("button", { name: "Add Tag" }).click();
    await page.getByRole("menuitem", { name: "New Tag" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Bridal");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Remove Bridal" }).waitFor();
    await page.getByRole("button", { name: "Add Note" }).click();
    await page.getByLabel("New note").fill("Prefers the chair by the window");
    await page.keyboard.press("Control+Enter");
    await waitForText(page, `${OWNER.username}, `);
    await act(page, "More actions", "Opt Out");
    await waitForText(page, `Opted out by ${OWNER.username}`);
    await act(page, "More actions", "Opt In");
    // The first record is from adding the client.
    await page.getByText("Agreed to texts").nth(1).waitFor();
    salon.unfit.push(...(await inspect(page, "client")));
  },
  JOURNEY_MS,
);

journey(
  "who is offline is told that a dialog could not be fetched, and opens it once back",
  async () => {
    const { context, page, complaints } = await signedInVisitor(salon.browser, salon.parlor);
    await open(page, `${salon.parlor.url}/contacts`);
    await context.setOffline(true);
    const add = page.getByRole("button", { name: "Add Contact" });
    await add.click();
    await waitForToast(page, "Couldn't load this part");
    await context.setOffline(false);
    await add.click();
    await page.getByRole("dialog", { name: "Add Contact" }).waitFor();
    // The browser's own lines about what it could not fetch; the latter is about the service worker.
    const unfetched = /ERR_INTERNET_DISCONNECTED|occurred when fetching the script/;
    expect(complaints.filter((one) => !unfetched.test(one))).toEqual([]);
    await context.close();
  },
  JOURNEY_MS,
);

journey(
  "a form asks before the palette or a reload loses what was typed",
  async () => {
    const { context, page } = await signedInVisitor(salon.browser, salon.parlor);
    await open(page, `${salon.parlor.url}/contacts`);
    await page.getByRole("button", { name: "Add Contact" }).click();
    const name = page.getByRole("dialog", { name: "Add Contact" }).getByLabel("Name");
    await name.fill("Ada Byrne");
    const question = page.getByRole("alertdialog", { name: "Discard Your Changes?" });
    const toInbox = async () => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^Search screens/ }).fill("Inbox");
      await page.keyboard.press("Enter");
      await question.waitFor();
    };
    await toInbox();
    await question.getByRole("button", { name: "Keep Editing" }).click();
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.dismiss();
    });
    await page.evaluate(() => location.reload());
    await until(async () => asked.length > 0);
    expect(asked).toEqual(["beforeunload"]);
    expect(await name.inputValue()).toBe("Ada Byrne");
    await toInbox();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("heading", { level: 1, name: "Inbox" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
    await context.close();
  },
  JOURNEY_MS,
);

journey(
  "Message opens the conversation, and what is written stands in the history",
  async () => {
    const { page } = salon.owner;
    const address = page.url();
    await page.getByRole("button", { name: "Message" }).click();
    await page.waitForURL(/\/inbox\?c=/);
    await page.getByRole("textbox", { name: /message/i }).fill("Your chair is free at 2:30");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("Your chair is free at 2:30").waitFor();
    await open(page, address);
    await waitForText(page, "Your chair is free at 2:30");
  },
  JOURNEY_MS,
);

journey(
  "chosen contacts get a tag together, all that match too, and the list narrows by it",
  async () => {
    const { page } = salon.owner;
    await go(page, "Contacts");
    await act(page, "More contact actions", "Select Contacts");
    await page.getByRole("checkbox", { name: "Select Client 118 Of Tests" }).check();
    await page.getByRole("checkbox", { name: "Select Client 117 Of Tests" }).check();
    await waitForText(page, "2 selected");
    salon.unfit.push(...(await inspect(page, "contacts-choosing")));
    await act(page, "Add Tag", "Bridal");
    await waitForToast(page, "2 contacts changed.");

    await act(page, "More contact actions", "Select Contacts");
    await page.getByRole("button", { name: "Select All Matches" }).click();
    await waitForText(page, "120 selected");
    await page.getByRole("checkbox", { name: "Select Client 119 Of Tests" }).uncheck();
    await page.getByRole("button", { name: "Add Tag" }).click();
    await page.getByRole("menuitem", { name: "New Tag" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Everybody else");
    await page.getByRole("button", { name: "Save" }).click();
    await waitForToast(page, "119 contacts changed.");

    await page.getByLabel("Tag", { exact: true }).selectOption({ label: "Bridal (3)" });
    await until(async () => (await page.getByRole("article").count()) === 3);
    salon.unfit.push(...(await inspect(page, "contacts-by-tag")));
  },
  JOURNEY_MS,
);

journey(
  "the export holds what is shown, and can be read again",
  async () => {
    const { page } = salon.owner;
    const text = await readDownload(page, () =>
      act(page, "More contact actions", "Export What's Shown"),
    );
    const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ""), { skipEmptyLines: true });
    expect(data.map(([name]) => name)).toEqual([
      "Name",
      "Client 119 Of Tests",
      "Client 118 Of Tests",
      "Client 117 Of Tests",
    ]);
    const [headings = [], first = []] = data;
    const told = Object.fromEntries(headings.map((heading, at) => [heading, first[at]]));
    expect(told).toMatchObject({ Phone: "+12122001194", Email: "", Tags: "Bridal" });
  },
  JOURNEY_MS,
);

journey(
  "tags are renamed and deleted, with how many carry them",
  async () => {
    const { page } = salon.owner;
    await act(page, "More contact actions", "Manage Tags");
    await page.getByRole("button", { name: "Delete Everybody else" }).waitFor();
    salon.unfit.push(...(await inspect(page, "tags")));
    await page.getByRole("button", { name: "Delete Everybody else" }).click();
    await waitForText(page, "It will be removed from 119 clients. The clients stay.");
    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await waitForToast(page, "Tag deleted");
    await page.getByRole("button", { name: "Done" }).click();
  },
  JOURNEY_MS,
);

journey(
  "one client's data is saved, then erased, and the page is gone",
  async () => {
    const { page } = salon.owner;
    expect(salon.owner.complaints).toEqual([]);
    await page.getByRole("link", { name: "Client 119 Of Tests" }).click();
    await page.getByRole("heading", { level: 2, name: "Client 119 Of Tests" }).waitFor();
    const address = page.url();
    const file = JSON.parse(
      await readDownload(page, () => act(page, "More actions", "Export All Data")),
    );
    expect(file).toMatchObject({
      tags: ["Bridal"],
      notes: [{ body: "Prefers the chair by the window" }],
      texts: [{ body: "Your chair is free at 2:30" }],
    });

    await act(page, "More actions", "Erase All Data");
    await page.getByLabel(/To confirm, type/).fill("Somebody else");
    await page.getByRole("button", { name: "Erase", exact: true }).click();
    await waitForText(page, "This isn't the client's name");
    salon.unfit.push(...(await inspect(page, "erase")));
    await page.getByLabel(/To confirm, type/).fill("Client 119 Of Tests");
    await page.getByRole("button", { name: "Erase", exact: true }).click();
    await waitForToast(page, "Client erased");
    await page.getByRole("heading", { level: 1, name: "Contacts" }).waitFor();
    const gone = await salon.owner.context.request.get(address);
    expect([gone.status(), await gone.text()]).toEqual([
      404,
      expect.stringContaining("404 Page Not Found"),
    ]);
  },
  JOURNEY_MS,
);

journey("nothing on the way was salon.unfit, and no page complained", () => {
  expect(salon.unfit).toEqual([]);
  // Of the erasure the browser itself reports the refusal. Nothing asks for the client who is gone.
  expect(salon.owner.complaints.filter((one) => !one.includes("status of 400"))).toEqual([]);
});

async function act(page: Page, button: string, item: string): Promise<void> {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

async function readDownload(page: Page, save: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), save()]);
  return textOf(download);
}

async function textOf(download: Download): Promise<string> {
  return Bun.file((await download.path()) ?? "").text();
}
