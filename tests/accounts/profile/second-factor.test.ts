import { expect, spyOn, test } from "bun:test";
import { TOTP } from "otpauth";
import decodeQR from "qr/decode.js";
import { hashPassword } from "#src/accounts/sign-in/passwords.ts";
import {
  auditEntries,
  type Browser,
  browser,
  hashQuickly,
  PASSWORD,
  registerUser,
  signedInBrowser,
} from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const STEP = 30_000;
const QUARTER = 15 * 60_000;

hashQuickly();

interface Secured extends TestApp {
  readonly mia: string;
  readonly desk: Browser;
  /** The code of the app on the phone, now or this many steps from now. */
  readonly code: (steps?: number) => string;
  readonly recoveryCodes: readonly string[];
}

/** Mia switched two-step sign-in on a minute ago. */
async function switchOnSecondFactor(): Promise<Secured> {
  const parlor = testApp();
  const mia = await registerUser(parlor, "mia");
  const desk = await signedInBrowser(parlor, "mia");
  const { body: made } = await desk.request("POST", "/api/account/second-factor", {
    password: PASSWORD,
  });
  const code = codesOf(parlor, made.secret);
  const { status, body } = await desk.request("POST", "/api/account/second-factor/confirm", {
    code: code(),
  });
  expect(status).toBe(200);
  parlor.clock.now += 2 * STEP;
  return { ...parlor, mia, desk, code, recoveryCodes: body.recoveryCodes };
}

function codesOf({ clock }: TestApp, secret: string) {
  return (steps = 0) => new TOTP({ secret }).generate({ timestamp: clock.now + steps * STEP });
}

/** Draws the QR code with four pixels per module, as a browser does, and reads it as a phone does. */
function readPicture({ size, path }: { size: number; path: string }): string {
  const width = size * 4;
  const data = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let n = 0; n < 16; n += 1) {
      const at = (Number(y) * 4 + (n >> 2)) * width + Number(x) * 4 + (n & 3);
      data.fill(0, at * 4, at * 4 + 3);
    }
  return decodeQR({ width, height: width, data });
}

function signIn(parlor: TestApp, code?: string, password = PASSWORD) {
  return browser(parlor).request("POST", "/api/login", {
    username: "mia",
    password,
    ...(code !== undefined && { code }),
  });
}

function switchOff(desk: Browser, code: string, password = PASSWORD) {
  return desk.request("POST", "/api/account/second-factor/switch-off", { password, code });
}

async function isOn(desk: Browser): Promise<boolean> {
  return (await desk.request("GET", "/api/account")).body.secondFactor.since !== null;
}

test("setup shows a secret and its QR code, and takes effect only after a correct code", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const desk = await signedInBrowser(parlor, "mia");
  const { body } = await desk.request("POST", "/api/account/second-factor", { password: PASSWORD });
  expect(body.uri).toContain(`secret=${body.secret}`);
  expect(body.uri).toStartWith("otpauth://totp/Parlor:mia?");
  expect(readPicture(body.qr)).toBe(body.uri);
  expect([await isOn(desk), (await signIn(parlor)).status]).toEqual([false, 200]);

  const wrong = await desk.request("POST", "/api/account/second-factor/confirm", {
    code: "000000",
  });
  expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ["code"]]);
  expect(await isOn(desk)).toBe(false);
});

test("afterwards sign-in asks for the code and accepts it", async () => {
  const parlor = await switchOnSecondFactor();
  const asked = await signIn(parlor);
  expect([asked.status, Object.keys(asked.body.errors)]).toEqual([401, ["code"]]);
  expect(asked.headers.getSetCookie()).toEqual([]);
  const { status, body } = await signIn(parlor, parlor.code());
  expect([status, body.username]).toEqual([200, "mia"]);
});

