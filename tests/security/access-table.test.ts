import { expect, test } from "bun:test";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { requestAsClient } from "#tests/support/request-as-client.ts";
import { testApp } from "#tests/support/test-app.ts";
import { RAW, TABLE } from "./access.ts";

test("every endpoint is in the table", () => {
  const mounted = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect([...mounted, ...RAW].sort()).toEqual(Object.keys(TABLE).sort());
  expect(mounted.length).toBeGreaterThan(35);
});

test.each(Object.entries(TABLE))("%s admits exactly the users who may", async (name, allowed) => {
  const { app, hono, admin, person, visitor } = testApp();
  const [method = "", path = ""] = name.split(" ");
  const address = path.replaceAll(/:\w+/g, "0");
  const pages = Array.isArray(allowed) ? allowed : ["/"];
  const others = GRANTABLE_PAGES.map((page) => page.path).filter((one) => !pages.includes(one));
  const without = allowed === "staff" || allowed === "anyone" ? [] : others;
  const callers = {
    "signed out": visitor,
    pending: person("user", [...pages], false).request,
    "user without the page": person("user", without).request,
    "user with the page": person("user", [pages[0] ?? "/"]).request,
    admin: admin.request,
    member: requestAsClient(app, hono, "member"),
    "financing client": requestAsClient(app, hono, "financing"),
  };
  // Staff and clients have cookies of their own, which are good for nothing else.
  const client = allowed === "anyone" ? "in" : 401;
  if (allowed === "member" || allowed === "financing") {
    const seen = await Promise.all(
      Object.entries(callers).map(async ([who, request]) => {
        const body = method === "GET" ? undefined : {};
        return [who, (await request(method, address, body)).status === 401 ? 401 : "in"];
      }),
    );
    expect(Object.fromEntries(seen)).toEqual({
      ...Object.fromEntries(Object.keys(callers).map((who) => [who, 401])),
      [allowed === "member" ? "member" : "financing client"]: "in",
    });
    return;
  }
  const open = { anyone: "anyone", staff: "staff", admin: "admin" }[String(allowed)] ?? "page";
  const expected = {
    "signed out": open === "anyone" ? "in" : 401,
    pending: open === "anyone" ? "in" : 401,
    "user without the page": open === "anyone" || open === "staff" ? "in" : 403,
    "user with the page": open === "admin" ? 403 : "in",
    admin: "in",
    member: client,
    "financing client": client,
  };

  const seen: Record<string, unknown> = {};
  for (const [who, request] of Object.entries(callers)) {
    const body = method === "GET" || method === "DELETE" ? undefined : {};
    const { status } = await request(method, address, body);
    // Behind the door: an empty body is refused and the object with id 0 does not exist.
    seen[who] = [200, 201, 204, 303, 400, 404, 409].includes(status) ? "in" : status;
  }
  expect(seen).toEqual(expected);
});
