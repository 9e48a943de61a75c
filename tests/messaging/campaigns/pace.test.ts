import { expect, test } from "bun:test";
import { departures, letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

let people = 0;

async function launch({ app, admin }: TestApp, name: string, count: number): Promise<void> {
  const contactIds = Array.from({ length: count }, () => {
    people += 1;
    return contact(app, admin, "Client", `+1202555${String(people).padStart(4, "0")}`);
  });
  const wanted = { name, message: `of ${name}`, skipCheck: true, contactIds };
  expect((await admin.request("POST", "/api/campaigns", wanted)).body.status).toBe("sending");
}

/** The most texts that left within any span of this many milliseconds. */
function mostWithin(times: readonly number[], span: number): number {
  return Math.max(
    ...times.map((from) => times.filter((at) => at >= from && at < from + span).length),
  );
}

test.concurrent("no second exceeds the pace, and the average stays close to it", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 5, delaySeconds: 1 });
  const start = parlor.clock.now;
  await launch(parlor, "A", 60);
  await letPass(parlor, 6000, 50);
  const times = departures(parlor, start);
  expect(mostWithin(times, 1000)).toBe(5);
  expect(times.length).toBeGreaterThanOrEqual(28);
});

test.concurrent("a slow pace spreads evenly: two every five seconds", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 2, delaySeconds: 5 });
  const start = parlor.clock.now;
  await launch(parlor, "A", 10);
  await letPass(parlor, 11_000);
  expect(departures(parlor, start)).toEqual([0, 2500, 5000, 7500, 10_000]);
});

test.concurrent("the pace survives restarts, and idle time is not saved up", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 5, delaySeconds: 1 });
  const start = parlor.clock.now;
  await launch(parlor, "A", 60);
  // A text withdrawn by a stop loses its slot, so a restart is slower, never faster.
  for (let restarts = 0; restarts < 10; restarts += 1) await letPass(parlor, 330, 30);
  const times = departures(parlor, start);
  expect(mostWithin(times, 1000)).toBeLessThanOrEqual(5);
  expect(times.length).toBeGreaterThanOrEqual(8);

  parlor.clock.now += 60_000;
  const later = parlor.clock.now;
  await letPass(parlor, 1500, 50);
  const after = departures(parlor, later).filter((at) => at >= 0);
  expect(mostWithin(after, 1000)).toBe(5);
});

test.concurrent("a new pace applies at once", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 1, delaySeconds: 1 });
  await launch(parlor, "A", 30);
  await letPass(parlor, 1500);
  expect(parlor.sms.sent).toHaveLength(2);
  await parlor.admin.request("POST", "/api/settings", { messageCount: 10, delaySeconds: 1 });
  await letPass(parlor, 2000, 50);
  expect(parlor.sms.sent.length).toBeGreaterThanOrEqual(15);
});

test.concurrent("several campaigns share the pace fairly, also one that started later", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 10, delaySeconds: 1 });
  await launch(parlor, "A", 40);
  await launch(parlor, "B", 40);
  await letPass(parlor, 2000, 50);
  await launch(parlor, "C", 40);
  const counts = (from: number) => {
    const bodies = parlor.sms.sent.slice(from).map(({ body }) => body);
    return ["of A", "of B", "of C"].map((name) => bodies.filter((body) => body === name).length);
  };
  const [a = 0, b = 0] = counts(0);
  expect(a + b).toBeGreaterThanOrEqual(18);
  expect(Math.abs(a - b)).toBeLessThanOrEqual(1);

  const before = parlor.sms.sent.length;
  await letPass(parlor, 3000, 50);
  const shares = counts(before);
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(8);
  expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(2);
});

test.concurrent("the template's pace slows its campaign, and doesn't affect others", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { messageCount: 10, delaySeconds: 1 });
  const template = { messageCount: 1, delaySeconds: 1, message: "" };
  await parlor.admin.request("POST", "/api/settings", { campaignTemplate: template });
  const start = parlor.clock.now;
  await launch(parlor, "slow", 10);
  await parlor.admin.request("POST", "/api/settings", { campaignTemplate: null });
  await launch(parlor, "fast", 30);
  await letPass(parlor, 3500, 50);

  const slow = parlor.sms.messages.filter(({ body }) => body === "of slow");
  expect(slow).toHaveLength(4);
  expect(
    mostWithin(
      slow.map(({ createdAt }) => createdAt - start),
      900,
    ),
  ).toBe(1);
  expect(parlor.sms.sent.length - slow.length).toBe(30);
});

test.concurrent("the template's pace applies where the installation's is faster", async () => {
  const parlor = testApp();
  const campaignTemplate = { messageCount: 2, delaySeconds: 2, message: "" };
  await parlor.admin.request("POST", "/api/settings", { campaignTemplate });
  const start = parlor.clock.now;
  await launch(parlor, "A", 10);
  await letPass(parlor, 2500);
  expect(departures(parlor, start)).toHaveLength(3);
  expect(mostWithin(departures(parlor, start), 900)).toBe(1);
});

test.concurrent("a template cannot make a campaign faster than the installation", async () => {
  const parlor = testApp();
  const template = { messageCount: 100, delaySeconds: 1, message: "" };
  await parlor.admin.request("POST", "/api/settings", {
    messageCount: 1,
    delaySeconds: 1,
    campaignTemplate: template,
  });
  await launch(parlor, "A", 10);
  await letPass(parlor, 2500);
  expect(parlor.sms.sent).toHaveLength(3);
});
