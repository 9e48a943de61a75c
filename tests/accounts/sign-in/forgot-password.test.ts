import { expect, test } from "bun:test";
import { deleteCodesBefore } from "#db/accounts/verification-codes.ts";
import { verifyAndConsumeCode } from "#src/accounts/verification-codes/verification-codes.ts";
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
import { until } from "#tests/support/until.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEW_PASSWORD = "another good one";
const EMAIL = "mia@example.com";

hashQuickly();

/** A salon that has a mail server, and mia among its staff. */
async function salon(): Promise<TestApp & { mia: string }> {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", {
    smtpHost: "smtp.example.com",
    smtpUser: "desk@salon.example.com",
    smtpPassword: "a mail password",
    businessName: "Halcyon",
  });
  return { ...parlor, mia: await registerUser(parlor, "mia") };
}

function requestCode(desk: Browser, email = EMAIL) {
  return desk.request("POST", "/api/forgot-password", { email });
}

/** Reads the code of the newest mail, once there are `count` mails. Mails leave after the reply. */
async function readCode({ mail }: TestApp, count = 1): Promise<string> {
  const codes = () => mail.sent.filter(({ subject }) => subject.includes("code"));
  await until("the mail", () => codes().length >= count);
  return /\d{6}/.exec(codes().at(-1)?.text ?? "")?.[0] ?? "";
}

async function codeFor(parlor: TestApp, desk: Browser): Promise<string> {
  const count = parlor.mail.sent.filter(({ subject }) => subject.includes("code")).length + 1;
  expect((await requestCode(desk)).status).toBe(200);
  return readCode(parlor, count);
}

function verify(desk: Browser, code: string, email = EMAIL) {
  return desk.request("POST", "/api/verify-reset-code", { email, code });
}

function reset(desk: Browser, code: string, password = NEW_PASSWORD, email = EMAIL) {
  return desk.request("POST", "/api/reset-password", { email, code, password });
}

/** Any other six digits. */
function wrongCodeFor(code: string, by = 1): string {
  return String((Number(code) + by) % 1_000_000).padStart(6, "0");
}

async function canSignIn(parlor: TestApp, password: string): Promise<boolean> {
  const { status } = await parlor.visitor("POST", "/api/login", { username: "mia", password });
  return status === 200;
}

test("a mailed code changes the password and ends all of the user's sessions", async () => {
  const parlor = await salon();
  const elsewhere = await signedInBrowser(parlor, "mia");
  const desk = browser(parlor);
  const code = await codeFor(parlor, desk);
  expect(parlor.mail.sent.at(-1)).toMatchObject({
    to: EMAIL,
    subject: `Your Halcyon code: ${code}`,
  });
  expect((await verify(desk, code)).status).toBe(200);
  expect((await reset(desk, code)).status).toBe(200);

  expect([await canSignIn(parlor, NEW_PASSWORD), await canSignIn(parlor, PASSWORD)]).toEqual([
    true,
    false,
  ]);
  expect((await elsewhere.request("GET", "/api/user")).status).toBe(401);
  const { mia } = parlor;
  expect(auditEntries(parlor)).toMatchObject([
    { action: "user.login", actor: mia },
    { action: "user.forgot_password", actor: null, target: mia },
    { action: "user.reset_password", actor: null, target: mia },
    { action: "user.login" },
    { action: "user.login_failed" },
  ]);
});

test("a new password opens an account that wrong ones had locked, in a known browser and elsewhere", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  const elsewhere = browser(parlor);
  const login = async (by: Browser, password: string) =>
    (await by.request("POST", "/api/login", { username: "mia", password })).status;
  for (let n = 0; n < 10; n += 1)
    for (const by of [desk, elsewhere]) expect(await login(by, "wrong")).toBe(401);
  expect([await login(desk, PASSWORD), await login(elsewhere, PASSWORD)]).toEqual([429, 429]);
  const code = await codeFor(parlor, desk);
  await verify(desk, code);
  expect((await reset(desk, code)).status).toBe(200);
  expect([await login(desk, NEW_PASSWORD), await login(elsewhere, NEW_PASSWORD)]).toEqual([
    200, 200,
  ]);
});

test("the reply is the same whether or not the account exists, and only a real one gets mail", async () => {
  const parlor = await salon();
  const [known, unknown] = [
    await requestCode(browser(parlor)),
    await requestCode(browser(parlor), "eve@example.com"),
  ];
  expect(unknown).toEqual({ ...known, headers: unknown.headers });
  expect([...unknown.headers.keys()]).toEqual([...known.headers.keys()]);
  await until("the mail", () => parlor.mail.sent.length > 0);
  // Time for a second, wrong mail. On a slow machine it may come later and be missed.
  await Bun.sleep(50);
  expect(parlor.mail.sent.map(({ to }) => to)).toEqual([EMAIL]);
});

test("the reply does not wait for the mail server", async () => {
  const parlor = await salon();
  const asked = Promise.withResolvers<void>();
  parlor.mail.answer = () => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  expect((await requestCode(browser(parlor))).status).toBe(200);
  await asked.promise;
});

