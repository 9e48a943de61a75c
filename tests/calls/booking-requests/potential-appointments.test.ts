import { expect, test } from "bun:test";
import { askTo, CALLER, phoneIn } from "#tests/support/callers.ts";
import { countOf } from "#tests/support/outside.ts";
import { contact } from "#tests/support/test-app.ts";
import { LIST, SLOT, salon, texts } from "./stand.ts";

test("a request shows the caller's words, with the call and the parsed slot", async () => {
  const parlor = salon();
  const ana = contact(parlor.app, parlor.admin, "Ana Roux", CALLER);
  const desk = parlor.person("user", ["/potential-appointments"]);
  const { body } = await parlor.admin.request("GET", LIST);
  expect(body).toEqual([
    {
      id: parlor.id,
      callTranscriptId: 1,
      callerName: "Ana Silva",
      callerPhone: CALLER,
      preferredDate: "next Friday",
      preferredTime: "at ten",
      requestedService: "Balayage",
      services: [],
      notes: "",
      status: "pending",
      processedBy: null,
      processedAt: null,
      createdAt: "2026-11-20T16:00:00.000Z",
      matchedContactId: ana,
      matchedContact: { id: ana, name: "Ana Roux" },
      callTranscript: { callStartTime: "2026-11-20T16:00:00.000Z" },
      processedByUser: null,
      slot: {
        employeeId: parlor.elena,
        employeeName: "Elena Sato",
        appointmentDate: SLOT.startsAt,
        durationMinutes: 90,
      },
      appointmentId: null,
      appointment: null,
    },
  ]);
  // A free hour of Elena's is part of her schedule, which this person does not see.
  expect((await desk.request("GET", LIST)).body).toEqual([{ ...body[0], slot: null }]);
});

test("when several users decide at once one wins, and the others read who it was", async () => {
  const parlor = salon();
  const other = parlor.person("admin", []);
  const replies = await Promise.all([
    parlor.approve(parlor.booking),
    other.request("POST", `${LIST}/${parlor.id}/reject`),
    parlor.approve(undefined, {}, other),
    parlor.approve(parlor.booking, {}, other),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  const winner = replies.find(({ status }) => status === 200)?.body;
  for (const { status, body } of replies)
    if (status === 409)
      expect(body.message).toBe(
        `This request was already ${winner.status} by ${winner.processedByUser.username}.`,
      );
  expect(countOf(parlor, "appointments")).toBe(winner.appointmentId === null ? 0 : 1);
  expect(texts(parlor)).toHaveLength(winner.appointmentId === null ? 0 : 1);
});

test("a rejected or only marked request can be reopened, a booked one can't", async () => {
  const parlor = salon();
  const path = `${LIST}/${parlor.id}`;
  const reopen = () => parlor.admin.request("POST", `${path}/reopen`);
  expect((await reopen()).status).toBe(409);
  await parlor.admin.request("POST", `${path}/reject`);
  expect((await reopen()).body).toMatchObject({ status: "pending", processedBy: null });
  await parlor.approve();
  expect((await reopen()).body).toMatchObject({ status: "pending", processedAt: null });
  const { body } = await parlor.approve(parlor.booking);
  const refused = await reopen();
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "This request was booked. Move or cancel the appointment instead.",
  ]);
  await parlor.admin.request("DELETE", `/api/appointments/${body.appointmentId}`);
  expect((await reopen()).body).toMatchObject({ status: "pending", appointment: null });
});

test("the list is filtered by state, newest first, a page at a time", async () => {
  const parlor = salon();
  const more = Array.from({ length: 4 }, () => askTo(parlor));
  await parlor.admin.request("POST", `${LIST}/${more[1]}/reject`);
  await parlor.admin.request("POST", `${LIST}/${more[2]}/approve`);
  const ids = async (query: string) =>
    (await parlor.admin.request("GET", `${LIST}?${query}`)).body.map(
      ({ id }: { id: number }) => id,
    );
  expect(await ids("status=rejected")).toEqual([more[1]]);
  expect(await ids("status=approved")).toEqual([more[2]]);
  expect(await ids("status=pending")).toEqual([more[3], more[0], parlor.id]);
  expect(await ids("status=pending&limit=1")).toEqual([more[3]]);
  expect(await ids(`status=pending&before=${more[0]}`)).toEqual([parlor.id]);
  expect((await parlor.admin.request("GET", `${LIST}?status=maybe`)).status).toBe(400);
  expect((await parlor.admin.request("GET", `${LIST}/count`)).body).toEqual({
    pending: 3,
    approved: 1,
    rejected: 1,
    all: 5,
  });
});

test("staff with the page can read requests, and decide nothing", async () => {
  const parlor = salon();
  const desk = parlor.person("user", ["/potential-appointments"]);
  for (const act of ["approve", "reject", "reopen"])
    expect([act, (await desk.request("POST", `${LIST}/${parlor.id}/${act}`)).status]).toEqual([
      act,
      403,
    ]);
  expect((await desk.request("GET", LIST)).body[0].status).toBe("pending");
});

test("a user who decided can be deleted, and the decision stays", async () => {
  const parlor = salon();
  const other = parlor.person("admin", []);
  await other.request("POST", `${LIST}/${parlor.id}/reject`);
  parlor.app.db.query("delete from users where id = ?").run(other.id);
  expect((await parlor.admin.request("GET", LIST)).body).toMatchObject([
    { status: "rejected", processedBy: null, processedByUser: null },
  ]);
});

test("a call shows the outcome of its request", async () => {
  const parlor = salon();
  const call = phoneIn(parlor);
  const id = askTo(parlor, { callId: call });
  const before = await parlor.admin.request("GET", `/api/call-transcripts/${call}`);
  await parlor.admin.request("POST", `${LIST}/${id}/reject`);
  const after = await parlor.admin.request("GET", `/api/call-transcripts/${call}`, undefined, {
    "if-none-match": before.headers.get("etag") ?? "",
  });
  expect([after.status, after.body.requests[0].status]).toEqual([200, "rejected"]);
});
