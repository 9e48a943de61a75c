import { afterEach, beforeEach, expect, test } from "bun:test";
import { KEYS } from "#tests/sandbox/outside-shapes.ts";
import { type OutsideStandIn, startOutsideStandIn } from "#tests/sandbox/outside-stand-in.ts";
import { outsideSalon } from "#tests/support/outside-salon.ts";
import { BASE } from "#tests/support/test-app.ts";

const START = "/api/google-reviews/oauth/start";
const CALLBACK = "/api/google-reviews/oauth/callback";
const CLIENT = {
  googleOAuthClientId: KEYS.clientId,
  googleOAuthClientSecret: KEYS.clientSecret,
};

let standIn: OutsideStandIn;
beforeEach(() => {
  standIn = startOutsideStandIn();
});
afterEach(async () => {
  expect([standIn.unexpected, standIn.bugs]).toEqual([[], []]);
  await standIn.stop();
});

function salon() {
  const parlor = outsideSalon(standIn.config);
  const { ask } = parlor;
  return {
    ...parlor,
    save: (change: object) => parlor.admin.request("POST", "/api/settings", change),
    settings: async () => (await (await ask("/api/settings")).json()) as Record<string, unknown>,
    /** The address at Google, as the screen gets it. */
    start: async () => {
      const { authUrl } = (await (await ask(START)).json()) as { authUrl: string };
      return new URL(authUrl);
    },
    back: async (query: Record<string, string>, cookie?: string) => {
      const answer = await ask(`${CALLBACK}?${new URLSearchParams(query)}`, cookie);
      return [answer.status, answer.headers.get("location")];
    },
  };
}

test("the browser is sent to Google for offline access, with this return address", async () => {
  const parlor = salon();
  expect((await parlor.ask(START)).status).toBe(409);
  await parlor.save(CLIENT);
  const address = await parlor.start();
  expect(address.origin + address.pathname).toBe(`${standIn.url}/o/oauth2/v2/auth`);
  const { state, ...query } = Object.fromEntries(address.searchParams);
  expect(state?.length).toBeGreaterThan(40);
  expect(query).toEqual({
    client_id: KEYS.clientId,
    redirect_uri: `${BASE}${CALLBACK}`,
    response_type: "code",
    scope: "https://www.googleapis.com/auth/business.manage",
    access_type: "offline",
    prompt: "consent",
  });
});

test("returning connects the business, encrypts the token and audits it; disconnecting deletes all of it", async () => {
  const parlor = salon();
  await parlor.save(CLIENT);
  const state = (await parlor.start()).searchParams.get("state") ?? "";
  expect(await parlor.back({ code: KEYS.code, state })).toEqual([
    303,
    "/settings?google_connected=true#google",
  ]);
  expect(await parlor.settings()).toMatchObject({
    googleOAuthRefreshToken: { set: true },
    googleAccountId: "accounts/17",
    googleLocationId: "locations/4",
    googleBusinessName: "Halcyon on Lamar",
  });
  const stored = JSON.stringify(parlor.app.db.query("select * from settings").all());
  expect(stored).not.toContain(KEYS.refreshToken);

  const { status } = await parlor.admin.request("POST", "/api/google-reviews/oauth/disconnect");
  expect(status).toBe(204);
  expect(await parlor.settings()).toMatchObject({
    googleOAuthRefreshToken: { set: false },
    googleBusinessName: "",
    googleOAuthClientId: KEYS.clientId,
  });
  const actions = parlor.app.db
    .query<{ action: string }, []>(
      "select action from audit_logs where action like '%google%' order by id",
    )
    .all();
  expect(actions.map(({ action }) => action)).toEqual([
    "settings.google_connect",
    "settings.google_disconnect",
  ]);
});

test("a state that is forged, old or another user's, a refusal and a wrong code connect nothing", async () => {
  const parlor = salon();
  await parlor.save(CLIENT);
  const state = (await parlor.start()).searchParams.get("state") ?? "";
  const code = KEYS.code;
  const failed = (why: string) => [303, `/settings?google_error=${why}#google`];
  expect(await parlor.back({ error: "access_denied", state })).toEqual(failed("denied"));
  expect(await parlor.back({ code })).toEqual(failed("expired"));
  expect(await parlor.back({ code, state: `9${state}` })).toEqual(failed("expired"));
  const other = parlor.person("admin", []);
  expect(await parlor.back({ code, state }, other.cookie)).toEqual(failed("expired"));
  expect((await parlor.back({ code, state }, ""))[0]).toBe(401);
  expect((await parlor.back({ code, state }, parlor.person("user", ["/"]).cookie))[0]).toBe(403);
  expect(await parlor.back({ code: "4/wrong", state })).toEqual(failed("refused"));
  parlor.clock.now += 11 * 60 * 1000;
  expect(await parlor.back({ code, state })).toEqual(failed("expired"));
  expect(await parlor.settings()).toMatchObject({ googleOAuthRefreshToken: { set: false } });
});

test("an account without a business stays signed in, and a test says why", async () => {
  const parlor = salon();
  await parlor.save(CLIENT);
  standIn.feel("google", "no-quota");
  const state = (await parlor.start()).searchParams.get("state") ?? "";
  expect(await parlor.back({ code: KEYS.code, state })).toEqual([
    303,
    "/settings?google_error=business#google",
  ]);
  expect(await parlor.settings()).toMatchObject({
    googleOAuthRefreshToken: { set: true },
    googleBusinessName: "",
  });
});
