import { expect, test } from "bun:test";
import { Hono } from "hono";
import type { Staff } from "#src/app.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import { readForPage } from "#src/platform/pages/read-for-page.ts";
import { FRIDAY, RUTH, waitDesk } from "#tests/calendar/waitlist/stand.ts";
import { addStaff } from "#tests/support/crawl.ts";
import { endpoints } from "#tests/support/endpoints.ts";

const QUERY = {
  ...{ from: FRIDAY, to: FRIDAY, employeeId: "1", start: `${FRIDAY}T10:00:00`, services: "1" },
  ...{ contactId: "1", q: "ru" },
};
const READ = endpoints.filter(
  ({ method, reply, isConstant }) => method === "GET" && reply && !isConstant,
);

test("a page reads what a request would be answered, whoever opens it", async () => {
  const parlor = await waitDesk();
  await parlor.book({ appointmentDate: `${FRIDAY}T10:00`, phoneNumber: RUTH, service: "Facial" });
  await parlor.wait(RUTH);
  const { app, admin, visitor } = parlor;
  const readers = {
    admin,
    nameless: addStaff(parlor, { canViewClientNames: false }),
    "without numbers": addStaff(parlor, { canViewClientPhoneNumbers: false }),
    "of another employee": addStaff(parlor, { employeeIds: [parlor.tomas] }),
    "with one page": addStaff(parlor, { pages: ["/inbox"] }),
    visitor: { cookie: "", request: visitor },
  };
  let answered = 0;
  for (const [who, { cookie, request }] of Object.entries(readers))
    for (const endpoint of READ)
      for (const query of [{}, QUERY]) {
        const path = endpoint.path.replace(/:\w+/g, "1");
        const { status, body } = await request("GET", `${path}?${new URLSearchParams(query)}`);
        const params = Object.fromEntries(
          Array.from(endpoint.path.matchAll(/:(\w+)/g), ([, name = ""]) => [name, "1"]),
        );
        const hono = new Hono();
        hono.get("*", async (c) => {
          const user: Staff | undefined = findSignedInStaff(
            app,
            sessionOf(c, app),
            callerOf(c, app),
          );
          const answer = await readForPage(c, app, user)(endpoint, { params, query });
          return c.json(
            "status" in answer ? [answer.status, JSON.parse(answer.body)] : [200, answer.reply],
          );
        });
        const seen = await (await hono.request("/", { headers: { cookie } })).json();
        expect([who, path, ...seen]).toEqual([who, path, status, body]);
        if (status === 200) answered += 1;
      }
  expect(answered).toBeGreaterThan(300);
});

test("a page opened again shows what changed since, and only what the user may see by now", async () => {
  const parlor = await waitDesk();
  const { admin } = parlor;
  const desk = addStaff(parlor, {});
  const names = async () =>
    (await (await desk.open("/contacts")).text()).match(/Ruth|Dolores/)?.[0] ?? "none";
  expect([await names(), await names()]).toEqual(["Ruth", "Ruth"]);

  const { body } = await admin.request("GET", "/api/contacts?q=Ruth");
  const [{ id, name }] = body.contacts;
  await admin.request("PATCH", `/api/contacts/${id}`, { name: "Dolores Vega", was: { name } });
  expect(await names()).toBe("Dolores");
  await admin.request("PUT", `/api/users/${desk.id}/permissions`, {
    permissions: { pages: ["/contacts"], canViewClientNames: false },
  });
  expect(await names()).toBe("none");
});
