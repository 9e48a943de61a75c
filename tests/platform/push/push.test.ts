import { afterEach, expect, test } from "bun:test";
import { createBookingRequest } from "#src/calls/booking-requests/booking-requests.ts";
import { endCallOnce } from "#src/calls/conversation/ending.ts";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { connectPush } from "#src/platform/providers/push.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { phoneIn } from "#tests/support/callers.ts";
import { addStaff } from "#tests/support/crawl.ts";
import { type PushEndpoint, startPushEndpoint } from "#tests/support/push-endpoint.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";
import { until } from "#tests/support/until.ts";

const ADA = "+12025550111";
const endpoints: PushEndpoint[] = [];
afterEach(async () => {
  for (const endpoint of endpoints.splice(0)) await endpoint.stop();
});

/** A salon whose news leave by the real provider. */
function salon(): TestApp & {
  readonly device: (
    person: Person,
    kinds?: string[],
    quietAtNight?: boolean,
  ) => Promise<PushEndpoint>;
} {
  const config = { allowPrivateHosts: true };
  const parlor = testApp({
    config,
    providers: { push: (keys) => connectPush({ ...parlor.app.config }, keys) },
  });
  return {
    ...parlor,
    async device(person, kinds = ["reply"], quietAtNight = false) {
      const { body } = await person.request("POST", "/api/push/key");
      const endpoint = startPushEndpoint(() => body.publicKey);
      endpoints.push(endpoint);
      const { status } = await person.request("POST", "/api/push", {
        ...endpoint.subscription,
        kinds,
        quietAtNight,
      });
      expect(status).toBe(200);
      return endpoint;
    },
  };
}

const texts = (parlor: TestApp, body: string, sid = 901) =>
  postInbound(parlor.hono, { sid: sidOf(sid), from: ADA, body });

test("a new text reaches the browser, encrypted for it and signed by this server", async () => {
  const parlor = salon();
  const { app, admin } = parlor;
  contact(app, admin, "Ada Byrne", ADA);
  const phone = await parlor.device(admin);
  await texts(parlor, "Can I come at 3?");
  await until("news", () => phone.received.length > 0);
  expect(phone.received).toEqual([
    {
      message: {
        title: "Ada Byrne",
        body: "Can I come at 3?",
        url: "/inbox?c=1",
        tag: "contact-1",
      },
      ttl: "43200",
      urgency: "high",
    },
  ]);
});

test("news from an unknown number show it as the screens do", async () => {
  const parlor = salon();
  const phone = await parlor.device(parlor.admin);
  await texts(parlor, "Is this the salon?");
  await until("news", () => phone.received.length > 0);
  expect(phone.received).toMatchObject([{ message: { title: "(202) 555-0111" } }]);
});

test("notifications are masked as the user's permissions require", async () => {
  const parlor = salon();
  contact(parlor.app, parlor.admin, "Anne-Marie [Ada] Byrne", ADA);
  const nameless = addStaff(parlor, { canViewClientNames: false });
  const numberless = addStaff(parlor, { canViewClientPhoneNumbers: false });
  const first = await parlor.device(nameless);
  const second = await parlor.device(numberless);
  await texts(parlor, "Ada here, Anne-Marie, call 202_555\u200b-0111");
  await until("news", () => first.received.length > 0 && second.received.length > 0);
  expect(first.received[0]?.message.title).toBe("Client #1");
  expect(JSON.stringify(first.received)).not.toMatch(/Ada|Byrne|Anne|Marie/);
  expect(second.received[0]?.message.title).toBe("Anne-Marie [Ada] Byrne");
  expect(JSON.stringify(second.received)).not.toMatch(/202|555/);
});

test("only the chosen kinds are sent, and only to users with the page", async () => {
  const parlor = salon();
  const { app, admin, person } = parlor;
  const clerk = person("user", ["/inbox"]);
  expect((await clerk.request("GET", "/api/push")).body).toEqual({
    available: ["reply"],
    kinds: null,
    quietAtNight: false,
  });
  const refused = await clerk.request("POST", "/api/push", {
    endpoint: "http://127.0.0.1:1/x",
    keys: { p256dh: "a", auth: "b" },
    kinds: ["alert"],
  });
  expect(refused.status).toBe(403);
  const calls = await parlor.device(admin, ["request", "missed-call", "alert"]);
  const inbox = await parlor.device(clerk);
  await texts(parlor, "Hello");
  await until("news", () => inbox.received.length === 1);
  expect(calls.received).toEqual([]);

  const callId = phoneIn(parlor, { phone: ADA, said: [], message: "" });
  createBookingRequest(app, {
    callId,
    contactId: null,
    callerName: "Ada",
    phone: ADA,
    preferredDate: "Friday",
    preferredTime: "3 PM",
    requestedService: "Facial",
    notes: "",
    slot: undefined,
  });
  await until("news", () => calls.received.length === 1);
  expect(calls.received[0]?.message).toMatchObject({
    title: "Appointment request: Ada",
    body: "Facial, Friday, 3 PM",
    url: "/potential-appointments",
  });

  app.db.run("insert into state (name, value) values ('sendingPaused', '\"x\"')");
  const stopped = { name: "x", title: "Sending stopped", check: () => "Why" };
  // A copy: all apps of a test run share the hooks.
  const watched = { ...app, hooks: { ...app.hooks, alertConditions: [stopped] } };
  await watchConditions(watched);
  await watchConditions(watched);
  await until("news", () => calls.received.length === 2);
  expect(calls.received[1]?.message).toMatchObject({ title: "Sending stopped", body: "Why" });
  expect(inbox.received).toHaveLength(1);
});

