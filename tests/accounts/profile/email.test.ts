import { expect, test } from "bun:test";
import {
  auditEntries,
  browser,
  hashQuickly,
  registerUser,
  signedInBrowser,
} from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

hashQuickly();

const NEW = "mia.new@example.com";

async function salon(): Promise<TestApp> {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", {
    smtpHost: "smtp.example.com",
    smtpUser: "desk@salon.example.com",
    smtpPassword: "a mail password",
    businessName: "Halcyon",
  });
  await registerUser(parlor, "mia");
  await registerUser(parlor, "noa");
  return parlor;
}

function readCode({ mail }: TestApp, address: string): string {
  const found = mail.sent.findLast(({ to, subject }) => to === address && /\d{6}/.test(subject));
  return /\d{6}/.exec(found?.subject ?? "")?.[0] ?? "";
}

test("a code sent to the new address changes it, and the former address is notified", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  expect((await desk.request("POST", "/api/account/email", { email: NEW })).status).toBe(204);
  const code = readCode(parlor, NEW);
  expect((await desk.request("GET", "/api/account")).body.email).toBe("mia@example.com");
  const changed = await desk.request("POST", "/api/account/email/confirm", { email: NEW, code });
  expect(changed.status).toBe(204);
  expect((await desk.request("GET", "/api/account")).body.email).toBe(NEW);
  await until("the notice", () =>
    parlor.mail.sent.some(
      ({ to, subject }) => to === "mia@example.com" && subject.includes("email was changed"),
    ),
  );
  expect(auditEntries(parlor).map(({ action }) => action)).toContain("user.change_email");
  expect(
    JSON.stringify(parlor.app.db.query("select metadata from audit_logs").all()),
  ).not.toContain(NEW);
});

test("a wrong code, a code for another address and another user's code change nothing", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  const other = await signedInBrowser(parlor, "noa");
  await desk.request("POST", "/api/account/email", { email: NEW });
  const code = readCode(parlor, NEW);
  const confirm = (by: typeof desk, email: string, digits: string) =>
    by.request("POST", "/api/account/email/confirm", { email, code: digits });
  expect((await confirm(desk, NEW, code === "000000" ? "000001" : "000000")).status).toBe(400);
  expect((await confirm(desk, "else@example.com", code)).status).toBe(400);
  expect((await confirm(other, NEW, code)).status).toBe(400);
  expect((await desk.request("GET", "/api/account")).body.email).toBe("mia@example.com");
  expect((await confirm(desk, NEW, code)).status).toBe(204);
  // A code works only once.
  expect((await confirm(desk, NEW, code)).status).toBe(400);
});

test("an address that another account has, or takes in the meantime, is refused", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  const taken = await desk.request("POST", "/api/account/email", { email: "NOA@example.com" });
  expect([taken.status, Object.keys(taken.body.errors)]).toEqual([409, ["email"]]);
  await desk.request("POST", "/api/account/email", { email: NEW });
  await browser(parlor).request("POST", "/api/register", {
    username: "late",
    email: NEW,
    password: "a long enough one",
  });
  const code = readCode(parlor, NEW);
  const late = await desk.request("POST", "/api/account/email/confirm", { email: NEW, code });
  expect(late.status).toBe(409);
});
