import { expect, test } from "bun:test";
import { FRIDAY, JOAN, RUTH, waitDesk } from "./stand.ts";

const PEEL = { name: "Peel", durationMinutes: 30, price: "35.00" };

test("who waits for several services is offered only a gap that fits them all, and a YES books them", async () => {
  const parlor = await waitDesk();
  const { admin, elena, facial } = parlor;
  const { body: peel } = await admin.request("POST", "/api/services", PEEL);
  const services = [facial, peel.id];
  const entry = await parlor.wait(RUTH, { services, serviceId: undefined, employeeId: elena });
  expect([entry.serviceName, entry.services, entry.serviceId]).toEqual([
    "Facial, Peel",
    services,
    facial,
  ]);
  const block = (start: string, durationMinutes: number) =>
    admin.request("POST", "/api/appointments", {
      ...{ employeeId: elena, clientName: "Mei", durationMinutes, allowOverlap: true },
      appointmentDate: `${FRIDAY}T${start}`,
    });
  await block("00:00", 10 * 60);
  const { body: short } = await block("10:00", 60);
  const { body: next } = await block("11:00", 30);
  await block("11:30", 12 * 60);
  await parlor.cancel(short.id);
  await parlor.work();
  expect(parlor.texts()).toEqual([]);
  await parlor.cancel(next.id);
  await parlor.work();
  expect(parlor.texts().at(-1)).toContain(
    "Facial, Peel with Elena on Friday, November 27 at 10:00 AM",
  );
  await parlor.reply(RUTH, "YES");
  const { body } = await admin.request("GET", `/api/appointments?from=${FRIDAY}&to=${FRIDAY}`);
  const visit = body.find(
    ({ clientName }: { clientName: string }) => clientName === "Ruth Abernathy",
  );
  expect([visit.services.length, visit.price, visit.durationMinutes]).toEqual([2, "155.00", 90]);
  expect(await parlor.statuses()).toEqual(["booked"]);
});

test("booking one of two services leaves the client on the list, booking both takes them off", async () => {
  const parlor = await waitDesk();
  const { admin, elena, facial } = parlor;
  const { body: peel } = await admin.request("POST", "/api/services", PEEL);
  await parlor.wait(RUTH, { services: [facial, peel.id], serviceId: undefined });
  const book = (services: number[], clock: string) =>
    admin.request("POST", "/api/appointments", {
      ...{ employeeId: elena, clientName: "Ruth Abernathy", phoneNumber: RUTH, services },
      appointmentDate: `${FRIDAY}T${clock}`,
    });
  await book([facial], "09:00");
  expect(await parlor.statuses()).toEqual(["waiting"]);
  await book([peel.id, facial], "12:00");
  expect(await parlor.statuses()).toEqual(["booked"]);
});

test("who waits for a service that was deleted is left out, and the next client is offered the time", async () => {
  const parlor = await waitDesk();
  const { admin, elena, facial } = parlor;
  const { body: peel } = await admin.request("POST", "/api/services", PEEL);
  await parlor.wait(RUTH, { services: [facial, peel.id], serviceId: undefined });
  await parlor.wait(JOAN);
  await admin.request("DELETE", `/api/services/${peel.id}`);
  const { body: visit } = await admin.request("POST", "/api/appointments", {
    ...{ employeeId: elena, clientName: "Mei", durationMinutes: 120 },
    appointmentDate: `${FRIDAY}T10:00`,
  });
  await parlor.cancel(visit.id);
  await parlor.work();
  expect(parlor.texts()).toEqual([expect.stringContaining(`${JOAN} Lumen: a time opened up.`)]);
  const fitting = await admin.request("GET", `/api/waitlist/fitting/${visit.id}`);
  expect(fitting.status).toBe(200);
});

test("an offer by two employees ends when either of them can't, and only then", async () => {
  for (const closes of ["second", "neither", "second leaves"] as const) {
    const parlor = await waitDesk();
    const { admin, elena, tomas } = parlor;
    const addService = async (name: string, employeeId: number) => {
      const service = { name, durationMinutes: 60, price: "50.00", employeeIds: [employeeId] };
      return (await admin.request("POST", "/api/services", service)).body.id;
    };
    const services = [await addService("Color", elena), await addService("Cut", tomas)];
    const { body: visit } = await admin.request("POST", "/api/appointments", {
      ...{ services, employeeId: elena, clientName: "Mei" },
      appointmentDate: `${FRIDAY}T10:00`,
    });
    await parlor.wait(RUTH, { services, serviceId: undefined });
    await parlor.cancel(visit.id);
    await parlor.work();
    expect([closes, await parlor.statuses()]).toEqual([closes, ["offered"]]);
    if (closes === "second leaves") {
      expect((await admin.request("DELETE", `/api/employees/${tomas}`)).status).toBeLessThan(300);
      const { body } = await admin.request("GET", "/api/waitlist");
      expect([closes, body[0].offer]).toEqual([closes, null]);
      continue;
    }
    const day = closes === "second" ? FRIDAY : "2026-12-05";
    await admin.request("POST", "/api/time-off", {
      ...{ employeeId: tomas, reason: "Dentist" },
      ...{ start: `${day}T11:30`, end: `${day}T12:00` },
    });
    expect([closes, await parlor.statuses()]).toEqual([
      closes,
      [closes === "second" ? "waiting" : "offered"],
    ]);
  }
});

test("time off that ends an offer leaves the rest of the time to the next client, and its text waits for the morning", async () => {
  const parlor = await waitDesk();
  const { admin, elena, clock } = parlor;
  const { body: visit } = await admin.request("POST", "/api/appointments", {
    ...{ employeeId: elena, clientName: "Mei", durationMinutes: 240 },
    appointmentDate: `${FRIDAY}T10:00`,
  });
  await admin.request("POST", "/api/settings", {
    ...{ quietHoursEnabled: true, quietHoursStart: "20:00", quietHoursEnd: "09:00" },
    waitlistOfferMinutes: 240,
  });
  await parlor.wait(RUTH, { employeeId: elena });
  await parlor.wait(JOAN, { employeeId: elena, timeFrom: "12:00", timeTo: "14:00" });
  // 7:30 PM in New York.
  clock.now = Date.parse("2026-11-21T00:30:00Z");
  await parlor.cancel(visit.id);
  await parlor.work();
  expect(await parlor.statuses()).toEqual(["offered", "waiting"]);
  clock.now = Date.parse("2026-11-21T03:00:00Z");
  await admin.request("POST", "/api/time-off", {
    ...{ employeeId: elena, reason: "Dentist" },
    ...{ start: `${FRIDAY}T09:00`, end: `${FRIDAY}T12:00` },
  });
  await parlor.work();
  const gone = () => parlor.texts().filter((text) => text.includes("no longer"));
  expect(gone()).toEqual([]);
  clock.now = Date.parse("2026-11-21T14:01:00Z");
  await parlor.work();
  expect(gone()).toEqual([expect.stringContaining(`${RUTH} Lumen: sorry`)]);
  await parlor.after(5);
  expect(await parlor.statuses()).toEqual(["waiting", "offered"]);
  expect(parlor.texts()).toContainEqual(
    expect.stringContaining(`${JOAN} Lumen: a time opened up.`),
  );
});
