import { expect, test } from "bun:test";
import { addTurn, beginCall, endCall, leaveMessage } from "#src/calls/transcripts/transcripts.ts";
import { askTo, CALLER, phoneIn } from "#tests/support/callers.ts";
import { contact, stranger, testApp } from "#tests/support/test-app.ts";

const LIST = "/api/call-transcripts";

test("a call shows its transcript, caller, length and request", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  const ana = contact(app, admin, "Ana Silva", CALLER);
  const id = phoneIn(parlor, { said: ["Friday at ten?", "With pleasure."], seconds: 151 });
  const request = askTo(parlor, { callId: id, contactId: ana, callerName: "Anna" });
  addTurn(app, id, { role: "system", content: "request_appointment" });
  const { body } = await admin.request("GET", LIST);
  expect(body).toEqual([
    {
      id,
      twilioCallSid: expect.stringMatching(/^CA/),
      callerNumber: CALLER,
      callStartTime: "2026-11-20T16:00:00.000Z",
      callEndTime: "2026-11-20T16:00:00.000Z",
      callDuration: 151,
      transcript: "Caller: Friday at ten?\nAI Assistant: With pleasure.",
      messagesJson: [
        { role: "user", content: "Friday at ten?" },
        { role: "assistant", content: "With pleasure." },
        { role: "system", content: "request_appointment" },
      ],
      matchedContactId: ana,
      matchedContact: { id: ana, name: "Ana Silva" },
      callerNames: ["Anna"],
      status: "completed",
      message: "",
      requests: [
        {
          id: request,
          status: "pending",
          requestedService: "Balayage",
          preferredDate: "next Friday",
          preferredTime: "at ten",
        },
      ],
      createdAt: "2026-11-20T16:00:00.000Z",
    },
  ]);
  expect((await admin.request("GET", `${LIST}/${id}`)).body).toEqual(body[0]);
});

test("without turns, the transcript is the message that was left", async () => {
  const parlor = testApp();
  const id = phoneIn(parlor, { said: [], message: "Call me back", phone: null });
  expect((await parlor.admin.request("GET", `${LIST}/${id}`)).body).toMatchObject({
    transcript: "Call me back",
    message: "Call me back",
    status: "missed",
    callerNumber: null,
    messagesJson: [],
  });
});

test("the list is newest first, a page at a time, and every call is listed once", async () => {
  const parlor = testApp();
  const ids = Array.from({ length: 7 }, () => phoneIn(parlor));
  const seen: number[] = [];
  for (let before = ""; ; before = `&before=${seen.at(-1)}`) {
    const { body } = await parlor.admin.request("GET", `${LIST}?limit=3${before}`);
    if (body.length === 0) break;
    seen.push(...body.map((call: { id: number }) => call.id));
  }
  expect(seen).toEqual(ids.toReversed());
  expect((await parlor.admin.request("GET", `${LIST}/count`)).body).toEqual({ count: 7 });
});

test("unanswered calls are listed until the request is decided, or the caller calls again", async () => {
  const parlor = testApp();
  const { admin, clock } = parlor;
  const unanswered = async () =>
    (await admin.request("GET", `${LIST}?show=unanswered`)).body.map(
      ({ id }: { id: number }) => id,
    );
  phoneIn(parlor, { phone: "+12025550101" });
  const missed = phoneIn(parlor, { phone: "+12025550102", said: [] });
  const message = phoneIn(parlor, { phone: "+12025550103", message: "Call me back" });
  const asked = phoneIn(parlor, { phone: "+12025550104" });
  const request = askTo(parlor, { callId: asked, phone: "+12025550104" });
  expect(await unanswered()).toEqual([asked, message, missed]);
  await admin.request("POST", `/api/potential-appointments/${request}/reject`);
  clock.now += 60_000;
  phoneIn(parlor, { phone: "+12025550102" });
  expect(await unanswered()).toEqual([message]);
  clock.now += 15 * 24 * 3_600_000;
  const desk = parlor.person("user", ["/call-transcripts"]);
  expect((await desk.request("GET", `${LIST}?show=unanswered`)).body).toEqual([]);
});

