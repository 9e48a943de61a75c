import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";

/** Counts since the start, for GET /metrics. They are too frequent to be stored. */
export interface Counts {
  readonly texts: Map<string, number>;
  readonly webhooks: Map<string, number>;
  readonly requests: Map<string, number>;
  readonly latency: Latency;
  /** Epoch milliseconds of the last refused webhooks, newest last. */
  readonly refusals: number[];
}

export interface Latency {
  /** Requests that took at most BUCKETS[i] seconds and more than BUCKETS[i - 1]. */
  readonly buckets: number[];
  sum: number;
  count: number;
}

/** Seconds. */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const REFUSALS_KEPT = 100;

export const countsOf = perApp(
  (): Counts => ({
    texts: new Map(),
    webhooks: new Map(),
    requests: new Map(),
    latency: { buckets: BUCKETS.map(() => 0), sum: 0, count: 0 },
    refusals: [],
  }),
);

export type TextOutcome =
  | "accepted"
  | "refused"
  | "busy"
  | "in_doubt"
  | "delivered"
  | "undelivered"
  | "failed";

export function countTextOutcome(app: App, outcome: TextOutcome): void {
  add(countsOf(app).texts, outcome);
}

export function countWebhook(app: App, result: "accepted" | "refused" | "failed"): void {
  const { webhooks, refusals } = countsOf(app);
  add(webhooks, result);
  if (result !== "refused") return;
  refusals.push(app.now());
  if (refusals.length > REFUSALS_KEPT) refusals.shift();
}

export function countRequest(app: App, status: number, seconds: number): void {
  const { requests, latency } = countsOf(app);
  add(requests, `${Math.floor(status / 100)}xx`);
  const bucket = BUCKETS.findIndex((most) => seconds <= most);
  if (bucket >= 0) latency.buckets[bucket] = (latency.buckets[bucket] ?? 0) + 1;
  latency.sum += seconds;
  latency.count += 1;
}

function add(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
