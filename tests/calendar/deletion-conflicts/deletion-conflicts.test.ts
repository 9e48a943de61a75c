import { expect, test } from "bun:test";
import { setApproved } from "#db/platform/users.ts";
import { closeEmptyConflicts } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { actions, BALAYAGE, countOf, employee, outside } from "#tests/support/outside.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const LIST = "/api/deletion-conflicts";
const ANA = { first_name: "Ana", last_name: "Silva" };

/** Two appointments of Ana's, one with Jo (1) and one with Elena (2), and a call that may mean either. */
async function salon() {
  const parlor = testApp();
  employee(parlor, "Jo");
  employee(parlor, "Elena");
  const own = await outside(parlor);
  await own.send("appointmentCreate", BALAYAGE);
  await own.send("appointmentCreate", { ...BALAYAGE, employee_first_name: "Elena" });
  await own.send("appointmentDelete", { ...ANA, service_display_name: "Balayage" });
  return { ...parlor, own };
}

function deskWith(parlor: TestApp, employeeIds: number[]): Person {
  const desk = parlor.person("user", ["/appointment-management"]);
  setApproved(parlor.app.db, desk.id, {
    pages: ["/appointment-management"],
    employeeIds,
    canViewClientNames: true,
    canViewClientPhoneNumbers: true,
  });
  return desk;
}

test("a pending conflict shows the client, the request, and the appointments to choose from", async () => {
  const { admin } = await salon();
  const { body } = await admin.request("GET", LIST);
  expect(body).toMatchObject([
    {
      id: 1,
      clientName: "Ana Silva",
      appointmentIds: [1, 2],
      asked: { start: null, end: null, service: "Balayage", employee: null },
      status: "pending",
      appointments: [
        {
          id: 1,
          service: "Balayage",
          employee: { name: "Jo" },
          appointmentDate: "2026-11-27T10:00:00",
          durationMinutes: 90,
        },
        { id: 2, employee: { name: "Elena" } },
      ],
    },
  ]);
  expect((await admin.request("GET", `${LIST}/count`)).body).toEqual({ count: 1 });
});

test("the chosen appointment is deleted, and no other", async () => {
  const parlor = await salon();
  const { admin, app } = parlor;
  const { status, body } = await admin.request("POST", `${LIST}/1/resolve`, { appointmentId: 2 });
  expect([status, body.status, body.appointmentIds]).toEqual([200, "resolved", [1]]);
  expect(app.db.query("select id from appointments").values()).toEqual([[1]]);
  expect((await admin.request("GET", LIST)).body).toEqual([]);
  expect(actions(parlor, "%delet%")).toEqual([
    "deletion_conflict.open",
    "appointment.delete",
    "deletion_conflict.resolve",
  ]);
});

test.each([
  [true, ["Your appointment on Friday, November 27 at 10:00 AM is canceled"]],
  [false, []],
  [undefined, []],
])("with notify %p the client is texted %p", async (notify, texts) => {
  const { admin, app } = await salon();
  app.db.run("update appointments set phone = 12025550111");
  await admin.request("POST", `${LIST}/1/resolve`, { appointmentId: 2, notify });
  const bodies = app.db.query<{ body: string }, []>("select body from messages").all();
  expect(bodies.map(({ body }) => body.split(".")[0] ?? "")).toEqual(texts);
});

test("a conflict is decided once, by whoever is first", async () => {
  const parlor = await salon();
  const { admin } = parlor;
  const replies = await Promise.all(
    [1, 2].map((appointmentId) => admin.request("POST", `${LIST}/1/resolve`, { appointmentId })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 409]);
  expect(countOf(parlor, "appointments")).toBe(1);
  expect((await admin.request("POST", `${LIST}/1/dismiss`)).status).toBe(409);
});

test("an appointment that wasn't a candidate can't be deleted this way", async () => {
  const parlor = await salon();
  await parlor.own.send("appointmentCreate", { ...BALAYAGE, first_name: "Bea" });
  for (const appointmentId of [3, 99]) {
    const reply = await parlor.admin.request("POST", `${LIST}/1/resolve`, { appointmentId });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, ["appointmentId"]]);
  }
  expect(countOf(parlor, "appointments")).toBe(3);
  expect(
    (await parlor.admin.request("POST", `${LIST}/9/resolve`, { appointmentId: 1 })).status,
  ).toBe(404);
});

test("choosing none keeps all", async () => {
  const parlor = await salon();
  const { body } = await parlor.admin.request("POST", `${LIST}/1/dismiss`);
  expect(body.status).toBe("resolved");
  expect(countOf(parlor, "appointments")).toBe(2);
  expect(actions(parlor, "deletion_conflict.%")).toEqual([
    "deletion_conflict.open",
    "deletion_conflict.dismiss",
  ]);
});

test.each([
  [[1, 2], 1],
  [[1], 0],
  [[], 0],
])(
  "a user with the columns %p sees %d conflicts, and decides no others",
  async (columns, count) => {
    const parlor = await salon();
    const desk = deskWith(parlor, columns);
    expect((await desk.request("GET", LIST)).body).toHaveLength(count);
    expect((await desk.request("GET", `${LIST}/count`)).body).toEqual({ count });
    const tried = await desk.request("POST", `${LIST}/1/resolve`, { appointmentId: 1 });
    expect(tried.status).toBe(count === 1 ? 200 : 404);
  },
);

test("with one candidate left staff still decide; with none the conflict closes", async () => {
  const parlor = await salon();
  const { admin, app } = parlor;
  app.db.run("delete from appointments where id = 1");
  expect((await admin.request("GET", LIST)).body).toMatchObject([{ appointmentIds: [2] }]);
  app.db.run("delete from appointments where id = 2");
  expect((await admin.request("GET", LIST)).body).toEqual([]);
  closeEmptyConflicts(app);
  closeEmptyConflicts(app);
  expect(actions(parlor, "deletion_conflict.%")).toEqual([
    "deletion_conflict.open",
    "deletion_conflict.close",
  ]);
});

test("an appointment created in the meantime becomes a candidate once the request is repeated", async () => {
  const { own, admin } = await salon();
  await own.send("appointmentCreate", { ...BALAYAGE, start_datetime: "2026-11-27T09:00" });
  await own.send("appointmentDelete", { ...ANA, service_display_name: "Balayage" });
  expect((await admin.request("GET", LIST)).body).toMatchObject([
    { id: 1, appointmentIds: [3, 1, 2] },
  ]);
});
