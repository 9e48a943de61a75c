import { inTransaction, whenFree } from "#db/connection.ts";
import { forgetScanned } from "#db/messaging/scanned-numbers.ts";
import type { App, Staff } from "#src/app.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { ProviderUnreachable, type SmsProvider } from "#src/platform/providers/sms.ts";
import { Problem } from "#src/shared/problem.ts";
import { judgeSlice } from "./classify-contact.ts";
import type { ScanResult, ScanState } from "./contract.ts";
import { isNight } from "./night.ts";
import {
  type Counts,
  keepFinished,
  keepRunning,
  lastScan,
  type Running,
  runningScan,
  watermark,
} from "./scan-state.ts";

const MOST = 50_000;
/** Some milliseconds of the loop. */
const SLICE = 200;

/** By hand. @throws Problem 409 when texting is not set up, 503 when the provider does not answer */
export async function scanNow(app: App, actor: Staff): Promise<ScanResult> {
  if (!(await carrierOf(app)))
    throw new Problem(409, "Texting is not set up. Add your Twilio account in Settings.");
  inTransaction(app.db, () => {
    if (runningScan(app)) return;
    begin(app, { nightly: false, actorId: actor.id });
    record(app, actor, { action: "deliverability.scan" });
  });
  try {
    return resultOf(await join(app));
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new Problem(503, error.message);
    throw error;
  }
}

/** At night where the owner wants it, and whatever a restart or a silent provider interrupted. */
export async function keepScanning(app: App): Promise<void> {
  if (!runningScan(app)) {
    if (!isNight(app)) return;
    inTransaction(app.db, () => {
      begin(app, { nightly: true, actorId: null });
      recordSystem(app, { action: "deliverability.scan" });
    });
  }
  try {
    await join(app);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "the deliverability scan waits for the provider", { reason: error.message });
  }
}

export function readScan(app: App): ScanState {
  const running = runningScan(app);
  const last = lastScan(app);
  return {
    running: running
      ? { scanned: running.totalMessages, startedAt: new Date(running.startedAt).toISOString() }
      : null,
    last: last
      ? {
          ...resultOf(last),
          finishedAt: new Date(last.finishedAt).toISOString(),
          nightly: last.nightly,
        }
      : null,
  };
}

function begin(app: App, by: Pick<Running, "nightly" | "actorId">): void {
  forgetScanned(app.db);
  keepRunning(app, {
    ...by,
    startedAt: app.now(),
    since: watermark(app),
    newest: watermark(app),
    page: undefined,
    done: 0,
    totalMessages: 0,
    contactsOptedOut: 0,
    contactsMarkedUndeliverable: 0,
    contactsCleared: 0,
  });
}

const running = new WeakMap<App, Promise<Counts>>();

/** The one scan of this installation. */
function join(app: App): Promise<Counts> {
  const joined = running.get(app) ?? run(app).finally(() => running.delete(app));
  running.set(app, joined);
  return joined;
}

async function run(app: App): Promise<Counts> {
  const provider = await carrierOf(app);
  let scan = runningScan(app);
  if (!provider || !scan) throw new ProviderUnreachable("Texting is not set up.");
  for await (const { messages, next } of pagesOf(provider, scan)) {
    while (scan.done < messages.length) {
      const slice = messages.slice(scan.done, scan.done + SLICE);
      const before: Running = scan;
      scan = await whenFree(() =>
        inTransaction(app.db, () => {
          const after = add(before, judgeSlice(app, slice), slice[0]?.createdAt ?? 0);
          keepRunning(app, after);
          return after;
        }),
      );
      await Bun.sleep(0);
    }
    scan = { ...scan, page: next, done: 0 };
  }
  const whole = scan;
  inTransaction(app.db, () => {
    forgetScanned(app.db);
    keepFinished(app, whole);
  });
  return whole;
}

function pagesOf(provider: SmsProvider, { since, page, done, totalMessages }: Running) {
  const limit = MOST - totalMessages + done;
  return provider.pages({ since, limit, ...(page !== undefined && { page }) });
}

function add(scan: Running, changes: Counts, newest: number): Running {
  return {
    ...scan,
    newest: Math.max(scan.newest, newest),
    done: scan.done + changes.totalMessages,
    totalMessages: scan.totalMessages + changes.totalMessages,
    contactsOptedOut: scan.contactsOptedOut + changes.contactsOptedOut,
    contactsMarkedUndeliverable:
      scan.contactsMarkedUndeliverable + changes.contactsMarkedUndeliverable,
    contactsCleared: scan.contactsCleared + changes.contactsCleared,
  };
}

function resultOf(counts: Counts): ScanResult {
  const { totalMessages, contactsOptedOut, contactsMarkedUndeliverable, contactsCleared } = counts;
  const told: [number, string][] = [
    [contactsOptedOut, "opted out"],
    [contactsMarkedUndeliverable, "marked undeliverable"],
    [contactsCleared, "cleared: they can be texted again"],
  ];
  return {
    totalMessages,
    contactsOptedOut,
    contactsMarkedUndeliverable,
    contactsCleared,
    summary: told
      .filter(([count]) => count > 0)
      .map(([count, words]) => `${count} ${count === 1 ? "contact" : "contacts"} ${words}`),
  };
}
