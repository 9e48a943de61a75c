import { afterAll, beforeAll, expect, test } from "bun:test";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { TABLE } from "#tests/security/access.ts";
import { type Person, testApp } from "#tests/support/test-app.ts";
import { report, STRANGER, startTarget, type Target } from "./salon.ts";

let target: Target;
/** A user for each page, who may open all pages but that one. */
const without = new Map<string, Person>();
let pending: Person;

beforeAll(async () => {
  target = await startTarget(async (path) => {
    const parlor = testApp({ path });
    const pages = GRANTABLE_PAGES.map((page) => page.path);
    for (const page of ["", ...pages])
      without.set(
        page,
        parlor.person(
          "user",
          pages.filter((one) => one !== page),
        ),
      );
    pending = parlor.person("user", pages, false);
    return parlor;
  });
});
afterAll(() => target.end());

test("no request is answered for someone who may not send it", async () => {
  let tried = 0;
  const through: string[] = [];
  async function attempt(name: string, who: string, cookie: string): Promise<void> {
    const [method = "", path = ""] = name.split(" ");
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const response = await target.send({ cookie }, method, path.replaceAll(/:\w+/g, "1"), body);
    await response.body?.cancel();
    tried += 1;
    if (![401, 403].includes(response.status))
      through.push(`${name} as ${who}: ${response.status}`);
  }
  for (const [name, allowed] of Object.entries(TABLE)) {
    if (allowed === "anyone") continue;
    await attempt(name, "a stranger", STRANGER.cookie);
    await attempt(name, "a pending user", pending.cookie);
    await attempt(name, "a made-up session", `parlor=${"A".repeat(43)}`);
    if (allowed === "staff") continue;
    for (const [page, { cookie }] of without) {
      const lacksAll = Array.isArray(allowed) && allowed.every((one) => one === page);
      if (lacksAll || !Array.isArray(allowed)) await attempt(name, `staff without ${page}`, cookie);
    }
  }
  report("requests without permission", tried, through.length);
  expect(through).toEqual([]);
  expect(tried).toBeGreaterThan(500);
});

test("no unsafe request is accepted from another site", async () => {
  let tried = 0;
  const through: string[] = [];
  const admin = without.get("") as Person;
  for (const name of Object.keys(TABLE)) {
    const [method = "", path = ""] = name.split(" ");
    if (method === "GET") continue;
    for (const headers of [
      { origin: "https://evil.example.com" },
      { origin: "null" },
      { origin: `${target.url}.evil.example.com` },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
    ]) {
      const address = path.replaceAll(/:\w+/g, "1");
      const response = await target.send(admin, method, address, {}, headers);
      await response.body?.cancel();
      tried += 1;
      if (response.status !== 403) through.push(`${name}: ${response.status}`);
    }
  }
  report("requests from other sites", tried, through.length);
  expect(through).toEqual([]);
});