test("a call that was cut off needs an answer, and answers no earlier one", async () => {
  const parlor = testApp();
  const { admin, app, clock } = parlor;
  const message = phoneIn(parlor, { phone: "+12025550103", message: "Call me back" });
  clock.now += 60_000;
  const cutOff = phoneIn(parlor, { phone: "+12025550103", goesOn: true });
  const unanswered = async () =>
    (await admin.request("GET", `${LIST}?show=unanswered`)).body.map(
      ({ id }: { id: number }) => id,
    );
  expect(await unanswered()).toEqual([message]);
  endCall(app, cutOff, { status: "failed" });
  expect(await unanswered()).toEqual([cutOff, message]);
  clock.now += 60_000;
  phoneIn(parlor, { phone: "+12025550103" });
  expect(await unanswered()).toEqual([]);
});

test("a text from staff answers a missed call", async () => {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  const ana = contact(app, admin, "Ana Silva", CALLER);
  const missed = phoneIn(parlor, { said: [] });
  expect((await admin.request("GET", `${LIST}?show=unanswered`)).body).toMatchObject([
    { id: missed },
  ]);
  clock.now += 60_000;
  const { body } = await admin.request("POST", "/api/conversations", { contactId: ana });
  await admin.request("POST", "/api/conversations/messages", {
    conversationId: body.id,
    body: "Sorry we missed you!",
  });
  expect((await admin.request("GET", `${LIST}?show=unanswered`)).body).toEqual([]);
});

test.each(["limit=0", "limit=51", "limit=x", "before=0"])("?%s is refused", async (query) => {
  const { admin } = testApp();
  expect((await admin.request("GET", `${LIST}?${query}`)).status).toBe(400);
});

test("polling returns 304 until something is said", async () => {
  const parlor = testApp();
  const { id } = beginCall(parlor.app, { callSid: "CA1", phone: CALLER });
  const first = await parlor.admin.request("GET", LIST);
  const again = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await parlor.admin.request("GET", LIST, undefined, again)).status).toBe(304);
  addTurn(parlor.app, id, { role: "user", content: "Hello?" });
  const grown = await parlor.admin.request("GET", LIST, undefined, again);
  expect([grown.status, grown.body[0].status, grown.body[0].messagesJson.length]).toEqual([
    200,
    "in_progress",
    1,
  ]);
});

test("calls are found by the contact's name, by either end of the number, and by words", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  contact(app, admin, "Ruth Abernathy", "+12025550177");
  const ruth = phoneIn(parlor, { phone: "+12025550177", said: ["Is Jo in?", "On Monday."] });
  const other = phoneIn(parlor, { phone: "+17375550199", said: ["Do you do balayage?", "Yes"] });
  const found = async (q: string) =>
    (await admin.request("GET", `${LIST}?q=${encodeURIComponent(q)}`)).body.map(
      (call: { id: number }) => call.id,
    );
  expect(await found("ruth")).toEqual([ruth]);
  expect(await found("abern")).toEqual([ruth]);
  for (const end of ["737", "73755", "(737) 555-0199", "+17375550199", "0199", "5550199"])
    expect([end, await found(end)]).toEqual([end, [other]]);
  expect(await found("BALAYAGE")).toEqual([other]);
  expect(await found("you balayage")).toEqual([other]);
  expect(await found("monday")).toEqual([ruth]);
  for (const nothing of ["tattoo", "999", '"', "words : x", "*"])
    expect([nothing, await found(nothing)]).toEqual([nothing, []]);
  leaveMessage(app, other, "Bring the umbrella");
  expect(await found("umbrella")).toEqual([other]);
  expect(await found("balayage")).toEqual([other]);
});

test("a search is paged too", async () => {
  const parlor = testApp();
  const ids = Array.from({ length: 5 }, () => phoneIn(parlor, { said: ["balayage"] }));
  const first = await parlor.admin.request("GET", `${LIST}?q=balayage&limit=2`);
  const rest = await parlor.admin.request("GET", `${LIST}?q=balayage&before=${first.body[1].id}`);
  const all = [...first.body, ...rest.body].map((call: { id: number }) => call.id);
  expect(all).toEqual(ids.toReversed());
});

