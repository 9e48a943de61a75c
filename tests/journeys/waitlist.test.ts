import { expect } from "bun:test";
import { inspect } from "./accessibility.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { demoSalon, journey } from "./salon.ts";
import { bar, go, until, waitForText, waitForToast } from "./steps.ts";

const salon = demoSalon("waitlist");

journey(
  "staff add a client, a cancellation is offered with a countdown, and staff stop the offer",
  async () => {
    const { page, context, complaints } = salon.owner;
    const api = async (method: string, path: string, data?: object) => {
      const url = salon.parlor.url + path;
      const reply = await context.request.fetch(url, { method, ...(data && { data }) });
      expect([path, reply.ok()]).toEqual([path, true]);
      return reply.json();
    };
    await api("POST", "/api/settings", { quietHoursEnabled: false });
    await open(page, salon.parlor.url);
    await go(page, "Waitlist");
    await waitForText(page, "4 waiting");
    const found = await inspect(page, "waitlist");

    await bar(page).getByRole("button", { name: "Add to Waitlist" }).click();
    const dialog = page.getByRole("dialog");
    const contacts = await api("GET", "/api/contacts?limit=2");
    const { id: contactId, name } = contacts.contacts[0];
    await dialog.getByRole("combobox", { name: "Client" }).fill(name);
    await dialog.getByRole("listbox").getByRole("option").first().click();
    await dialog.getByRole("combobox", { name: "Service" }).click();
    await page.getByRole("option", { name: "Brow Lamination" }).click();
    found.push(...(await inspect(page, "waitlist-add")));
    await dialog.getByRole("button", { name: "Wed", pressed: false }).click();
    await dialog.getByRole("button", { name: "Wed", pressed: true }).click();
    await dialog.getByRole("button", { name: "Wed", pressed: false }).waitFor();
    await dialog.getByRole("button", { name: "Add to Waitlist" }).click();
    await waitForToast(page, "Added to the waitlist");
    await waitForText(page, "5 waiting");

    // The first free time of a service someone waits for.
    const entries = await api("GET", "/api/waitlist");
    const own = entries.find((one: { contactId: number }) => one.contactId === contactId);
    expect(own.weekdays).toBeNull();
    const { serviceId, from, to } = own;
    const other = contacts.contacts[1].id;
    await api("POST", "/api/waitlist", { contactId: other, serviceId, from, to });
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
    const isOffered = async () =>
      (await api("GET", "/api/waitlist")).some((one: { offer: unknown }) => one.offer !== null);
    // A client who gets another text just then is tried again half a minute later, on a busy machine twice.
    await until(isOffered).catch(() => until(isOffered));
    await waitForText(page, "Waiting for a reply");
    await page
      .getByText(/^1[45]:\d\d/)
      .first()
      .waitFor();
    found.push(...(await inspect(page, "waitlist-offer")));
    const card = page.getByRole("region", { name: /^Offer to / }).first();
    const size = page.viewportSize();
    for (const width of [360, 390, 820]) {
      await page.setViewportSize({ width, height: 900 });
      const rows = await card
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
      expect([width, rows.length, new Set(rows).size]).toEqual([width, 3, 1]);
      const times = await card.getByText(/^\d[^,]*[AP]M\.?$/).all();
      const heights = await Promise.all(
        times.map(async (one) => (await one.boundingBox())?.height),
      );
      expect([width, heights.length, Math.max(...heights.map(Number)) < 30]).toEqual([
        width,
        2,
        true,
      ]);
    }
    if (size) await page.setViewportSize(size);
    await page.getByRole("button", { name: "Stop Offer" }).first().click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Stop Offer" }).click();
    await waitForToast(page, "Offer stopped");
    expect([found, complaints]).toEqual([[], []]);
  },
  JOURNEY_MS,
);
