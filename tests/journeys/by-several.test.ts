import { expect } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { inspect } from "./accessibility.ts";
import { bookOf, cardsOf } from "./book.ts";
import { JOURNEY_MS, open, type Visitor, visitor } from "./browser.ts";
import { demoSalon, journey } from "./salon.ts";
import { dialogActions, until, waitForText } from "./steps.ts";

const INES = "+17375550143";

const salon = demoSalon("by-several");
const { listed, addPerformers } = bookOf(salon);

let client: Visitor;

journey(
  "only Nadia colors, and only Otto cuts and dries",
  async () => {
    expect((await addPerformers()).services).toContain("Hair Color");
  },
  JOURNEY_MS,
);

journey(
  "a client books a color, a cut and a blow-dry online, and sees who does what",
  async () => {
    client = await visitor(salon.browser);
    const { page, context } = client;
    await open(page, `${salon.parlor.url}/book`);
    for (const service of ["Hair Color", "Bob Cut", "Blow-Dry"])
      await page.getByRole("checkbox", { name: new RegExp(`^${service}`) }).check();
    await waitForText(page, "2 h 45 min, $265.00");
    salon.unfit.push(...(await inspect(page, "several-services")));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Later days" }).click();
    const time = page.getByRole("button", { name: /Nadia, then Otto$/ }).first();
    await time.waitFor();
    salon.unfit.push(...(await inspect(page, "several-times")));
    const padding = await time.evaluate((button) => getComputedStyle(button).paddingTop);
    expect(Number.parseInt(padding, 10)).toBeGreaterThanOrEqual(6);
    await time.click();
    await waitForText(page, "with Nadia, then Otto");
    await page.getByLabel("Phone number").fill("(737) 555-0143");
    await page.getByRole("button", { name: "Send Code" }).click();
    await page.getByLabel("Verification Code").fill(await codeOf(context, INES));
    await page.getByRole("button", { name: "Confirm Number" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ines Albrecht");
    salon.unfit.push(...(await inspect(page, "several-details")));
    await page.getByRole("button", { name: /^Book/ }).click();
    const visit = page.getByRole("article", { name: "Visit" });
    await visit.getByText(/ with Nadia$/).waitFor();
    expect(await visit.getByText(/ with Otto$/).count()).toBe(2);
    expect(await visit.getByText(/Blow-Dry/).count()).toBe(1);
    salon.unfit.push(...(await inspect(page, "several-booked")));
    expect((await listed("Ines Albrecht")).map(({ service }) => service)).toEqual([
      "Hair Color",
      "Bob Cut and Blow-Dry",
    ]);
  },
  JOURNEY_MS,
);

journey(
  "the desk books the same, moves it by one of its cards, and cancels a part",
  async () => {
    const { page } = salon.owner;
    const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
    await open(page, `${salon.parlor.url}/appointments?date=${day}`);
    await page.getByRole("button", { name: "Add Appointment" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: "Client" }).fill("Greta Vance");
    for (const service of ["Hair Color", "Bob Cut", "Blow-Dry"]) await addService(page, service);
    const time = dialog.getByRole("button", { name: /Nadia, then Otto$/ }).first();
    await time.click();
    await dialog.getByRole("list", { name: "Who does what" }).waitFor();
    salon.unfit.push(...(await inspect(page, "several-dialog")));
    await dialogActions(page)
      .getByRole("button", { name: /^Book .*\d/ })
      .click();
    await cardsOf(page, "Greta Vance").first().waitFor();
    salon.unfit.push(...(await inspect(page, "several-day")));
    const before = await listed("Greta Vance");
    await page.setViewportSize({ width: 1280, height: 800 });

    await cardsOf(page, "Greta Vance").first().focus();
    for (const key of [" ", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await until(async () => {
      const after = await listed("Greta Vance");
      return after.every((one, at) => one.appointmentDate > (before[at]?.appointmentDate ?? ""));
    });

    await cardsOf(page, "Greta Vance").first().click();
    const [moved] = await listed("Greta Vance");
    const clock = new Date(`${moved?.appointmentDate}Z`).toLocaleTimeString("en-US", {
      ...{ hour: "numeric", minute: "2-digit", timeZone: "UTC" },
    });
    await dialog.getByRole("region", { name: "The whole visit" }).getByText(clock).waitFor();
    salon.unfit.push(...(await inspect(page, "several-visit")));
    await dialog.getByRole("button", { name: /Bob Cut and Blow-Dry with Otto/ }).click();
    await dialog.locator("[aria-current=true]", { hasText: "Bob Cut and Blow-Dry" }).waitFor();
    await dialog.getByRole("button", { name: "Cancel Appointment" }).click();
    const only = page.getByRole("button", { name: "Only Bob Cut and Blow-Dry with Otto" });
    await only.waitFor();
    salon.unfit.push(...(await inspect(page, "several-cancel")));
    await only.click();
    await until(async () =>
      (await listed("Greta Vance")).some(
        ({ service, status }) => service === "Bob Cut and Blow-Dry" && status === "canceled",
      ),
    );
    expect((await listed("Greta Vance")).map(({ status }) => status)).toEqual([
      "booked",
      "canceled",
    ]);
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", () => {
  expect(salon.unfit).toEqual([]);
  expect([...salon.owner.complaints, ...client.complaints]).toEqual([]);
});

/** Reads the code that was texted to a phone of the simulated carrier. */
async function codeOf({ request }: BrowserContext, phone: string): Promise<string> {
  for (;;) {
    const texts = await (await request.get(`${salon.parlor.url}/api/demo/texts`)).json();
    for (const text of texts as { phone: string; body: string }[]) {
      const code = text.phone === phone && /\b(\d{6})\b/.exec(text.body)?.[1];
      if (code) return code;
    }
    await Bun.sleep(100);
  }
}

async function addService(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole("dialog");
  const another = dialog.getByRole("button", { name: "Add Service" });
  if (await another.isVisible()) await another.click();
  await dialog
    .getByRole("combobox", { name: /ervice/ })
    .first()
    .click();
  await page.getByRole("option", { name: new RegExp(`^${name} `) }).click();
}