test("the mail goes to the address on file, however it was typed in the form", async () => {
  const parlor = await salon();
  await requestCode(browser(parlor), " MIA@Example.com ");
  await readCode(parlor);
  expect(parlor.mail.sent.map(({ to }) => to)).toEqual([EMAIL]);
});

test("the table contains no plain code", async () => {
  const parlor = await salon();
  const code = await codeFor(parlor, browser(parlor));
  const rows = JSON.stringify(parlor.app.db.query("select * from verification_codes").all());
  const plain = new Bun.CryptoHasher("sha256").update(code).digest();
  expect(rows).not.toContain(code);
  expect(rows).not.toContain(JSON.stringify(plain));
});

test("a code is valid for ten minutes, and for an hour once verified", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const late = await codeFor(parlor, desk);
  parlor.clock.now += 10 * MINUTE;
  expect(await verify(desk, late)).toMatchObject({
    status: 400,
    body: { message: "Invalid or expired code" },
  });

  parlor.clock.now += 15 * MINUTE;
  const code = await codeFor(parlor, desk);
  parlor.clock.now += 9 * MINUTE;
  expect((await verify(desk, code)).status).toBe(200);
  parlor.clock.now += HOUR - MINUTE;
  expect((await reset(desk, code)).status).toBe(200);

  const slow = await codeFor(parlor, desk);
  await verify(desk, slow);
  parlor.clock.now += HOUR;
  expect((await reset(desk, slow, "a third good one")).status).toBe(400);
});

test("a verified code works only in the browser that verified it", async () => {
  const parlor = await salon();
  const [desk, thief] = [browser(parlor), browser(parlor)];
  const code = await codeFor(parlor, desk);
  expect((await reset(thief, code)).status).toBe(400);
  await verify(desk, code);
  expect((await verify(thief, code)).status).toBe(400);
  expect((await reset(thief, code)).status).toBe(400);
  expect((await verify(desk, code)).status).toBe(200);
  expect((await reset(desk, code)).status).toBe(200);
});

test("the proof cookie is hidden from scripts and other sites", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const { headers } = await verify(desk, await codeFor(parlor, desk));
  expect(headers.getSetCookie().join()).toMatch(
    /^__Host-parlor-proof=[\w-]{43}; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("a code works only once", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const code = await codeFor(parlor, desk);
  await verify(desk, code);
  const both = await Promise.all([reset(desk, code), reset(desk, code, "a third good one")]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect((await reset(desk, code)).status).toBe(400);
});

test("a new code invalidates the previous one", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const former = await codeFor(parlor, desk);
  const code = await codeFor(parlor, desk);
  if (former !== code) expect((await verify(desk, former)).status).toBe(400);
  expect((await verify(desk, code)).status).toBe(200);
});

test("a password that is too weak does not use up the code", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const code = await codeFor(parlor, desk);
  await verify(desk, code);
  expect(await reset(desk, code, "password123")).toMatchObject({
    status: 400,
    body: { errors: { password: "That password is too easy to guess. Choose another one." } },
  });
  expect((await reset(desk, code)).status).toBe(200);
});

test.each([["mia@example.com"], ["nobody@example.com"]])(
  "after five wrong codes for %s, even the right one gets 429, and it stays invalid",
  async (email) => {
    const parlor = await salon();
    const desk = browser(parlor);
    expect((await requestCode(desk, email)).status).toBe(200);
    const code = email === EMAIL ? await readCode(parlor) : "123456";
    for (let by = 1; by <= 5; by += 1)
      expect((await verify(desk, wrongCodeFor(code, by), email)).status).toBe(400);
    const sixth = await verify(desk, code, email);
    expect([sixth.status, Number(sixth.headers.get("retry-after"))]).toEqual([429, 15 * 60]);
    parlor.clock.now += 15 * MINUTE;
    expect((await verify(desk, code, email)).status).toBe(400);
  },
);

test("wrong codes of strangers lock out strangers, not the browser that asked for the code", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const code = await codeFor(parlor, desk);
  for (let by = 1; by <= 5; by += 1)
    expect((await verify(browser(parlor), wrongCodeFor(code, by))).status).toBe(400);
  expect((await verify(browser(parlor), code)).status).toBe(429);
  expect((await verify(desk, wrongCodeFor(code))).status).toBe(400);
  expect((await verify(desk, code)).status).toBe(200);
  expect((await reset(desk, code)).status).toBe(200);
});

test("five wrong tries invalidate a code even if the server restarted in between", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  const code = await codeFor(parlor, desk);
  for (let by = 1; by <= 5; by += 1) await verify(desk, wrongCodeFor(code, by));
  const restarted = { ...parlor.app };
  expect(() =>
    verifyAndConsumeCode(restarted, { purpose: "password-reset", address: EMAIL }, code, {
      ip: "203.0.113.1",
      userAgent: null,
      browser: desk.cookies.get("__Host-parlor-browser"),
    }),
  ).toThrow("Too many attempts");
});

