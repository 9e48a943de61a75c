import type { Context, Hono } from "hono";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { perApp } from "#src/platform/per-app.ts";
import type { CarrierEvent } from "#src/platform/providers/carrier.ts";
import { Problem } from "#src/shared/problem.ts";
import { type Receipt, recordReceipt } from "./receipts.ts";

/** A campaign at the carriers' highest pace gets 450 receipts a second. */
const TOGETHER_MS = 100;

export function mountReceipts(hono: Hono, app: App): void {
  hono.post("/api/twilio/status-callback", async (c) => {
    const { kind: _, ...receipt } = await readWebhook(c, app, "receipt");
    const rid = Number(c.req.query("rid"));
    const rowId = Number.isSafeInteger(rid) && rid > 0 ? rid : undefined;
    await recordTogether(app, { ...receipt, rowId });
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
}

interface Waiting {
  readonly receipt: Receipt;
  readonly recorded: PromiseWithResolvers<void>;
}

const waitingIn = perApp((): Waiting[] => []);

/** Records receipts that arrive together in one transaction, because each commit waits for the disk. */
function recordTogether(app: App, receipt: Receipt): Promise<void> {
  const waiting = waitingIn(app);
  const recorded = Promise.withResolvers<void>();
  if (waiting.push({ receipt, recorded }) === 1)
    setTimeout(() => recordAll(app, waiting.splice(0)), TOGETHER_MS);
  return recorded.promise;
}

async function recordAll(app: App, together: readonly Waiting[]): Promise<void> {
  try {
    await whenFree(() =>
      inTransaction(app.db, () => {
        for (const { receipt } of together) recordReceipt(app, receipt);
      }),
    );
    for (const { recorded } of together) recorded.resolve();
  } catch {
    // Alone, one that can't be recorded doesn't keep the others from it.
    for (const { receipt, recorded } of together)
      whenFree(() => recordReceipt(app, receipt)).then(recorded.resolve, recorded.reject);
  }
}

/** Reads a webhook of the carrier. @throws Problem 403 for a wrong signature, 400 for one that is not of this kind */
export async function readWebhook<Kind extends CarrierEvent["kind"]>(
  c: Context,
  app: App,
  kind: Kind,
): Promise<CarrierEvent & { kind: Kind }> {
  const event = await app.providers.carrier.readWebhook(app, c);
  if (event?.kind !== kind) throw new Problem(400, `This request isn't about a ${kind}.`);
  return event as CarrierEvent & { kind: Kind };
}
