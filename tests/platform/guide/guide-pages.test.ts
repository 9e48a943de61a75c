import { expect, test } from "bun:test";
import { GUIDE_PAGES } from "#src/platform/guide/guide.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

type Who = (parlor: TestApp) => TestApp["visitor"];

const nobody: Who = ({ visitor }) => visitor;
const pending: Who = ({ person }) => person("user", ["/inbox"], false).request;
const noPages: Who = ({ person }) => person("user", []).request;
const admin: Who = (parlor) => parlor.admin.request;

test.each([
  ["nobody", nobody, "/guide", 302, "/auth"],
  ["nobody", nobody, "/guide/install", 302, "/auth"],
  ["nobody", nobody, "/guide?q=stop", 302, "/auth"],
  ["nobody", nobody, "/guide/for/inbox", 302, "/auth"],
  ["a pending user", pending, "/guide", 302, "/auth"],
  ["a user of nothing", noPages, "/guide", 200, null],
  ["a user of nothing", noPages, "/guide/security", 200, null],
  ["an admin", admin, "/guide/install", 200, null],
  ["an admin", admin, "/guide/nowhere", 404, null],
  ["an admin", admin, "/guide/for/", 302, "/guide/first-hour"],
  ["an admin", admin, "/guide/for/inbox", 302, "/guide/inbox"],
  ["an admin", admin, "/guide/for/contacts/12", 302, "/guide/clients-and-consent"],
  ["an admin", admin, "/guide/for/settings/texting", 302, "/guide/approved-to-text"],
  ["an admin", admin, "/guide/for/settings/salon", 302, "/guide/connections"],
  ["an admin", admin, "/guide/for/nowhere", 302, "/guide"],
])("%s: %p %s is %d to %p", async (_, who, path, status, location) => {
  const page = await who(testApp())("GET", path);
  expect([page.status, page.headers.get("location")]).toEqual([status, location]);
});

test("the owner can let everyone read the guide, and take that back", async () => {
  const parlor = testApp();
  saveSettings(parlor.app, parlor.admin.actor, { guidePublic: true });
  expect((await parlor.visitor("GET", "/guide/the-law")).status).toBe(200);
  saveSettings(parlor.app, parlor.admin.actor, { guidePublic: false });
  expect((await parlor.visitor("GET", "/guide/the-law")).status).toBe(302);
});

test("a user who has to set up two-step sign-in reads nothing yet", async () => {
  const parlor = testApp();
  const user = parlor.person("user", ["/inbox"]);
  saveSettings(parlor.app, parlor.admin.actor, { secondFactorRequired: "everyone" });
  expect((await user.request("GET", "/guide")).status).toBe(302);
});

test("pages are complete without scripts: text, list of pages, search, next page", async () => {
  const { body, headers } = await testApp().admin.request("GET", "/guide/first-hour");
  const text = String(body).replace(/<script[\s\S]*?<\/script>/g, "");
  expect(text).toContain("<h1>The first hour</h1>");
  expect(text).toContain('<a href="/guide/first-hour" aria-current="page">The first hour</a>');
  expect(text).toContain('<form role="search" action="/guide">');
  expect(text).toContain('<a rel="next" href="/guide/connections">Next: Connections</a>');
  for (const { slug } of GUIDE_PAGES) expect(text).toContain(`href="/guide/${slug}"`);
  const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1];
  for (const [, used] of String(body).matchAll(/<(?:script|style) nonce="([^"]*)"/g))
    expect(used).toBe(nonce);
});

test("a search shows sections, and a useless one where to look", async () => {
  const { request } = testApp().admin;
  const found = await request("GET", "/guide?q=texts+not+arriving");
  expect(found.body).toContain("Results for “texts not arriving”");
  expect(found.body).toContain('href="/guide/when-something-is-wrong#texts-dont-arrive"');
  const nothing = await request("GET", "/guide?q=xqzw");
  expect(nothing.body).toContain("Nothing found.");
});

test("what is searched for can't become part of the page", async () => {
  const typed = encodeURIComponent('"><img src=x onerror=alert(1)>');
  const { body } = await testApp().admin.request("GET", `/guide?q=${typed}`);
  expect(body).not.toContain("<img src=x");
  const long = await testApp().admin.request("GET", `/guide?q=${"a".repeat(5_000)}`);
  expect(long.body).not.toContain("a".repeat(201));
});
