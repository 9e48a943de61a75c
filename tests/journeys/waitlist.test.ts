import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import type { Browser } from "playwright-core";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { CHROMIUM, inspect, JOURNEY_MS, launch, open, type Visitor } from "./browser.ts";
import { bar, go, signedInVisitor, waitForText, waitForToast } from "./steps.ts";

const OWNER = { username: "maya", password: "halcyon-2026" };

let browser: Browser;
let parlor: RunningParlor;
let maya: Visitor;

const journey = test.skipIf(!existsSync(CHROMIUM));
beforeAll(async () => {
  if (!existsSync(CHROMIUM)) return;
  parlor = await startParlor(["demo", "--data", newFolder("waitlist"), "--port", "0"]);
  browser = await launch();
  maya = await signedInVisitor(browser, parlor, OWNER);
}, JOURNEY_MS);

afterAll(async () => {
  await browser?.close();
  await parlor?.end("SIGTERM");
});

journey(
  "staff add a client, a cancellation is offered with a countdown, and staff stop the offer",
  async () => {
    const { page, context, complaints } = maya;
    const api = async (method: string, path: string, data?: object) =>
      (await context.request.fetch(parlor.url + path, { method, ...(data && { data }) })).json();
    await api("POST", "/api/settings", { quietHoursEnabled: false });
    await open(page, parlor.url);
    await go(page, "Waitlist");
    await waitForText(page, "4 waiting");
    const found = await inspect(page, "waitlist");

    await bar(page).getByRole("button", { name: "Add to Waitlist" }).click();
    const dialog = page.getByRole("dialog");
    const contacts = await api("GET", "/api/contacts?limit=1");
    const { id: contactId, name } = contacts.contacts[0];
    await dialog.getByRole("combobox", { name: "Client" }).fill(name);
    await dialog.getByRole("listbox").getByRole("option").first().click();
    await dialog.getByRole("combobox", { name: "Service" }).waitFor();
    found.push(...(await inspect(page, "waitlist-add")));
    await dialog.getByRole("button", { name: "Wed" }).click();
    await dialog.getByRole("button", { name: "Wed" }).click();
    await dialog.getByRole("button", { name: "Add to Waitlist" }).click();
    await waitForToast(page, "Added to the waitlist");
    await waitForText(page, "5 waiting");

    // The first free time of a service someone waits for.
    const entries = await api("GET", "/api/waitlist");
    const own = entries.find((one: { contactId: number }) => one.contactId === contactId);
    const query = `serviceId=${own.serviceId}&from=${own.from}&to=${own.to}`;
    const { slots } = await api("GET", `/api/availability?${query}`);
    const slot = slots.at(-1);
    const { id } = await api("POST", "/api/appointments", {
      clientName: "Mei Castellano",
      employeeId: slot.employeeId,
      appointmentDate: slot.start,
      serviceId: own.serviceId,
    });
    await api("PATCH", `/api/appointments/${id}`, { status: "canceled" });
    await waitForText(page, "Waiting for a reply");
    await page
      .getByText(/^1[45]:\d\d/)
      .first()
      .waitFor();
    found.push(...(await inspect(page, "waitlist-offer")));
    await page.getByRole("button", { name: "Stop Offer" }).first().click();
    await waitForToast(page, "Offer stopped");
    expect([found, complaints]).toEqual([[], []]);
  },
  JOURNEY_MS,
);