test("without the right password, nothing reveals that there is a second step", async () => {
  const parlor = await switchOnSecondFactor();
  const wrong = await signIn(parlor, undefined, "not the password");
  expect([wrong.status, wrong.body]).toEqual([
    401,
    {
      message: "Wrong username or password. Try again.",
      error: "Wrong username or password. Try again.",
      errors: { password: "Wrong username or password. Try again." },
    },
  ]);
  expect((await signIn(parlor, parlor.code(), "not the password")).body).toEqual(wrong.body);
});

test("a code works once, and older codes stop working", async () => {
  const parlor = await switchOnSecondFactor();
  const [former, code] = [parlor.code(-1), parlor.code()];
  expect((await signIn(parlor, code)).status).toBe(200);
  expect((await signIn(parlor, code)).status).toBe(401);
  expect((await signIn(parlor, former)).status).toBe(401);
  parlor.clock.now += STEP;
  expect((await signIn(parlor, code)).status).toBe(401);
  expect((await signIn(parlor, parlor.code())).status).toBe(200);
});

test("when two sign-ins use the same code at once, only one succeeds", async () => {
  const parlor = await switchOnSecondFactor();
  const both = await Promise.all([signIn(parlor, parlor.code()), signIn(parlor, parlor.code())]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test("the code that switched it on can't be used to sign in", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const desk = await signedInBrowser(parlor, "mia");
  const { body } = await desk.request("POST", "/api/account/second-factor", { password: PASSWORD });
  const code = codesOf(parlor, body.secret)();
  await desk.request("POST", "/api/account/second-factor/confirm", { code });
  expect((await signIn(parlor, code)).status).toBe(401);
});

test("a clock that is one step off is accepted, two steps are not", async () => {
  const parlor = await switchOnSecondFactor();
  expect((await signIn(parlor, parlor.code(2))).status).toBe(401);
  expect((await signIn(parlor, parlor.code(-2))).status).toBe(401);
  expect((await signIn(parlor, parlor.code(1))).status).toBe(200);
});

test("after five wrong codes, even the right one gets 429 for fifteen minutes", async () => {
  const parlor = await switchOnSecondFactor();
  for (let n = 0; n < 5; n += 1) expect((await signIn(parlor, "000000")).status).toBe(401);
  const sixth = await signIn(parlor, parlor.code());
  expect([sixth.status, Number(sixth.headers.get("retry-after"))]).toEqual([429, 15 * 60]);
  parlor.clock.now += QUARTER;
  expect((await signIn(parlor, parlor.code())).status).toBe(200);
});

test("each of ten recovery codes signs in once, in any spelling", async () => {
  const parlor = await switchOnSecondFactor();
  expect(new Set(parlor.recoveryCodes).size).toBe(10);
  const [first = "", second = ""] = parlor.recoveryCodes;
  expect(first).toMatch(/^\w{4}-\w{4}-\w{4}-\w{4}$/);
  expect((await signIn(parlor, first)).status).toBe(200);
  expect((await signIn(parlor, first)).status).toBe(401);
  expect((await signIn(parlor, second.toUpperCase().replaceAll("-", " "))).status).toBe(200);
  const { body } = await parlor.desk.request("GET", "/api/account");
  expect(body.secondFactor.recoveryCodesLeft).toBe(8);
});

test("neither the secret nor a recovery code can be read from the table or the audit log", async () => {
  const parlor = await switchOnSecondFactor();
  await signIn(parlor, parlor.recoveryCodes[0]);
  const kept = ["second_factors", "recovery_codes", "audit_logs", "idempotency_keys"].map((table) =>
    parlor.app.db.query(`select * from ${table}`).all(),
  );
  const text = JSON.stringify(kept);
  for (const code of parlor.recoveryCodes) {
    expect(text).not.toContain(code);
    expect(text).not.toContain(code.replaceAll("-", ""));
  }
  expect(parlor.app.db.query("select secret from second_factors").get()).toEqual({
    secret: expect.stringMatching(/^v1\./),
  });
});

test("repeating a request with the same Idempotency-Key doesn't show the recovery codes again", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const desk = await signedInBrowser(parlor, "mia");
  const cookie = [...desk.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const { body } = await desk.request("POST", "/api/account/second-factor", { password: PASSWORD });
  const confirm = () =>
    parlor.visitor(
      "POST",
      "/api/account/second-factor/confirm",
      { code: codesOf(parlor, body.secret)() },
      { cookie, "idempotency-key": "again" },
    );
  expect((await confirm()).status).toBe(200);
  expect((await confirm()).status).toBe(409);
});

test("when the installation's key is lost, a recovery code still works", async () => {
  const parlor = await switchOnSecondFactor();
  parlor.app.db.run("update second_factors set secret = 'v1.another.key.x'");
  expect((await signIn(parlor, parlor.code())).status).toBe(401);
  expect((await signIn(parlor, parlor.recoveryCodes[0])).status).toBe(200);
});

test("switching on twice is 409", async () => {
  const { desk, code } = await switchOnSecondFactor();
  const again = await desk.request("POST", "/api/account/second-factor", { password: PASSWORD });
  const confirm = await desk.request("POST", "/api/account/second-factor/confirm", {
    code: code(),
  });
  expect([again.status, confirm.status]).toEqual([409, 409]);
});

test("starting without the password is refused at the field", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const desk = await signedInBrowser(parlor, "mia");
  const { status, body } = await desk.request("POST", "/api/account/second-factor", {
    password: "not the password",
  });
  expect([status, body.errors]).toEqual([400, { password: "Wrong password. Try again." }]);
});

test("switching off requires the password and a code", async () => {
  const parlor = await switchOnSecondFactor();
  const { desk } = parlor;
  expect((await switchOff(desk, parlor.code(), "not the password")).status).toBe(400);
  expect((await switchOff(desk, "000000")).status).toBe(400);
  expect(await isOn(desk)).toBe(true);
  expect((await switchOff(desk, parlor.code())).status).toBe(204);
  expect([await isOn(desk), (await signIn(parlor)).status]).toEqual([false, 200]);
  expect((await switchOff(desk, parlor.code())).status).toBe(409);
  expect(parlor.app.db.query("select * from recovery_codes").all()).toEqual([]);
});

test("an administrator can switch it off for a user who lost the phone", async () => {
  const parlor = await switchOnSecondFactor();
  const path = `/api/users/${parlor.mia}/second-factor`;
  const list = await parlor.admin.request("GET", "/api/users");
  expect(list.body.map((user: { secondFactor: boolean }) => user.secondFactor)).toContain(true);
  expect(await parlor.admin.request("DELETE", path)).toMatchObject({
    status: 200,
    body: { id: parlor.mia, secondFactor: false },
  });
  expect((await signIn(parlor)).status).toBe(200);
  expect((await parlor.admin.request("DELETE", path)).status).toBe(409);
});

test("each step is in the audit log with the user who did it", async () => {
  const parlor = await switchOnSecondFactor();
  const { mia, admin } = parlor;
  await signIn(parlor, "000000");
  await signIn(parlor, parlor.recoveryCodes[0]);
  await admin.request("DELETE", `/api/users/${mia}/second-factor`);
  expect(auditEntries(parlor)).toEqual([
    { action: "user.login", actor: mia, target: mia },
    { action: "user.second_factor_on", actor: mia, target: mia },
    { action: "user.second_factor_wrong", actor: null, target: mia },
    { action: "user.recovery_code_used", actor: null, target: mia },
    { action: "user.login", actor: mia, target: mia },
    { action: "user.second_factor_off", actor: admin.id, target: mia },
  ]);
});

test("a password that changed in the meantime doesn't sign in, even with the right code", async () => {
  const parlor = await switchOnSecondFactor();
  const another = await hashPassword("another long enough one");
  const verify = spyOn(Bun.password, "verify").mockImplementationOnce(async () => {
    parlor.app.db.run("update users set password_hash = ? where username = 'mia'", [another]);
    return true;
  });
  const { status, headers } = await signIn(parlor, parlor.code());
  verify.mockRestore();
  expect([status, headers.getSetCookie()]).toEqual([401, []]);
});
