import { inDeferredTransaction, inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import * as store from "#db/messaging/number-checks.ts";
import { readState, writeState } from "#db/state.ts";
import type { App, Staff } from "#src/app.ts";
import { carrierOf, requireCarrier } from "#src/messaging/outbox/outbox.ts";
import { applyStatus } from "#src/messaging/outbox/receipts.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import {
  type Carrier,
  type ProviderMessage,
  ProviderUnreachable,
} from "#src/platform/providers/carrier.ts";
import { businessDay, businessHour, getSettings } from "#src/platform/settings/settings.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { deliverability, type ScanResult, type ScanState } from "./contract.ts";
import {
  classifyNumber,
  explainError,
  makeDeliverable,
  type NumberChange,
} from "./deliverability.ts";
import {
  findLastScan,
  findRunningScan,
  type RunningScan,
  readWatermark,
  type ScanCounts,
  saveFinishedScan,
  saveRunningScan,
} from "./scan-state.ts";

export const deliverabilityModule = defineModule(deliverability, {
  clearUndeliverable: staff("/contacts", ({ app, actor, id }) => makeDeliverable(app, actor, id)),
  state: admin(({ app }) => readScan(app)),
  scan: admin(({ app, actor }) => scanNow(app, actor)),
});

const MAX_MESSAGES = 50_000;
/** Messages per slice, which takes a few milliseconds of the event loop. */
const SLICE = 200;
const FINAL = new Set(["delivered", "undelivered", "failed"]);

/** Starts a scan, or joins the running one. @throws Problem 409 when texting is not set up, 503 when the provider is unreachable */
async function scanNow(app: App, actor: Staff): Promise<ScanResult> {
  requireCarrier(app);
  await writeWhenFree(app.db, () => {
    if (findRunningScan(app)) return;
    beginScan(app, { nightly: false, actorId: actor.id });
    record(app, actor, { action: "deliverability.scan" });
  });
  try {
    return toScanResult(await joinScan(app));
  } catch (error) {
    if (error instanceof ProviderUnreachable) throw new Problem(503, error.message);
    throw error;
  }
}

/** Starts the nightly scan, and continues a scan that a restart or an unreachable provider interrupted. */
export async function continueScan(app: App): Promise<void> {
  if (!findRunningScan(app)) {
    if (!claimNightlyScan(app)) return;
    inTransaction(app.db, () => {
      beginScan(app, { nightly: true, actorId: null });
      recordSystem(app, { action: "deliverability.scan" });
    });
  }
  try {
    await joinScan(app);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "the deliverability scan couldn't reach the provider", {
      reason: error.message,
    });
  }
}

function readScan(app: App): ScanState {
  const running = findRunningScan(app);
  const last = findLastScan(app);
  return {
    running: running
      ? { scanned: running.totalMessages, startedAt: toIso(running.startedAt) }
      : null,
    last: last
      ? {
          ...toScanResult(last),
          finishedAt: toIso(last.finishedAt),
          nightly: last.nightly,
        }
      : null,
  };
}

function beginScan(app: App, origin: Pick<RunningScan, "nightly" | "actorId">): void {
  store.clearScannedNumbers(app.db);
  saveRunningScan(app, {
    ...origin,
    startedAt: app.now(),
    since: readWatermark(app),
    newest: readWatermark(app),
    page: undefined,
    done: 0,
    totalMessages: 0,
    contactsOptedOut: 0,
    contactsMarkedUndeliverable: 0,
    contactsCleared: 0,
  });
}

const running = new WeakMap<App, Promise<ScanCounts>>();

/** At most one scan runs at a time. */
function joinScan(app: App): Promise<ScanCounts> {
  return running.getOrInsertComputed(app, () => runScan(app).finally(() => running.delete(app)));
}

async function runScan(app: App): Promise<ScanCounts> {
  const provider = await carrierOf(app);
  let scan = findRunningScan(app);
  if (!provider || !scan)
    throw new ProviderUnreachable("Texting isn't set up. Connect Twilio in Settings.");
  for await (const { messages, next } of pagesOf(provider, scan)) {
    while (scan.done < messages.length) {
      const slice = messages.slice(scan.done, scan.done + SLICE);
      const before: RunningScan = scan;
      scan = await whenFree(() =>
        // After a power failure the scan goes on with the slice that was lost.
        inDeferredTransaction(app.db, () => {
          const after = addCounts(before, classifySlice(app, slice), slice[0]?.createdAt ?? 0);
          saveRunningScan(app, after);
          return after;
        }),
      );
      await Bun.sleep(0);
    }
    scan = { ...scan, page: next, done: 0 };
  }
  const finished = scan;
  await writeWhenFree(app.db, () => {
    store.clearScannedNumbers(app.db);
    saveFinishedScan(app, finished);
  });
  return finished;
}

