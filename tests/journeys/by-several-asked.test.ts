import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import { inspect } from "./accessibility.ts";
import { bookOf, cardsOf } from "./book.ts";
import { JOURNEY_MS, open } from "./browser.ts";
import { demoSalon, journey } from "./salon.ts";
import { dialogActions, go, until, waitForText, waitForToast } from "./steps.ts";

const PAULA = "+17375550177";
const SERVICES = ["Hair Color", "Bob Cut and Blow-Dry"];

const salon = demoSalon("by-several-asked");
const { request, dayIn, listed, addPerformers } = bookOf(salon);

interface Texts {
  readonly phone: string;
  readonly body: string;
}

const textsTo = async (phone: string) =>
  (await request<Texts[]>("get", "/api/demo/texts")).filter((text) => text.phone === phone);

let performers: Awaited<ReturnType<typeof addPerformers>>;

journey(
  "what a caller asked for is approved in one click, and stands on the calendars of both",
  async () => {
    performers = await addPerformers();
    const { ids, nadia } = performers;
    const query = `services=${ids}&from=${dayIn(2)}&to=${dayIn(8)}`;
    const { slots } = await request<{ slots: { start: string; end: string }[] }>(
      "get",
      `/api/availability?${query}`,
    );
    const start = slots.find((slot) => slot.start.slice(11) === "10:00:00")?.start ?? "";
    // As the assistant leaves it after a call.
    const db = new Database(join(salon.data, "parlor.db"));
    // The program writes too.
    db.run("pragma busy_timeout = 10000");
    db.run(
      `insert into potential_appointments (caller_name, phone, preferred_date, preferred_time, requested_service,
         employee_id, starts_at, duration_minutes, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        ...["Paula Reyes", Number(PAULA), "Saturday", "ten", "Hair Color, Bob Cut and Blow-Dry"],
        ...[nadia, start, 165, Date.now()],
      ],
    );
    db.close();

    const { page } = salon.owner;
    await open(page, salon.parlor.url);
    await go(page, "AI Appointments");
    await page
      .getByRole("article", { name: /Paula Reyes/ })
      .getByRole("button", { name: "Approve" })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("list", { name: "Who does what" }).waitFor();
    await dialog
      .getByText(/booked for Hair Color, Bob Cut,? and Blow-Dry with Nadia and Otto/)
      .waitFor();
    salon.unfit.push(...(await inspect(page, "several-approve")));
    await dialogActions(page)
      .getByRole("button", { name: /^Book .*10:00 AM$/ })
      .click();
    await waitForToast(page, "Appointment booked");
    const parts = await listed("Paula Reyes");
    expect(parts.map(({ service, employeeId }) => [service, employeeId])).toEqual([
      [SERVICES[0] ?? "", nadia],
      [SERVICES[1] ?? "", performers.otto],
    ]);
    const [text] = await textsTo(PAULA);
    expect(text?.body).toContain("with Nadia and Otto");
  },
  JOURNEY_MS,
);

journey(
  "its time, canceled, is offered to who waits for the same services, and a YES books it with both",
  async () => {
    const { page } = salon.owner;
    const others = await request<{ id: number; closedAt: string | null }[]>("get", "/api/waitlist");
    for (const { id, closedAt } of others)
      if (closedAt === null) await request("delete", `/api/waitlist/${id}`);
    const phone = "+17375550188";
    const { id: contactId } = await request<{ id: number }>("post", "/api/contacts", {
      name: "Rosa Lindqvist",
      phoneNumber: phone,
    });
    await request("post", "/api/waitlist", {
      ...{ contactId, services: performers.ids, from: dayIn(1), to: dayIn(10) },
    });
    const [first] = await listed("Paula Reyes");
    await open(
      page,
      `${salon.parlor.url}/appointments?date=${first?.appointmentDate.slice(0, 10)}`,
    );
    await cardsOf(page, "Paula Reyes").first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel Appointment" }).click();
    await page.getByRole("button", { name: "The Whole Visit" }).click();
    await until(async () =>
      (await listed("Paula Reyes")).every((one) => one.status === "canceled"),
    );

    await go(page, "Waitlist");
    await waitForText(page, "Waiting for a reply");
    await page.getByText("with Nadia, then Otto").waitFor();
    salon.unfit.push(...(await inspect(page, "several-offer")));
    const [offer] = await textsTo(phone);
    expect(offer?.body).toContain("Nadia and Otto");
    await request("post", "/api/demo/texts", { phone, body: "YES" });
    await until(async () => (await listed("Rosa Lindqvist")).length === 2);
    const parts = await listed("Rosa Lindqvist");
    expect(parts.map(({ service }) => service)).toEqual(SERVICES);
    expect(parts[0]?.appointmentDate).toBe(first?.appointmentDate ?? "");
    await open(
      page,
      `${salon.parlor.url}/appointments?date=${first?.appointmentDate.slice(0, 10)}`,
    );
    await until(async () => (await cardsOf(page, "Rosa Lindqvist").count()) === 2);
    salon.unfit.push(...(await inspect(page, "several-waited")));
  },
  JOURNEY_MS,
);

journey(
  "the visit is paid as one, with a line for each service",
  async () => {
    const { page } = salon.owner;
    await cardsOf(page, "Rosa Lindqvist").first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Take Payment" }).click();
    await dialog.getByRole("button", { name: "Text Link for $265.00" }).waitFor();
    salon.unfit.push(...(await inspect(page, "several-pay")));
    await dialog.getByRole("radio", { name: /^Paid Here/ }).check();
    await dialog.getByRole("button", { name: "Record $265.00" }).click();
    await page.getByRole("dialog", { name: "Payment Received" }).waitFor();
    salon.unfit.push(...(await inspect(page, "several-paid")));
  },
  JOURNEY_MS,
);

journey("nothing on the way was unfit, and no page complained", () => {
  expect([salon.unfit, salon.owner.complaints]).toEqual([[], []]);
});
