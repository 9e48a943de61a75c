import { expect, test } from "bun:test";
import { TODAY } from "#tests/calendar/appointments/stand.ts";
import { JOAN, RUTH, type WaitDesk, WREN, waitDesk } from "./stand.ts";

const at = (clock: string) => `${TODAY}T${clock}:00`;

const gapsOf = async (who: { request: WaitDesk["admin"]["request"] }) =>
  (await who.request("GET", "/api/waitlist/gaps-today")).body as {
    employeeId: number;
    start: string;
    end: string;
    fits: Record<"clientName" | "service" | "start" | "end", string> | null;
    offer: { clientName: string; expiresAt: string } | null;
  }[];

/** Elena is free from two to three, and from four; Tomas is away. */
async function afternoon() {
  const parlor = await waitDesk();
  const { admin, elena, tomas, book, facial } = parlor;
  for (const [clock, durationMinutes] of [
    ["09:00", 300],
    ["15:00", 60],
    ["16:15", 45],
  ] as const)
    await book({ appointmentDate: `${TODAY}T${clock}`, durationMinutes, serviceId: facial });
  const off = { employeeId: tomas, start: `${TODAY}T00:00`, end: `${TODAY}T23:00` };
  expect((await admin.request("POST", "/api/time-off", off)).status).toBe(201);
  return { ...parlor, elena };
}

test("a gap of today says who on the waitlist is offered it, and is offered once", async () => {
  const parlor = await afternoon();
  const { admin, elena } = parlor;
  await parlor.wait(RUTH, { from: TODAY, timeFrom: "15:00" });
  await parlor.wait(JOAN, { from: TODAY });
  // The quarter hour at four is too short for a facial.
  const gap = { employeeId: elena, start: at("14:00"), end: at("15:00") };
  expect(await gapsOf(admin)).toEqual([
    {
      ...gap,
      fits: {
        ...{ contactId: expect.any(Number), clientName: "Joan Whitlock", service: "Facial" },
        ...{ start: at("14:00"), end: at("15:00"), holdMinutes: 15 },
      },
      offer: null,
    },
  ]);
  for (let twice = 0; twice < 2; twice += 1)
    expect((await admin.request("POST", "/api/waitlist/offers", gap)).status).toBe(204);
  await parlor.work();
  expect(parlor.texts()).toEqual([
    expect.stringContaining(`${JOAN} Lumen: a time opened up. Facial with Elena`),
  ]);
  expect(await gapsOf(admin)).toEqual([
    { ...gap, fits: null, offer: expect.objectContaining({ clientName: "Joan Whitlock" }) },
  ]);
  const audited = parlor.app.db
    .query("select id from audit_logs where action = 'waitlist.offer_time'")
    .values();
  expect(audited).toHaveLength(2);
  await parlor.reply(JOAN, "YES");
  expect(await gapsOf(admin)).toEqual([]);
  await parlor.after(60);
  expect(parlor.texts().filter((text) => text.includes("a time opened up"))).toHaveLength(1);
});

test("who passes on an offered gap isn't named for it again, and the next client is asked", async () => {
  const parlor = await afternoon();
  await parlor.wait(JOAN, { from: TODAY });
  await parlor.wait(WREN, { from: TODAY });
  const gap = { employeeId: parlor.elena, start: at("14:00"), end: at("15:00") };
  await parlor.admin.request("POST", "/api/waitlist/offers", gap);
  await parlor.work();
  await parlor.reply(JOAN, "No");
  expect((await gapsOf(parlor.admin))[0]?.offer?.clientName).toBe("Wren Calloway");
  await parlor.reply(WREN, "No");
  expect(await gapsOf(parlor.admin)).toEqual([{ ...gap, fits: null, offer: null }]);
});