test("a contact who gets an unknown caller's number gets their calls and requests", async () => {
  const parlor = testApp();
  const { admin } = parlor;
  const early = phoneIn(parlor);
  askTo(parlor, { callId: early });
  const whose = async () =>
    (await admin.request("GET", LIST)).body.map(
      (call: { matchedContact: { name: string } | null }) => call.matchedContact?.name ?? null,
    );
  expect(await whose()).toEqual([null]);
  const imported = await admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [{ firstName: "Ana", lastName: "Silva", phoneNumber: CALLER }],
  });
  expect(imported.status).toBe(200);
  expect(await whose()).toEqual(["Ana Silva"]);
  const { body } = await admin.request("GET", "/api/potential-appointments");
  expect(body[0].matchedContact.name).toBe("Ana Silva");

  // She changes her number; the calls stay hers, and an earlier one from the new number becomes hers.
  phoneIn(parlor, { phone: "+12025550135" });
  await admin.request("PATCH", `/api/contacts/${body[0].matchedContactId}`, {
    phoneNumber: "+12025550135",
  });
  expect(await whose()).toEqual(["Ana Silva", "Ana Silva"]);
  await admin.request("DELETE", `/api/contacts/${body[0].matchedContactId}`);
  expect(await whose()).toEqual([null, null]);
  await admin.request("POST", "/api/contacts", { name: "Bea Osei", phoneNumber: CALLER });
  expect(await whose()).toEqual([null, "Bea Osei"]);
});

test("the client's page shows the call at its time, without any of its words", async () => {
  const parlor = testApp();
  const { app, admin, clock } = parlor;
  const ana = stranger(app, admin, "Ana Silva", CALLER);
  await admin.request("POST", `/api/contacts/${ana}/opt-out`);
  clock.now += 60_000;
  const id = phoneIn(parlor, { said: ["secretword"], seconds: 9 });
  clock.now += 60_000;
  await admin.request("POST", `/api/contacts/${ana}/opt-in`);
  const { body } = await admin.request("GET", `/api/contacts/${ana}/history`);
  const expected = ["consent", "call", "consent"];
  expect(body.entries.map(({ kind }: { kind: string }) => kind)).toEqual(expected);
  expect(body.entries[1]).toEqual({
    kind: "call",
    id,
    at: "2026-11-20T16:01:00.000Z",
    status: "completed",
    duration: 9,
  });
  expect(JSON.stringify(body)).not.toContain("secretword");
  let cursor = "";
  const kinds: string[] = [];
  for (let page = 0; page < 3; page += 1) {
    const next = await admin.request("GET", `/api/contacts/${ana}/history?limit=1${cursor}`);
    kinds.push(...next.body.entries.map(({ kind }: { kind: string }) => kind));
    cursor = `&before=${next.body.nextCursor}`;
  }
  expect(kinds).toEqual(expected);
});

test("users with the page receive each turn as it is spoken, and other users none", async () => {
  const parlor = testApp();
  const desk = parlor.person("user", ["/call-transcripts"]);
  const stream = (await desk.open("/api/events")).body?.getReader();
  const { id } = beginCall(parlor.app, { callSid: "CA1", phone: CALLER });
  addTurn(parlor.app, id, { role: "user", content: "secretword" });
  let told = "";
  while (!told.includes('"calls"')) {
    const { value } = (await stream?.read()) ?? {};
    told += new TextDecoder().decode(value);
  }
  await stream?.cancel();
  expect(told).toContain(`"ids":["${id}"]`);
  expect(told).not.toContain("secretword");
});

test("a client's export includes their calls and requests", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  const ana = contact(app, admin, "Ana Silva", CALLER);
  const callId = phoneIn(parlor, { said: ["Friday?", "Gladly."], message: "Ring twice" });
  askTo(parlor, { callId, notes: "Asked for Jo." });
  const file = await (await admin.open(`/api/contacts/${ana}/export`)).text();
  const held = JSON.parse(file);
  expect(held.calls).toEqual([
    {
      at: "2026-11-20T16:00:00.000Z",
      seconds: 61,
      status: "completed",
      message: "Ring twice",
      spoken: [
        { by: "caller", content: "Friday?" },
        { by: "assistant", content: "Gladly." },
      ],
    },
  ]);
  expect(held.askedToBook).toMatchObject([
    { callerName: "Ana Silva", preferredDate: "next Friday", notes: "Asked for Jo." },
  ]);
});
