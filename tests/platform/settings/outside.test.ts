import { afterEach, beforeEach, expect, test } from "bun:test";
import { setSetting } from "#db/platform/settings.ts";
import { KEYS, type Mood, type Service } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { freePort } from "#tests/support/binary.ts";
import { outsideSalon } from "#tests/support/outside-salon.ts";
import type { TestApp } from "#tests/support/test-app.ts";

let standIn: OutsideStandIn;
beforeEach(() => {
  standIn = startOutsideStandIn();
});
afterEach(async () => {
  expect([standIn.unexpected, standIn.bugs]).toEqual([[], []]);
  await standIn.stop();
});

const GOOD = {
  stripeSecretKey: KEYS.stripe,
  openaiApiKey: KEYS.openai,
  elevenlabsApiKey: KEYS.elevenlabs,
  googleApiKey: KEYS.google,
  googlePlaceId: KEYS.placeId,
  googleOAuthClientId: KEYS.clientId,
  googleOAuthClientSecret: KEYS.clientSecret,
};

async function readOutcome(parlor: TestApp, service: Service): Promise<[boolean, string]> {
  const { status, body } = await parlor.admin.request("POST", `/api/settings/test-${service}`);
  expect(status).toBe(200);
  return [body.ok, body.message];
}

async function withKeys(change: object = {}): Promise<TestApp> {
  const parlor = outsideSalon(standIn.config);
  const { status } = await parlor.admin.request("POST", "/api/settings", { ...GOOD, ...change });
  expect(status).toBe(200);
  return parlor;
}

/** As the sign-in at Google leaves it behind. */
function connectGoogle({ app }: TestApp, refreshToken: string): void {
  const sealed = app.secrets.seal("googleOAuthRefreshToken", refreshToken);
  setSetting(app.db, "googleOAuthRefreshToken", sealed);
  app.events.changed("settings");
}

test("valid keys are confirmed with one request each", async () => {
  const parlor = await withKeys();
  expect(await readOutcome(parlor, "stripe")).toEqual([
    true,
    "Connected in test mode: no real money moves.",
  ]);
  expect(await readOutcome(parlor, "openai")).toEqual([
    true,
    "Connected: the key can use gpt-4o-mini.",
  ]);
  expect(await readOutcome(parlor, "elevenlabs")).toEqual([
    true,
    "Connected: 1,204 of 10,000 characters of this month are used.",
  ]);
  expect(await readOutcome(parlor, "google")).toEqual([
    true,
    "Google found Halcyon Skin & Hair: 4.8 of 5 from 132.",
  ]);
  expect(standIn.asked).toHaveLength(4);
});

const WRONG: readonly (readonly [Service, object, string])[] = [
  ["stripe", { stripeSecretKey: "sk_test_wrong" }, "Stripe refused the secret key"],
  ["openai", { openaiApiKey: "sk-wrong" }, "OpenAI refused the key"],
  ["elevenlabs", { elevenlabsApiKey: "wrong" }, "ElevenLabs refused the key"],
  ["google", { googleApiKey: "AIza-wrong" }, "Google refused the API key"],
  ["google", { googlePlaceId: "ChIJ-nowhere" }, "Google doesn't know this place ID"],
];
test.each(WRONG)("%s with %j says so", async (service, change, text) => {
  const [ok, said] = await readOutcome(await withKeys(change), service);
  expect([ok, said.slice(0, text.length)]).toEqual([false, text]);
});

const MOODS: readonly (readonly [Service, Mood, string])[] = [
  ["stripe", "busy", "Stripe is busy with this account. Try again in a minute."],
  ["stripe", "broken", "Stripe has problems right now. Try again later."],
  ["stripe", "not-allowed", "can't read the balance"],
  ["openai", "busy", "OpenAI is busy with this account. Try again in a minute."],
  ["openai", "no-quota", "has no credit left"],
  ["openai", "broken", "OpenAI has problems right now. Try again later."],
  ["openai", "not-allowed", "can't use gpt-4o-mini"],
  ["elevenlabs", "busy", "ElevenLabs is busy with this account"],
  ["elevenlabs", "used-up", "nothing left: 10,000 of 10,000 characters"],
  ["elevenlabs", "broken", "ElevenLabs has problems"],
  ["elevenlabs", "not-allowed", "Give it the permission User: Read."],
  ["google", "busy", "Your project has reached Google's limit for now"],
  ["google", "not-allowed", "turned off for it"],
];
test.each(MOODS)("%s that is %s shows the service's own message", async (service, mood, text) => {
  const parlor = await withKeys();
  standIn.feel(service, mood);
  const [ok, said] = await readOutcome(parlor, service);
  expect(ok).toBe(false);
  expect(said).toContain(text);
});

test("with Google connected, the account is checked: its name, a quota of 0, an expired sign-in", async () => {
  const parlor = await withKeys();
  connectGoogle(parlor, KEYS.refreshToken);
  expect(await readOutcome(parlor, "google")).toEqual([
    true,
    "Connected to the account Halcyon Skin & Hair.",
  ]);
  standIn.feel("google", "no-quota");
  expect((await readOutcome(parlor, "google"))[1]).toContain("its quota is 0");
  standIn.feel("google", "not-allowed");
  expect((await readOutcome(parlor, "google"))[1]).toContain("doesn't manage a business");
  connectGoogle(parlor, "1//revoked");
  expect((await readOutcome(parlor, "google"))[1]).toContain("Google ended the connection.");
  await parlor.admin.request("POST", "/api/settings", { googleOAuthClientSecret: "wrong" });
  expect((await readOutcome(parlor, "google"))[1]).toContain("refused the OAuth client ID");
});

test("an unreachable service is explained, and missing settings are asked for", async () => {
  const nowhere = `http://127.0.0.1:${freePort()}`;
  const parlor = outsideSalon({
    stripeApiBase: nowhere,
    openaiBaseUrl: nowhere,
    elevenlabsApiBase: nowhere,
    googleBusinessBase: nowhere,
    googleOauthBase: nowhere,
  });
  const services = ["stripe", "openai", "elevenlabs", "google"] as const;
  for (const service of services) {
    const [ok, text] = await readOutcome(parlor, service);
    expect([ok, text.slice(0, 5)]).toEqual([false, "Save "]);
  }
  await parlor.admin.request("POST", "/api/settings", GOOD);
  for (const service of services) {
    const [ok, text] = await readOutcome(parlor, service);
    expect([ok, text.endsWith("can't be reached right now.")]).toEqual([false, true]);
  }
});

test("keys from different modes are detected before the first client pays", async () => {
  const parlor = await withKeys({});
  // Saved by a version that didn't compare them.
  setSetting(parlor.app.db, "stripePublishableKey", "pk_live_x");
  await parlor.admin.request("POST", "/api/settings", { businessName: "Glow" });
  const [ok, text] = await readOutcome(parlor, "stripe");
  expect(ok).toBe(false);
  expect(text).toStartWith("The secret key is for tests, the publishable key for real payments");
});