test("while offers are off no one is named, and offering by hand is refused with its reason, as is a past time", async () => {
  const parlor = await afternoon();
  const { admin, clock, elena } = parlor;
  await parlor.wait(JOAN, { from: TODAY });
  const gap = { employeeId: elena, start: at("14:00"), end: at("15:00") };
  await admin.request("POST", "/api/settings", { waitlistOffersEnabled: false });
  expect((await gapsOf(admin))[0]?.fits).toBeNull();
  const off = await admin.request("POST", "/api/waitlist/offers", gap);
  expect([off.status, off.body.error]).toEqual([
    409,
    "Offers to the waitlist are turned off in Settings.",
  ]);
  await admin.request("POST", "/api/settings", { waitlistOffersEnabled: true });
  clock.now += 24 * 3_600_000;
  const past = await admin.request("POST", "/api/waitlist/offers", gap);
  expect([past.status, past.body.error]).toEqual([409, "This time has passed."]);
});

test("staff see the gaps of their employees, and who waits only if they see the waitlist", async () => {
  const parlor = await afternoon();
  const { elena, tomas } = parlor;
  await parlor.wait(JOAN, { from: TODAY });
  const gap = { employeeId: elena, start: at("14:00"), end: at("15:00") };
  const calendar = parlor.desk([elena]);
  expect(await gapsOf(calendar)).toEqual([{ ...gap, fits: null, offer: null }]);
  const other = parlor.desk([tomas], { pages: ["/appointments", "/waitlist"] });
  expect(await gapsOf(other)).toEqual([]);
  expect((await other.request("POST", "/api/waitlist/offers", gap)).status).toBe(404);
});

test.each([
  [{ start: "2026-11-20T15:00", end: "2026-11-20T14:00" }, "Must be after the start, within a day"],
  [{ start: "2026-11-20T15:00", end: "2026-11-22T14:00" }, "Must be after the start, within a day"],
  [{ start: "3 PM", end: "2026-11-20T14:00" }, "Use a date and time such as 2026-11-20T10:30"],
])("a time offered as %p is refused, and the reply names the field", async (time, message) => {
  const parlor = await waitDesk();
  const body = { employeeId: parlor.elena, ...time };
  const reply = await parlor.admin.request("POST", "/api/waitlist/offers", body);
  expect(reply.status).toBe(400);
  expect(JSON.stringify(reply.body)).toContain(message);
});

test("a time that no one waits for isn't offered", async () => {
  const parlor = await afternoon();
  const gap = { employeeId: parlor.elena, start: at("14:00"), end: at("15:00") };
  const { status, body } = await parlor.admin.request("POST", "/api/waitlist/offers", gap);
  expect([status, body.error]).toEqual([409, "No one on the waitlist wants this time."]);
});

test("a clock that ticks during the search keeps no one from an offer", async () => {
  const parlor = await afternoon();
  await parlor.wait(JOAN, { from: TODAY });
  let { now } = parlor.clock;
  Object.defineProperty(parlor.clock, "now", { get: () => now++ });
  expect((await gapsOf(parlor.admin))[0]?.fits?.clientName).toBe("Joan Whitlock");
});

test("a visit that needs a hidden employee is named only for those who see both", async () => {
  const parlor = await afternoon();
  const { admin, elena, tomas } = parlor;
  const [off] = (await admin.request("GET", `/api/time-off?from=${TODAY}&to=${TODAY}`)).body;
  expect((await admin.request("DELETE", `/api/time-off/${off.id}`)).status).toBe(204);
  const add = async (name: string, employeeIds: number[]) => {
    const service = { name, durationMinutes: 30, price: "40.00", employeeIds };
    return (await admin.request("POST", "/api/services", service)).body.id as number;
  };
  const services = [await add("Color", [elena]), await add("Cut", [tomas])];
  await parlor.wait(JOAN, { from: TODAY, services, employeeId: null });
  const ofElena = async (who: Parameters<typeof gapsOf>[0]) =>
    (await gapsOf(who)).find(
      ({ employeeId, start }) => employeeId === elena && start === at("14:00"),
    )?.fits?.clientName;
  expect(await ofElena(admin)).toBe("Joan Whitlock");
  const pages = ["/appointments", "/waitlist"] as const;
  expect(await ofElena(parlor.desk([elena], { pages: [...pages] }))).toBeUndefined();
});
