import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { sendText } from "#src/messaging/outbox/outbox.ts";
import { answerRequest } from "#src/platform/http/requests.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const TOKEN = "a-token-of-sixteen-letters";
const salon = () => testApp({ config: { metricsToken: TOKEN } });
const BEARER = { authorization: `Bearer ${TOKEN}` };

interface Parsed {
  readonly types: Map<string, string>;
  /** "name{label="value"}" → value. */
  readonly samples: Map<string, number>;
}

/** The whole of the text format as Prometheus reads it; throws at a line that it would refuse. */
function parseMetrics(text: string): Parsed {
  expect(text.endsWith("\n")).toBe(true);
  const types = new Map<string, string>();
  const helped = new Set<string>();
  const samples = new Map<string, number>();
  for (const line of text.trimEnd().split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (kind === "HELP") {
      expect(helped.has(name)).toBe(false);
      helped.add(name);
    } else if (kind === "TYPE") {
      expect(["counter", "gauge", "histogram"]).toContain(rest);
      expect(types.has(name)).toBe(false);
      types.set(name, rest);
    } else {
      const [, metric = "", labels = "", value = ""] =
        /^([a-z_:][a-z0-9_:]*)(\{(?:[a-z_]+="(?:[^"\\\n]|\\.)*",?)+\})? (\S+)$/.exec(line) ?? [];
      expect([line, metric]).not.toEqual([line, ""]);
      const family = types.has(metric) ? metric : metric.replace(/_(bucket|sum|count)$/, "");
      expect([line, types.has(family), helped.has(family)]).toEqual([line, true, true]);
      const number = value === "+Inf" ? Infinity : Number(value);
      expect([line, Number.isNaN(number)]).toEqual([line, false]);
      expect(samples.has(metric + labels)).toBe(false);
      samples.set(metric + labels, number);
    }
  }
  return { types, samples };
}

async function scrape({ hono }: TestApp): Promise<Parsed> {
  const answer = await hono.request("/metrics", { headers: BEARER });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  return parseMetrics(await answer.text());
}

test("without a token there is no such page, with one only its bearer sees it", async () => {
  expect((await testApp().visitor("GET", "/metrics")).status).toBe(404);
  const { visitor, admin } = salon();
  expect((await visitor("GET", "/metrics")).status).toBe(401);
  expect((await admin.request("GET", "/metrics")).status).toBe(401);
  for (const wrong of [`Bearer ${TOKEN}x`, "Bearer ", TOKEN, `Basic ${btoa(`x:${TOKEN}`)}`])
    expect((await visitor("GET", "/metrics", undefined, { authorization: wrong })).status).toBe(
      401,
    );
  expect((await visitor("GET", "/metrics", undefined, BEARER)).status).toBe(200);
});

test("names follow the conventions, and every required metric is there", async () => {
  const { types } = await scrape(salon());
  for (const [name, type] of types) {
    expect([name, name.endsWith("_total")]).toEqual([name, type === "counter"]);
    expect(name).toMatch(/^(parlor|process)_/);
  }
  expect([...types.keys()]).toEqual(
    expect.arrayContaining([
      "parlor_texts_total",
      "parlor_queue_texts",
      "parlor_queue_oldest_seconds",
      "parlor_sender_last_turn_timestamp_seconds",
      "parlor_webhooks_total",
      "parlor_http_requests_total",
      "parlor_http_request_duration_seconds",
      "parlor_event_loop_delay_seconds",
      "process_resident_memory_bytes",
      "parlor_database_bytes",
      "parlor_database_log_bytes",
      "parlor_disk_free_bytes",
      "parlor_backup_last_success_timestamp_seconds",
      "parlor_schema_version",
    ]),
  );
});

test("a text that waits for quiet hours doesn't make the queue look old", async () => {
  const parlor = salon();
  parlor.clock.now = Date.parse("2026-11-20T03:00:00-05:00");
  const text = { phone: "+12025550111", contactId: null, body: "Thank you" };
  inTransaction(parlor.app.db, () => sendText(parlor.app, { ...text, purpose: "thank-you" }));
  await parlor.sendAll();
  parlor.clock.now += 3_600_000;
  const { samples } = await scrape(parlor);
  expect(samples.get('parlor_queue_texts{kind="direct"}')).toBe(1);
  expect(samples.get("parlor_queue_oldest_seconds")).toBe(0);
});

test("texts are counted by status, the queue by kind", async () => {
  const parlor = salon();
  const id = contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  const other = contact(parlor.app, parlor.admin, "Bea", "+12025550112");
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "A",
    message: "Hi",
    contactIds: [id, other],
  });
  await parlor.admin.request("POST", "/api/conversations", { contactId: id });
  const [chat] = (await parlor.admin.request("GET", "/api/conversations")).body.conversations;
  const chatMessage = { conversationId: chat.id, body: "Hello" };
  await parlor.admin.request("POST", "/api/conversations/messages", chatMessage);
  parlor.clock.now += 90_000;
  const waiting = (await scrape(parlor)).samples;
  expect(waiting.get('parlor_queue_texts{kind="campaign"}')).toBe(2);
  expect(waiting.get('parlor_queue_texts{kind="direct"}')).toBe(1);
  expect(waiting.get("parlor_queue_oldest_seconds")).toBe(90);

  await parlor.sendAll();
  const { samples } = await scrape(parlor);
  expect(samples.get('parlor_texts_total{outcome="accepted"}')).toBe(3);
  expect(samples.get('parlor_queue_texts{kind="campaign"}')).toBe(0);
  expect(samples.get('parlor_queue_texts{kind="direct"}')).toBe(0);
  expect(samples.get("parlor_queue_oldest_seconds")).toBe(0);
  expect(samples.get("parlor_sending_paused")).toBe(0);
});

test("requests are counted by class, and their times in buckets that add up", async () => {
  const parlor = salon();
  const server = { requestIP: () => null, timeout: () => undefined };
  const ask = (path: string) =>
    answerRequest(parlor.app, parlor.hono, new Request(`http://salon${path}`), server);
  for (const path of ["/up", "/up", "/api/user", "/api/nothing"]) await ask(path);
  const { headers } = await ask("/up");
  expect(headers.get("x-request-id")).toMatch(/^[0-9a-f]{8}$/);
  const { samples } = await scrape(parlor);
  expect(samples.get('parlor_http_requests_total{status="2xx"}')).toBe(3);
  expect(samples.get('parlor_http_requests_total{status="4xx"}')).toBe(2);
  const buckets = [...samples].flatMap(([name, value]) =>
    name.startsWith("parlor_http_request_duration_seconds_bucket") ? value : [],
  );
  expect(buckets).toEqual(buckets.toSorted((a, b) => a - b));
  expect(buckets.at(-1)).toBe(5);
  expect(samples.get("parlor_http_request_duration_seconds_count")).toBe(5);
});

test("a scrape reads counters and partial indexes, never the whole ledger", async () => {
  const { app } = salon();
  const plans = [
    "select count(*) from messages where status = 'pending' and campaign_id is null",
    "select count(*) from messages where status in ('claimed', 'in_doubt')",
    "select at from messages where status = 'pending' and campaign_id is null order by due_at, id limit 1",
  ].map((sql) =>
    app.db
      .query<{ detail: string }, []>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail)
      .join(),
  );
  for (const plan of plans)
    expect(plan).toMatch(/USING (COVERING )?INDEX messages_(due|in_flight)/);
});
