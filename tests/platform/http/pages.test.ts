import { expect, test } from "bun:test";
import { contact, type Reply, type TestApp, testApp } from "#tests/support/test-app.ts";

type Who = (parlor: TestApp) => TestApp["visitor"];

const nobody: Who = ({ visitor }) => visitor;
const pending: Who = ({ person }) => person("user", ["/inbox"], false).request;
const inboxOnly: Who = ({ person }) => person("user", ["/inbox"]).request;
const noPages: Who = ({ person }) => person("user", []).request;
const admin: Who = (parlor) => parlor.admin.request;

test.each([
  ["nobody", nobody, "/", 302, "/auth"],
  ["nobody", nobody, "/campaigns", 302, "/auth"],
  ["nobody", nobody, "/settings", 302, "/auth"],
  ["nobody", nobody, "/membership/portal", 302, "/membership/login"],
  ["nobody", nobody, "/financing/portal", 302, "/financing/login"],
  ["nobody", nobody, "/auth", 200, null],
  ["nobody", nobody, "/nowhere", 404, null],
  ["a pending user", pending, "/inbox", 302, "/auth"],
  ["a user of the inbox", inboxOnly, "/auth", 302, "/"],
  ["a user of the inbox", inboxOnly, "/", 302, "/inbox"],
  ["a user of the inbox", inboxOnly, "/inbox", 200, null],
  ["a user of the inbox", inboxOnly, "/campaigns", 403, null],
  ["a user of the inbox", inboxOnly, "/users", 403, null],
  ["a user of the inbox", inboxOnly, "/nowhere", 404, null],
  ["a user of nothing", noPages, "/", 403, null],
  ["nobody", nobody, "/contacts/1", 302, "/auth"],
  ["a user of the inbox", inboxOnly, "/contacts/1", 403, null],
  ["an admin", admin, "/contacts/1", 200, null],
  ["an admin", admin, "/contacts/2", 404, null],
  ["an admin", admin, "/contacts/ada", 404, null],
  ["an admin", admin, "/", 200, null],
  ["an admin", admin, "/users", 200, null],
  ["an admin", admin, "/settings", 302, "/settings/salon"],
  ["an admin", admin, "/settings?a=b", 302, "/settings/salon?a=b"],
  ["an admin", admin, "/settings/payments", 200, null],
  ["a user of the inbox", inboxOnly, "/settings", 403, null],
  ["a user of the inbox", inboxOnly, "/settings/salon", 403, null],
  ["an admin", admin, "/auth", 302, "/"],
])("%s: %p %s is %d to %p", async (_, who, path, status, location) => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "Ada Byrne", "+12025550111");
  const page = await who(parlor)("GET", path);
  expect([page.status, page.headers.get("location")]).toEqual([status, location]);
});

test.each([
  ["/nowhere", admin, "404 Page Not Found", "Did you forget to add the page to the router?"],
  ["/users", inboxOnly, "Access Denied", "You do not have permission to access this page."],
])("%s explains the problem", async (path, who, heading, text) => {
  const { body } = await who(testApp())("GET", path);
  expect(body).toContain(heading);
  expect(body).toContain(text);
});

test("at an unknown address, a client sees the salon's own page with its number and booking", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", {
    ...{ businessName: "Glow", businessPhone: "(202) 555-0100" },
  });
  const { status, body } = await parlor.visitor("GET", "/bok");
  expect(status).toBe(404);
  for (const part of [
    ...["404 Page Not Found", "Did you forget to add the page to the router?", "data-public"],
    ...["Page Not Found · Glow", 'href="tel:2025550100"', 'href="/book"'],
  ])
    expect(body).toContain(part);
});

function policyOf({ headers }: Reply): string {
  return headers.get("content-security-policy") ?? "";
}

test("each page has its own nonce, in its policy and on every script", async () => {
  const parlor = testApp();
  const [first, second] = [
    await parlor.visitor("GET", "/auth"),
    await parlor.admin.request("GET", "/"),
  ];
  const nonces = [first, second].map((page) => {
    const [, nonce = ""] =
      /script-src 'nonce-([\w+/=]{24})' 'strict-dynamic'/.exec(policyOf(page)) ?? [];
    expect(nonce).not.toBe("");
    const scripts = page.body.match(/<script\b[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThanOrEqual(3);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    return nonce;
  });
  expect(nonces[0]).not.toBe(nonces[1]);
});

test("the policy blocks foreign content, and pages are not stored", async () => {
  const page = await testApp().admin.request("GET", "/");
  for (const rule of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
    "connect-src 'self'",
  ])
    expect(policyOf(page).split("; ")).toContain(rule);
  expect(policyOf(page)).not.toMatch(/script-src[^;]*unsafe/);
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
});

test("a signed-in page says so, a visitor's doesn't", async () => {
  const parlor = testApp();
  expect((await parlor.admin.request("GET", "/")).body).toContain('data-signed-in="true"');
  expect((await parlor.visitor("GET", "/auth")).body).not.toContain("data-signed-in");
});

test("a page includes its data, and a client's name can't end its script", async () => {
  const parlor = testApp();
  contact(parlor.app, parlor.admin, "</script><script>alert(1)</script>", "+12025550111");
  const { body } = await parlor.admin.request("GET", "/contacts");
  expect(body).toContain("+12025550111");
  expect(body).not.toContain("<script>alert");
});

test("a missing asset is 404, and no path leaves the folder", async () => {
  const { visitor } = testApp();
  for (const name of ["nothing.js", "..%2f..%2fpackage.json", "manifest.json", "%2e%2e%2fparlor"])
    expect([name, (await visitor("GET", `/assets/${name}`)).status]).toEqual([name, 404]);
  expect((await visitor("GET", "/icon.svg")).headers.get("content-type")).toBe("image/svg+xml");
});