function pagesOf(provider: Carrier, { since, page, done, totalMessages }: RunningScan) {
  const limit = MAX_MESSAGES - totalMessages + done;
  return provider.pages({ since, limit, ...(page !== undefined && { page }) });
}

function addCounts(scan: RunningScan, changes: ScanCounts, newest: number): RunningScan {
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

function toScanResult(counts: ScanCounts): ScanResult {
  const { totalMessages, contactsOptedOut, contactsMarkedUndeliverable, contactsCleared } = counts;
  const parts: [number, string][] = [
    [contactsOptedOut, "opted out"],
    [contactsMarkedUndeliverable, "marked undeliverable"],
    [contactsCleared, "cleared: they can be texted again"],
  ];
  return {
    totalMessages,
    contactsOptedOut,
    contactsMarkedUndeliverable,
    contactsCleared,
    summary: parts
      .filter(([count]) => count > 0)
      .map(([count, change]) => `${count} ${count === 1 ? "contact" : "contacts"} ${change}`),
  };
}

const STATE_KEY = "deliverability-night";
const HOURS = { from: 2, to: 5 };

/** Returns true once a night, between 2 and 5 a.m. in the business's zone, if the nightly scan is switched on. */
function claimNightlyScan(app: App): boolean {
  if (!getSettings(app).autoDeliverabilityCheck) return false;
  const hour = businessHour(app);
  const today = businessDay(app);
  if (hour < HOURS.from || hour >= HOURS.to || readState<string>(app.db, STATE_KEY) === today)
    return false;
  writeState(app.db, STATE_KEY, today);
  return true;
}

/** Classifies the numbers of a slice of the provider's messages, newest first, in the caller's transaction. */
export function classifySlice(app: App, slice: readonly ProviderMessage[]): ScanCounts {
  const sent = slice.filter((one) => one.direction === "outbound" && FINAL.has(one.status));
  const open = store.findUnscannedContacts(app.db, [...new Set(sent.map(({ to }) => to))]);
  const closed = new Set<string>();
  const reached = new Set<string>();
  const changes: NumberChange[] = [];
  for (const message of sent) {
    const contact = open.get(message.to);
    if (!contact || closed.has(message.to)) continue;
    const arrived = message.status === "delivered";
    if (arrived) reached.add(message.to);
    // The newest conclusive outcome of a number wins. An inconclusive one leaves the decision to older messages.
    if (arrived || isConclusive(app, message)) closed.add(message.to);
    if (arrived && !contact.undeliverable) continue;
    const change = classifyNumber(app, {
      phone: message.to,
      at: message.createdAt,
      code: arrived ? undefined : message.errorCode,
    });
    if (change) changes.push(change);
  }
  if (closed.size > 0) store.markNumbersScanned(app.db, closed);
  if (reached.size > 0) store.clearStrikesOfNumbers(app.db, reached);
  recordMissedFailures(app, sent);
  const count = (kind: NumberChange) => changes.filter((change) => change === kind).length;
  return {
    totalMessages: slice.length,
    contactsOptedOut: count("opted-out"),
    contactsMarkedUndeliverable: count("undeliverable"),
    contactsCleared: count("cleared"),
  };
}

function isConclusive(app: App, { errorCode }: ProviderMessage): boolean {
  const { verdict } = explainError(app, errorCode);
  return verdict === "opted-out" || verdict === "undeliverable";
}

/** Records failures whose receipts were lost. Lost receipts of deliveries are recovered when prices are fetched. */
function recordMissedFailures(app: App, sent: readonly ProviderMessage[]): void {
  const failed = sent.filter(({ status }) => status !== "delivered");
  const ours = store.findUnresolvedTexts(
    app.db,
    failed.map(({ providerId }) => providerId),
  );
  for (const message of failed) {
    const text = ours.get(message.providerId);
    if (text) applyStatus(app, text, message.status, message.errorCode);
  }
}
