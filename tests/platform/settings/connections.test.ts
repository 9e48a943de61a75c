import { afterEach, expect, test } from "bun:test";
import type { App } from "#src/app.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { connectWebhook } from "#src/platform/settings/routes.ts";
import { getSettings, saveSettings } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import type { TwilioStandIn } from "#tests/sandbox/twilio-controls.ts";
import { startTwilioStandIn } from "#tests/sandbox/twilio-stand-in.ts";
import { freePort } from "#tests/support/binary.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const open: { stop: () => unknown }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.stop();
});

/** The server with the real Twilio adapter, which finds Twilio at that address. */
function connectedTo(twilioApiBase: string): TestApp {
  const parlor = testApp({ config: { twilioApiBase } });
  const app = { ...parlor.app, providers: createProviders(parlor.app.config) };
  saveSettings(app, parlor.admin.actor, {
    twilioAccountSid: ACCOUNT_SID,
    twilioAuthToken: AUTH_TOKEN,
    twilioPhoneNumber: PHONE_NUMBER,
  });
  return { ...parlor, app };
}

async function standIn(): Promise<TwilioStandIn> {
  const twilio = await startTwilioStandIn();
  open.push(twilio);
  return twilio;
}

/** Serves on a loopback port, as the internet would reach it. Returns the address. */
function reachable(parlor: TestApp): string {
  const hono = createServer(parlor.app);
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request) => hono.fetch(request),
  });
  open.push({ stop: () => server.stop(true) });
  return server.url.origin;
}

function save({ app, admin }: TestApp, change: Parameters<typeof saveSettings>[2]): void {
  saveSettings(app, admin.actor, change);
}

const checkCarrier = (app: App) => app.providers.carrier.check(app);

test("correct credentials are confirmed", async () => {
  const twilio = await standIn();
  expect(await checkCarrier(connectedTo(twilio.url).app)).toEqual({
    ok: true,
    message: "Connected: Twilio knows the account and the number.",
  });
  expect([twilio.unexpected, twilio.bugs]).toEqual([[], []]);
});

test("a wrong token, another account's number and an unreachable Twilio are each explained", async () => {
  const twilio = await standIn();
  const parlor = connectedTo(twilio.url);
  const checkMessage = async (app = parlor.app) => {
    const { ok, message: said } = await checkCarrier(app);
    expect(ok).toBe(false);
    return said;
  };
  save(parlor, { twilioAuthToken: "another token" });
  expect(await checkMessage()).toBe(
    "Twilio refused the sign-in: check the Account SID and the auth token.",
  );
  save(parlor, { twilioAuthToken: AUTH_TOKEN, twilioPhoneNumber: "+12025550999" });
  expect(await checkMessage()).toEndWith("doesn't own +12025550999.");
  expect(await checkMessage(connectedTo(`http://127.0.0.1:${freePort()}`).app)).toBe(
    "Twilio can't be reached right now.",
  );
});

test("one request connects the webhook at Twilio", async () => {
  const twilio = await standIn();
  const parlor = connectedTo(twilio.url);
  save(parlor, { webhookBaseUrl: reachable(parlor) });
  expect(await connectWebhook(parlor.app, parlor.admin.actor)).toEqual({
    ok: true,
    message: `Texts and calls to ${PHONE_NUMBER} now come here.`,
  });
  const listed = await fetch(
    `${twilio.url}/2010-04-01/Accounts/${ACCOUNT_SID}/IncomingPhoneNumbers.json`,
    { headers: { authorization: `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}` } },
  );
  const { incoming_phone_numbers: numbers } = (await listed.json()) as {
    incoming_phone_numbers: { voice_url: string; status_callback: string }[];
  };
  const base = getSettings(parlor.app).webhookBaseUrl;
  expect(numbers[0]).toMatchObject({
    voice_url: `${base}/api/voice/incoming`,
    status_callback: `${base}/api/voice/status`,
  });
  await twilio.inbound({ from: "+12025550142", to: PHONE_NUMBER, body: "Hello" });
  const { body } = await parlor.admin.request("GET", "/api/conversations");
  expect(body.conversations).toMatchObject([{ lastMessagePreview: "Hello" }]);
});

test("the webhook's self-test says that requests arrive, or what prevents them", async () => {
  const parlor = connectedTo("http://127.0.0.1:9");
  const here = reachable(parlor);
  save(parlor, { webhookBaseUrl: here });
  expect(await parlor.app.providers.carrier.checkWebhooks(parlor.app)).toEqual({
    ok: true,
    message: "Webhooks arrive here, and their signature is right.",
  });

  const another = connectedTo("http://127.0.0.1:9");
  save(another, { twilioAuthToken: "the token of another installation" });
  const answers: [string, string][] = [
    [
      reachable(another),
      "reaches a Parlor, but the signature is refused: is it another installation?",
    ],
    [serveStatus(301), "sends callers elsewhere (301). Use the final address."],
    [serveStatus(502), "answered 502 instead of this server."],
    [
      `http://127.0.0.1:${freePort()}`,
      "can't be reached from here. Check the address and your proxy.",
    ],
  ];
  for (const [webhookBaseUrl, text] of answers) {
    save(parlor, { webhookBaseUrl });
    expect(await parlor.app.providers.carrier.checkWebhooks(parlor.app)).toEqual({
      ok: false,
      message: `${webhookBaseUrl} ${text}`,
    });
  }
});

function serveStatus(status: number): string {
  const headers = { location: "https://elsewhere.example.com/" };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("", { status, headers }),
  });
  open.push({ stop: () => server.stop(true) });
  return server.url.origin;
}

test("without settings, each test says what to save first", async () => {
  const bare = testApp({ connected: false, config: { publicUrl: undefined } });
  const first = "Save the Account SID, the auth token and the phone number first.";
  for (const path of ["test-twilio", "test-webhook", "connect-webhook"]) {
    const { status, body } = await bare.admin.request("POST", `/api/settings/${path}`);
    expect([path, status, body]).toEqual([path, 200, { ok: false, message: first }]);
  }
  const unreachable = testApp({ config: { publicUrl: undefined } });
  for (const path of ["test-webhook", "connect-webhook"]) {
    const { body } = await unreachable.admin.request("POST", `/api/settings/${path}`);
    expect(body.message).toStartWith("Save a webhook base URL first");
  }
});
