import { expect, test } from "bun:test";
import { browser, hashQuickly, PASSWORD, registerUser } from "#tests/support/accounts.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

hashQuickly();

/** Resolves when the stream has ended; an endless one lets the test time out. */
async function waitForEnd(response: Response): Promise<void> {
  for await (const _ of response.body ?? []);
}

test("a user has at most twenty event streams, and closing one frees its place", async () => {
  const { admin, person } = testApp();
  const streams = await Promise.all(Array.from({ length: 20 }, () => admin.open("/api/events")));
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  expect((await admin.open("/api/events")).status).toBe(429);
  const other = await person("user", ["/inbox"]).open("/api/events");
  expect(other.status).toBe(200);
  await streams[0]?.body?.cancel();
  const again = await admin.open("/api/events");
  expect(again.status).toBe(200);
  for (const stream of [...streams.slice(1), other, again]) await stream.body?.cancel();
});

test.each([
  [
    "changed permissions",
    (admin: Person, id: string) =>
      admin.request("PUT", `/api/users/${id}/permissions`, { permissions: { pages: ["/"] } }),
  ],
  [
    "a changed role",
    (admin: Person, id: string) =>
      admin.request("POST", `/api/users/${id}/role`, { role: "admin" }),
  ],
  ["deletion", (admin: Person, id: string) => admin.request("DELETE", `/api/users/${id}`)],
])("a stream ends at once with %s", async (_, end) => {
  const parlor = testApp();
  const user = parlor.person("user", ["/inbox"]);
  const [ending, staying] = [
    await user.open("/api/events"),
    await parlor.admin.open("/api/events"),
  ];
  expect((await end(parlor.admin, user.id)).status).toBeLessThan(300);
  await waitForEnd(ending);
  const reader = staying.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
});

test("a stream ends at once when its user signs out, and other sessions' streams stay", async () => {
  const parlor: TestApp = testApp();
  await registerUser(parlor, "mia");
  const desks = await Promise.all(
    [1, 2].map(async () => {
      const desk = browser(parlor);
      await desk.request("POST", "/api/login", { username: "mia", password: PASSWORD });
      const cookie = [...desk.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      return { desk, stream: await parlor.hono.request("/api/events", { headers: { cookie } }) };
    }),
  );
  const [first, second] = desks;
  await first?.desk.request("POST", "/api/logout");
  await waitForEnd(first?.stream as Response);
  expect(second?.stream.body?.locked).toBe(false);
  const reader = second?.stream.body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await reader?.cancel();
});

/** The resources that a stream names until this one comes, in order. */
async function resourcesUntil(response: Response, last: string): Promise<string[]> {
  const reader = response.body?.getReader();
  let text = "";
  while (!text.includes(`"${last}"`))
    text += new TextDecoder().decode((await reader?.read())?.value);
  await reader?.cancel();
  return [...text.matchAll(/^data: (?:"all"|\{"resource":"([^"]+)")/gm)].map(
    (found) => found[1] ?? "all",
  );
}

test("a stream begins with what changed after the page was rendered", async () => {
  const { admin, app } = testApp();
  app.events.changed("tags", 1);
  const rendered = app.events.latest();
  app.events.changed("waitlist", 7);
  const stream = await admin.open(`/api/events?since=${rendered}`);
  expect(await resourcesUntil(stream, "waitlist")).toEqual(["build", "waitlist"]);
});

test("a reopened stream continues after its last event, before changes that still waited", async () => {
  const { admin, app } = testApp();
  const stream = await admin.open("/api/events");
  const reader = stream.body?.getReader();
  let text = "";
  const until = async (word: string) => {
    while (!text.includes(word)) text += new TextDecoder().decode((await reader?.read())?.value);
  };
  app.events.changed("waitlist", 7);
  await until('"waitlist"');
  // Within the same second: it waits, and the next event overtakes it.
  app.events.changed("waitlist", 8);
  app.events.changed("tags", 1);
  await until('"tags"');
  await reader?.cancel();
  const id = [...text.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] ?? "";
  const again = await admin.open("/api/events", { "last-event-id": id });
  expect(await resourcesUntil(again, "tags")).toEqual(["build", "waitlist", "tags"]);
});

test("a page rendered before a restart is told to read everything again", async () => {
  const { admin, app } = testApp();
  const before = app.events.latest() - 60_000;
  const stream = await admin.open(`/api/events?since=${before}`);
  expect(await resourcesUntil(stream, "build")).toEqual(["all", "build"]);
});
