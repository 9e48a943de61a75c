import { expect, spyOn, test } from "bun:test";
import { appendAudit } from "#db/platform/audit.ts";
import type { App } from "#src/app.ts";
import { addStaff } from "#tests/support/crawl.ts";
import { contact, type Person, testApp } from "#tests/support/test-app.ts";
import { LIST } from "./stand.ts";

const ADA = "+12025550111";
const VISIT = { employeeId: 1, clientName: "Ada Byron", phoneNumber: ADA };

async function salon() {
  const parlor = testApp({ connected: false });
  const { admin } = parlor;
  await admin.request("POST", "/api/employees", { name: "Elena" });
  await admin.request("POST", "/api/contacts", { name: "Ada Byron", phoneNumber: ADA });
  const booked = await admin.request("POST", "/api/appointments", {
    ...VISIT,
    appointmentDate: "2026-11-23T15:00",
  });
  await admin.request("PATCH", `/api/appointments/${booked.body.id}`, {
    appointmentDate: "2026-11-23T16:00",
  });
  return { ...parlor, visitId: booked.body.id as number };
}

async function entryOf(reader: Person, action: string) {
  const { body } = await reader.request("GET", `${LIST}?action=${action}`);
  return body.logs[0];
}

test("an entry about a visit names its client today and the time then, and stores the values before and after", async () => {
  const { app, admin, visitId } = await salon();
  expect((await entryOf(admin, "appointment.create")).subject).toMatchObject({
    startsAt: "2026-11-23T15:00:00",
    day: "2026-11-23",
  });
  await admin.request("PATCH", "/api/contacts/1", { name: "Ada King" });
  const { subject, metadata } = await entryOf(admin, "appointment.move");
  expect(subject).toMatchObject({ contactId: 1, visitId, startsAt: "2026-11-23T16:00:00" });
  expect(metadata.changes).toEqual([
    { field: "startsAt", before: "2026-11-23T15:00:00", after: "2026-11-23T16:00:00" },
  ]);
  expect(metadata.visit).toBeUndefined();
  recordOldEntry(app, visitId);
  expect((await entryOf(admin, "appointment.remind")).subject).toMatchObject({
    visitId,
    startsAt: null,
    service: null,
  });
  expect((await entryOf(admin, "contact.update")).subject.clientName).toBe("Ada King");
  expect((await entryOf(admin, "employee.create")).subject).toMatchObject({
    name: "Elena",
    clientName: null,
  });
});

/** Earlier versions stored nothing of the visit. */
function recordOldEntry({ db }: App, visitId: number) {
  appendAudit(db, {
    ...{ actorId: null, actorType: "system", action: "appointment.remind", createdAt: 1 },
    ...{ targetType: "appointment", targetId: String(visitId), metadata: "{}" },
    ...{ ipAddress: null, userAgent: null },
  });
}

test("a client whom staff add while they book was added by them, and named by them", async () => {
  const { app, admin } = await salon();
  const book = (phoneNumber: string, at: string) =>
    admin.request("POST", "/api/appointments", {
      ...{ employeeId: 1, clientName: "Anya Petrova", phoneNumber },
      appointmentDate: `2026-11-23T${at}`,
    });
  await book("+12025550112", "10:00");
  const id = contact(app, admin, "+12025550113", "+12025550113");
  await book("+12025550113", "12:00");
  for (const action of ["contact.create", "contact.update"])
    expect(await entryOf(admin, action)).toMatchObject({
      actorName: admin.actor.username,
      metadata: { by: "appointment" },
    });
  expect((await entryOf(admin, "contact.update")).targetId).toBe(String(id));
});

test("users without names, numbers or the employee see none of them", async () => {
  const parlor = await salon();
  const nameless = addStaff(parlor, { canViewClientNames: false });
  const { subject, metadata } = await entryOf(nameless, "appointment.move");
  expect(subject.clientName).toBe("Client #1");
  expect(metadata.changes).toHaveLength(1);
  const other = addStaff(parlor, { employeeIds: [] });
  expect(await entryOf(other, "appointment.move")).toMatchObject({ subject: null, metadata: {} });
  const found = await other.request("GET", `${LIST}?search=2026-11-23T15`);
  expect(found.body.logs).toEqual([]);
  await parlor.admin.request("DELETE", `/api/appointments/${parlor.visitId}`);
  expect(await entryOf(other, "appointment.delete")).toMatchObject({ subject: null, metadata: {} });
  expect((await entryOf(other, "contact.create")).subject.clientName).toBe("Ada Byron");
});

test("a client without a name, whose number is the name, is hidden from users without numbers", async () => {
  const parlor = testApp({ connected: false });
  await parlor.admin.request("POST", "/api/contacts", { name: ADA, phoneNumber: ADA });
  const numberless = addStaff(parlor, { canViewClientPhoneNumbers: false });
  const { subject } = await entryOf(numberless, "contact.create");
  expect(subject.clientName).not.toContain("2025550111");
});

test("an erased client has no name in the log", async () => {
  const { admin } = await salon();
  await admin.request("POST", "/api/contacts/1/erase", { name: "Ada Byron" });
  const list = await admin.request("GET", LIST);
  expect(JSON.stringify(list.body)).not.toContain("Ada");
});

test("one query reads the subjects of a page, each once", async () => {
  const { admin, app } = await salon();
  for (let n = 0; n < 5; n += 1)
    await admin.request("PATCH", "/api/contacts/1", { name: `Ada ${n}` });
  const query = spyOn(app.db, "query");
  await admin.request("GET", LIST);
  const asked = query.mock.calls.filter(([sql]) => sql.includes("subjects"));
  query.mockRestore();
  expect(asked).toHaveLength(1);
});
