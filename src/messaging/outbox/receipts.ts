import { clearStrikes } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { markAccepted, reopenUnknown } from "#db/messaging/message-outcomes.ts";
import * as store from "#db/messaging/message-receipts.ts";
import type { App } from "#src/app.ts";
import {
  applyFailure,
  type FailedText,
  recordOutcome,
  toFailure,
} from "#src/messaging/deliverability/apply-failure.ts";
import { classifyNumber } from "#src/messaging/deliverability/deliverability.ts";
import { countTextOutcome } from "#src/platform/metrics/metrics.ts";
import type { ProviderStatus } from "#src/platform/providers/carrier.ts";
import { countTexts } from "./outcomes.ts";

export interface Receipt {
  readonly providerId: string;
  readonly to: string;
  readonly status: ProviderStatus;
  readonly errorCode: number | null;
  /** The row's id, from the address that the receipt was posted to. */
  readonly rowId: number | undefined;
}

/** Records a receipt. Receipts arrive late, twice, out of order, and before the provider's answer to our request. */
export function recordReceipt(app: App, receipt: Receipt): void {
  inTransaction(app.db, () => {
    const known = store.findByProviderId(app.db, receipt.providerId);
    const text = known ?? adoptEarlyReceipt(app, receipt);
    if (!text) {
      app.log("warn", "received a receipt for an unknown text", {
        providerId: receipt.providerId,
      });
      return;
    }
    const hasChanged = applyStatus(app, text, receipt.status, receipt.errorCode);
    if (known && !hasChanged) return;
    // A failure may arrive after the campaign is completed, when no screen follows its progress.
    const isFailure = receipt.status === "failed" || receipt.status === "undelivered";
    if (text.campaignId !== null)
      app.events.changed(isFailure ? "campaigns" : "campaign-progress", text.campaignId);
    else app.events.changed("conversations");
    app.events.changed("messages");
  });
}

/**
 * Records the final status of a sent text and its consequences. A text with a final status does not change. Returns true
 * when it changed.
 */
export function applyStatus(
  app: App,
  text: FailedText,
  status: ProviderStatus,
  code: number | null,
): boolean {
  if (status !== "delivered" && status !== "undelivered" && status !== "failed") return false;
  const failed = status !== "delivered";
  const reason = "The text wasn't delivered";
  const failure = failed ? toFailure(app, text, { stage: "delivery", code, reason }) : undefined;
  const final = { status, code: failure?.code ?? null, reason: failure?.reason ?? null };
  if (!store.recordFinalStatus(app.db, text.id, final, app.now())) return false;

  countTextOutcome(app, status);
  if (failure) {
    countTexts(app, 0, 1);
    applyFailure(app, text, failure);
    return true;
  }
  clearStrikes(app.db, text.phone);
  classifyNumber(app, { phone: text.phone, at: text.sentAt ?? app.now(), code: undefined });
  if (text.campaignId !== null) recordOutcome(app, text.campaignId, "delivery", "success");
  return true;
}

/**
 * Finds the text by the row id in the signed callback address. When its number agrees, the provider
 * has certainly accepted it, even if the row went back to the queue.
 */
function adoptEarlyReceipt(app: App, receipt: Receipt): store.LedgerRow | undefined {
  if (receipt.rowId === undefined) return undefined;
  const text = store.findText(app.db, receipt.rowId);
  if (!text || text.phone !== receipt.to) return undefined;
  if (text.status === "unknown") reopenUnknown(app.db, text.id);
  if (!adoptText(app, text, receipt.providerId)) {
    app.log("error", "the provider accepted a second text for one row", {
      row: text.id,
      providerId: receipt.providerId,
    });
    return undefined;
  }
  return text;
}

/** Marks a text as sent because the provider has it. Returns false when the row already has a provider id. */
export function adoptText(
  app: App,
  text: { id: number; campaignId: number | null; retryOf: number | null },
  providerId: string,
): boolean {
  const recipientOf = text.retryOf === null ? text.campaignId : null;
  const accepted = markAccepted(
    app.db,
    [{ id: text.id, recipientOf, providerId, segments: undefined }],
    app.now(),
  );
  countTexts(app, accepted, 0);
  return accepted > 0;
}