test("a message that a caller left is news, also of a call that was answered", async () => {
  const parlor = salon();
  const desk = await parlor.device(parlor.admin, ["missed-call"]);
  const end = (message: string) => {
    const call = phoneIn(parlor, { phone: ADA, message, goesOn: true });
    endCallOnce(parlor.app, call, { status: "completed" });
    return call;
  };
  end("");
  const call = end("I can't come tomorrow");
  await until("news", () => desk.received.length === 1);
  expect(desk.received[0]?.message).toMatchObject({
    title: expect.stringMatching(/^Message from a call: /),
    body: "I can't come tomorrow",
    url: `/call-transcripts?call=${call}`,
  });
});

test("a device with quiet hours gets nothing from 9 PM to 8 AM in the salon's time zone", async () => {
  const parlor = salon();
  const { admin, clock, person } = parlor;
  await admin.request("POST", "/api/settings", { timeZone: "America/Chicago" });
  const quiet = await parlor.device(admin, ["reply"], true);
  const loud = await parlor.device(person("user", ["/inbox"]));
  const times = ["20T20:59", "20T21:00", "21T07:59", "21T08:00"];
  for (const [at, time] of times.entries()) {
    clock.now = Date.parse(`2026-11-${time}:00-06:00`);
    await texts(parlor, time, 910 + at);
    await until("news", () => loud.received.length === at + 1);
  }
  await until("news", () => quiet.received.length === 2);
  expect(quiet.received.map(({ message }) => message.body)).toEqual(["20T20:59", "21T08:00"]);
});

test("notifications end with the session, with the permission, and when the browser unsubscribes", async () => {
  const parlor = salon();
  const { app, admin } = parlor;
  const count = () =>
    app.db.query<{ n: number }, []>("select count(*) as n from push_subscriptions").get()?.n;
  const clerk = addStaff(parlor, {});
  const inbox = await parlor.device(clerk);
  const other = await parlor.device(admin);
  await admin.request("PUT", `/api/users/${clerk.id}/permissions`, { permissions: { pages: [] } });
  expect(count()).toBe(1);
  await texts(parlor, "Hello");
  await until("news", () => other.received.length === 1);
  expect(inbox.received).toEqual([]);

  expect((await admin.request("DELETE", "/api/push")).body.kinds).toBeNull();
  expect(count()).toBe(0);
  const again = await parlor.device(admin);
  const witness = await parlor.device(addStaff(parlor, {}));
  await admin.request("POST", "/api/logout");
  expect(count()).toBe(1);
  await texts(parlor, "Hello again", 902);
  await until("news", () => witness.received.length === 1);
  expect(again.received).toEqual([]);
});

test("a subscription that the push service no longer knows is deleted", async () => {
  const parlor = salon();
  const gone = await parlor.device(parlor.admin);
  gone.answer = 410;
  await texts(parlor, "Hello");
  await until("news", () => parlor.app.db.query("select 1 from push_subscriptions").get() === null);
});

test("the private key is encrypted like other secrets, and the keys persist", async () => {
  const parlor = salon();
  const { admin, app } = parlor;
  const first = (await admin.request("POST", "/api/push/key")).body.publicKey;
  expect((await admin.request("POST", "/api/push/key")).body.publicKey).toBe(first);
  const stored = app.db
    .query<{ value: string }, []>("select value from settings where name = 'vapidPrivateKey'")
    .get()?.value;
  expect(JSON.parse(stored ?? "")).toStartWith("v1.");
  const { body } = await admin.request("GET", "/api/settings");
  expect(body.vapidPrivateKey).toEqual({ set: true });
});

test("an invalid address is refused", async () => {
  const { admin } = testApp();
  const wrong = { endpoint: "https://[push", keys: { p256dh: "a", auth: "b" }, kinds: ["reply"] };
  expect((await admin.request("POST", "/api/push", wrong)).status).toBe(400);
});

test("an address inside the network is refused, unless the configuration allows it", async () => {
  const parlor = testApp();
  const keys = { p256dh: "a", auth: "b" };
  const plain = { endpoint: "http://push.example.com/1", keys, kinds: ["reply"] };
  expect((await parlor.admin.request("POST", "/api/push", plain)).status).toBe(400);
  const { body } = await parlor.admin.request("POST", "/api/push/key");
  const endpoint = startPushEndpoint(() => body.publicKey);
  endpoints.push(endpoint);
  const provider = connectPush(parlor.app.config, {
    ...body,
    privateKey: "x",
    contact: "mailto:a@b.c",
  });
  const { endpoint: address, keys: target } = endpoint.subscription;
  const outcome = await provider.send(
    { endpoint: address.replace("http:", "https:"), ...target },
    { title: "a", body: "b", url: "/", tag: "c" },
  );
  expect(outcome.kind).toBe("failed");
  expect(endpoint.received).toEqual([]);
});