test("one IP address is blocked after twenty wrong codes, whatever the accounts", async () => {
  const parlor = await salon();
  const desk = browser(parlor);
  for (let n = 0; n < 20; n += 1)
    expect((await verify(desk, "123456", `nobody${n}@example.com`)).status).toBe(400);
  expect((await verify(desk, "123456", "somebody@example.com")).status).toBe(429);
});

test.each([["mia@example.com"], ["nobody@example.com"]])(
  "at most three codes for %s in fifteen minutes, and ten in a day",
  async (email) => {
    const parlor = await salon();
    const statuses: number[] = [];
    const waits: (string | null)[] = [];
    for (let n = 0; n < 4; n += 1) {
      const { status, headers } = await requestCode(browser(parlor), email);
      statuses.push(status);
      waits.push(headers.get("retry-after"));
      parlor.clock.now += MINUTE;
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect(waits[3]).toBe(String(12 * 60));

    for (let n = 0; n < 7; n += 1) {
      parlor.clock.now += 15 * MINUTE;
      expect((await requestCode(browser(parlor), email)).status).toBe(200);
    }
    parlor.clock.now += 15 * MINUTE;
    expect((await requestCode(browser(parlor), email)).status).toBe(429);
    parlor.clock.now += 24 * HOUR;
    expect((await requestCode(browser(parlor), email)).status).toBe(200);
  },
);

test("one IP address can request ten codes in fifteen minutes", async () => {
  const parlor = await salon();
  const statuses = await Promise.all(
    Array.from({ length: 11 }, (_, n) => requestCode(browser(parlor), `nobody${n}@example.com`)),
  );
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);
});

test("at most 200 codes are sent in fifteen minutes overall; reaching that is logged as an error once", async () => {
  const parlor = await salon();
  const logged: string[] = [];
  const app = {
    ...parlor.app,
    log: (_level: string, event: string) => logged.push(event),
  };
  const { issueCode } = await import("#src/accounts/verification-codes/verification-codes.ts");
  const refused = Array.from({ length: 203 }, (_, n) => {
    const target = { purpose: "password-reset", address: `${n}@example.com` } as const;
    try {
      issueCode(app, target, { ip: `10.0.${n}.1`, userAgent: null }, true);
      return "";
    } catch (error) {
      return String(error);
    }
  }).filter(Boolean);
  expect(refused).toHaveLength(3);
  expect(logged).toEqual(["verification codes reached their limit"]);
});

test("codes for unknown accounts don't use up the limit of others, and each kind has its own limit", async () => {
  const parlor = await salon();
  const { issueCode } = await import("#src/accounts/verification-codes/verification-codes.ts");
  const issue = (purpose: "password-reset" | "member", n: number, isSent: boolean) =>
    issueCode(
      parlor.app,
      { purpose, address: `${purpose}${n}@example.com` },
      { ip: `10.${n >> 8}.${n & 255}.1`, userAgent: null },
      isSent,
    );
  for (let n = 0; n < 250; n += 1) issue("password-reset", n, false);
  for (let n = 300; n < 500; n += 1) issue("password-reset", n, true);
  expect(() => issue("password-reset", 500, true)).toThrow("too many codes");
  // The same answer, so that it doesn't show who has an account.
  expect(() => issue("password-reset", 501, false)).toThrow("too many codes");
  expect(issue("member", 502, true)).toMatch(/^\d{6}$/);
});

test("an account that waits for approval gets no mail", async () => {
  const parlor = await salon();
  await registerUser(parlor, "noa", false);
  expect((await requestCode(browser(parlor), "noa@example.com")).status).toBe(200);
  await codeFor(parlor, browser(parlor));
  expect(parlor.mail.sent.map(({ to }) => to)).toEqual([EMAIL]);
});

test("without a mail server there are no codes, and the message says who can help", async () => {
  const parlor = testApp();
  expect((await parlor.visitor("GET", "/api/forgot-password")).body).toEqual({ available: false });
  const { status, body } = await requestCode(browser(parlor));
  expect(status).toBe(409);
  expect(body.message).toContain("parlor admin reset-password");
  expect((await (await salon()).visitor("GET", "/api/forgot-password")).body).toEqual({
    available: true,
  });
});

test.each([
  ["/api/forgot-password", { email: "mia" }, { email: "Invalid email address" }],
  ["/api/verify-reset-code", { email: EMAIL, code: "12345" }, { code: "Code must be 6 digits" }],
  ["/api/verify-reset-code", { email: EMAIL, code: "12345a" }, { code: "Code must be 6 digits" }],
  [
    "/api/reset-password",
    { email: EMAIL, code: "123456", password: "short" },
    { password: "Password must be at least 6 characters" },
  ],
])("%s refuses %p by field", async (path, body, errors) => {
  const reply = await (await salon()).visitor("POST", path, body);
  expect([reply.status, reply.body.errors]).toEqual([400, errors]);
});

test("deleting old codes removes unused ones too", async () => {
  const parlor = await salon();
  await codeFor(parlor, browser(parlor));
  deleteCodesBefore(parlor.app.db, parlor.clock.now + 1);
  expect(parlor.app.db.query("select * from verification_codes").all()).toEqual([]);
});
