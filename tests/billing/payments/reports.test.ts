import { expect, test } from "bun:test";
import { dispute } from "#tests/sandbox/stripe-reversals.ts";
import { payAt, payDesk, refundNow } from "./stand.ts";

const PATH = "/api/reports?from=2026-11-20&to=2026-11-20";

test("revenue is what was paid, list prices are marked, and tips belong to employees", async () => {
  const desk = await payDesk();
  const { admin } = desk;
  await desk.book({
    clientName: "Ana",
    services: [desk.facial],
    employeeId: desk.tomas,
    appointmentDate: "2026-11-20T09:00",
  });
  const read = async () => (await admin.request("GET", PATH)).body;
  expect(await read()).toMatchObject({
    revenue: "240.00",
    listRevenue: "240.00",
    listVisits: 2,
    tips: "0.00",
  });

  await desk.take({
    way: "cash",
    lines: [{ billLine: 0 }, { name: "Mask", price: "28.00" }],
    discount: { percent: 10 },
    tip: "20.00",
    total: "156.00",
  });
  expect(await read()).toMatchObject({
    visits: 2,
    revenue: "256.00",
    listRevenue: "120.00",
    listVisits: 1,
    tips: "20.00",
    byEmployee: [
      { name: "Tomas Cruz", visits: 1, revenue: "120.00", tips: "0.00" },
      { name: "Elena Sato", visits: 1, revenue: "108.00", tips: "20.00" },
    ],
    byService: [
      { name: "Hydrating Facial", visits: 2, revenue: "228.00" },
      { name: "Other Sales", visits: 0, revenue: "28.00" },
    ],
  });
  const csv = await (await admin.open("/api/reports/export?from=2026-11-20&to=2026-11-20")).text();
  expect(csv).toContain("Group,Name,Visits or bookings,Revenue,Tips");
  expect(csv).toContain("Employee,Elena Sato,1,108.00,20.00");
  expect(csv).toContain("All,At list prices,1,120.00,");
});

test("a refund takes from the price first, then from the tip", async () => {
  const desk = await payDesk();
  const { admin } = desk;
  const { body } = await desk.take();
  payAt(desk, await desk.open("30.00"));
  await desk.tell();
  await admin.request("POST", `/api/payments/${body.id}/refund`, { amount: "50.00" });
  await refundNow(desk);
  expect((await admin.request("GET", PATH)).body).toMatchObject({
    revenue: "70.00",
    tips: "30.00",
  });
  await admin.request("POST", `/api/payments/${body.id}/refund`, {});
  await refundNow(desk);
  expect((await admin.request("GET", PATH)).body).toMatchObject({ revenue: "0.00", tips: "0.00" });
});

test.each([
  ["lost", "0.00", "0.00"],
  ["won", "120.00", "30.00"],
] as const)("a payment whose dispute is %s has a revenue of %s", async (status, revenue, tips) => {
  const desk = await payDesk();
  await desk.take();
  payAt(desk, await desk.open("30.00"));
  await desk.tell();
  const [intent] = desk.stripe.book.intents.values();
  if (intent) dispute(desk.stripe.book, intent, status);
  await desk.tell();
  expect((await desk.admin.request("GET", PATH)).body).toMatchObject({ revenue, tips });
});

test("a sale without a visit counts on its day, and only for those who see everyone", async () => {
  const desk = await payDesk();
  const { admin, app, contactId } = desk;
  app.db.run("update appointments set status = 'canceled'");
  await admin.request("POST", "/api/payments", {
    contactId,
    lines: [{ name: "Shampoo", price: "24.50" }],
    way: "terminal",
    total: "24.50",
  });
  expect((await admin.request("GET", PATH)).body).toMatchObject({ revenue: "24.50", visits: 0 });
  const person = desk.desk([desk.elena], { pages: ["/reports"] });
  expect((await person.request("GET", PATH)).body).toMatchObject({ revenue: "0.00" });
});
