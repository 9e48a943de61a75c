import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Hono } from "hono";
import { schemaVersion } from "#db/migrate.ts";
import { readQueue } from "#db/platform/gauges.ts";
import type { App } from "#src/app.ts";
import { openAlerts } from "#src/platform/alerts/alerts.ts";
import { findLastBackup, lastSuccessAt } from "#src/platform/backups/backups.ts";
import { VERSION } from "#src/platform/build.ts";
import { freeBytes } from "#src/platform/disk/disk.ts";
import { heartbeats } from "#src/platform/http/health.ts";
import { pausedReason } from "#src/platform/sending-state.ts";
import { BUCKETS, countsOf, type Latency } from "./metrics.ts";

const NANOSECONDS = 1e9;
/** Coarse, because measuring every 10 ms would take half a percent of a core. */
const RESOLUTION_MS = 50;
const STARTED = Date.now() / 1000;
const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS });

/** One metric of Prometheus' text format, version 0.0.4. */
interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

interface Sample {
  /** Follows the metric's name: "_bucket", "_sum", "_count". */
  readonly suffix?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Undefined while unknown; the line is then omitted. */
  readonly value: number | undefined;
}

const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Mounts GET /metrics for Prometheus, which answers 404 unless a token is configured. */
export function mountMetrics(hono: Hono, app: App): void {
  const { metricsToken } = app.config;
  if (metricsToken === undefined) {
    hono.get("/metrics", (c) => c.text("Not found", 404));
    return;
  }
  loop.enable();
  hono.get("/metrics", (c) => {
    const given = /^Bearer (.+)$/i.exec(c.req.header("authorization") ?? "")?.[1] ?? "";
    if (!isSameSecret(given, metricsToken))
      return c.text("Unauthorized", 401, { "www-authenticate": "Bearer" });
    return c.body(formatMetrics(collectMetrics(app)), 200, {
      "content-type": METRICS_TYPE,
      "cache-control": "no-store",
    });
  });
}

/** Compares hashes in constant time, so that timing reveals neither the length nor the first wrong character. */
function isSameSecret(given: string, expected: string): boolean {
  const hash = (text: string) => new Bun.CryptoHasher("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}

/** Returns everything in GET /metrics. Reads counters, partial indexes and file sizes, never whole tables. */
function collectMetrics(app: App): Metric[] {
  return [...sendingMetrics(app), ...httpMetrics(app), ...processMetrics(app)];
}

function sendingMetrics(app: App): Metric[] {
  const { texts, webhooks } = countsOf(app);
  const queue = readQueue(app.db, app.now());
  const lastTurn = heartbeats.get(app)?.lastTurn?.();
  return [
    counter("parlor_texts_total", "Texts by outcome, since the start.", texts, "outcome"),
    {
      name: "parlor_queue_texts",
      help: "Texts in the queue: direct, of sending campaigns, or in flight.",
      type: "gauge",
      samples: [
        { labels: { kind: "direct" }, value: queue.direct },
        { labels: { kind: "campaign" }, value: queue.campaign },
        { labels: { kind: "in_flight" }, value: queue.inFlight },
      ],
    },
    gauge(
      "parlor_queue_oldest_seconds",
      "Age of the oldest direct text in the queue.",
      queue.oldestAt === undefined ? 0 : Math.max(0, (app.now() - queue.oldestAt) / 1000),
    ),
    gauge(
      "parlor_texts_undecided",
      "Texts of sending campaigns whose outcome is unknown.",
      queue.unknown,
    ),
    gauge(
      "parlor_sender_last_turn_timestamp_seconds",
      "When the sender last looked for work; absent while it isn't running.",
      lastTurn === undefined ? undefined : lastTurn / 1000,
    ),
    gauge("parlor_sending_paused", "1 while sending is paused.", toFlag(pausedReason(app))),
    counter("parlor_webhooks_total", "Requests from the provider by result.", webhooks, "result"),
    {
      name: "parlor_alerts",
      help: "1 for each open alert.",
      type: "gauge",
      samples: openAlerts(app).map(({ name }) => ({ labels: { alert: name }, value: 1 })),
    },
  ];
}

function httpMetrics(app: App): Metric[] {
  const { requests, latency } = countsOf(app);
  return [
    counter("parlor_http_requests_total", "Requests by status class.", requests, "status"),
    {
      name: "parlor_http_request_duration_seconds",
      help: "Time from the request to the start of the response.",
      type: "histogram",
      samples: toHistogram(latency),
    },
  ];
}

function processMetrics(app: App): Metric[] {
  const backedUp = lastSuccessAt(app);
  return [
    {
      name: "parlor_event_loop_delay_seconds",
      help: "Delay of the event loop's timers since the start.",
      type: "gauge",
      samples: [
        { labels: { percentile: "50" }, value: loop.percentile(50) / NANOSECONDS },
        { labels: { percentile: "99" }, value: loop.percentile(99) / NANOSECONDS },
        { labels: { percentile: "100" }, value: loop.max / NANOSECONDS },
      ],
    },
    gauge("process_resident_memory_bytes", "Resident memory.", process.memoryUsage.rss()),
    gauge("process_start_time_seconds", "Start of the process.", STARTED),
    gauge("parlor_database_bytes", "The database file.", sizeOf(app.db.filename)),
    gauge("parlor_database_log_bytes", "Its write-ahead log.", sizeOf(`${app.db.filename}-wal`)),
    gauge("parlor_disk_free_bytes", "Free space on the data folder's disk.", freeBytes(app.config)),
    gauge(
      "parlor_backup_last_success_timestamp_seconds",
      "When the last successful backup was made; absent before the first.",
      backedUp === undefined ? undefined : backedUp / 1000,
    ),
    gauge(
      "parlor_backup_failing",
      "1 when the last backup failed.",
      toFlag(findLastBackup(app.db)?.ok === false || null),
    ),
    gauge("parlor_schema_version", "Version of the database schema.", schemaVersion(app.db)),
    {
      name: "parlor_build_info",
      help: "The program's version.",
      type: "gauge",
      samples: [{ labels: { version: VERSION }, value: 1 }],
    },
  ];
}

function counter(
  name: string,
  help: string,
  counts: ReadonlyMap<string, number>,
  label: string,
): Metric {
  const samples = [...counts].map(([of, value]) => ({ labels: { [label]: of }, value }));
  return { name, help, type: "counter", samples };
}

function gauge(name: string, help: string, value: number | undefined): Metric {
  return { name, help, type: "gauge", samples: [{ value }] };
}

function toFlag(is: unknown): number {
  return is === null || is === undefined ? 0 : 1;
}

/** Prometheus' buckets are cumulative. */
function toHistogram({ buckets, sum, count }: Latency): Sample[] {
  let upTo = 0;
  const bounded = BUCKETS.map((most, at) => {
    upTo += buckets[at] ?? 0;
    return { suffix: "_bucket", labels: { le: String(most) }, value: upTo };
  });
  return [
    ...bounded,
    { suffix: "_bucket", labels: { le: "+Inf" }, value: count },
    { suffix: "_sum", value: sum },
    { suffix: "_count", value: count },
  ];
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const lines = samples.flatMap(({ suffix = "", labels = {}, value }) =>
        value === undefined ? [] : `${name}${suffix}${formatLabels(labels)} ${formatValue(value)}`,
      );
      return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
    })
    .join("");
}

function formatLabels(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}

function formatValue(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}
