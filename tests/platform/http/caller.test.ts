import { expect, spyOn, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

test.each([
  ["203.0.113.9", undefined, "203.0.113.9"],
  ["203.0.113.9", "198.51.100.1", "203.0.113.9"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, 198.51.100.1", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, 198.51.100.1, 10.0.0.2", "198.51.100.1"],
  ["10.0.0.1", "192.0.2.66, ::FFFF:198.51.100.1, ::ffff:10.0.0.2", "198.51.100.1"],
  ["10.0.0.1", " , ", "10.0.0.1"],
])("from %s with X-Forwarded-For %p the caller is %s", async (address, forwarded, caller) => {
  const verify = spyOn(Bun.password, "verify").mockResolvedValue(false);
  const parlor = testApp({ config: { trustedProxies: ["10.0.0.1", "10.0.0.2"] } });
  const init = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "A browser",
      ...(forwarded !== undefined && { "x-forwarded-for": forwarded }),
    },
    body: JSON.stringify({ username: "ada", password: "whatever" }),
  };
  const server = { requestIP: () => ({ address }) };
  expect((await parlor.hono.request("/api/login", init, { server })).status).toBe(401);
  verify.mockRestore();
  const row = parlor.app.db
    .query("select ip_address as ip, user_agent as agent from audit_logs order by id desc limit 1")
    .get();
  expect(row).toEqual({ ip: caller, agent: "A browser" });
});
