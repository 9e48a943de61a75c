import { clearStrikes } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { markAccepted, reopenUnknown } from "#db/messaging/message-outcomes.ts";
import {
  findByProviderId,
  findText,
  type LedgerRow,
  settleText,
} from "#db/messaging/message-receipts.ts";
import type { App } from "#src/app.ts";
import { drawConsequences, type FailedText } from "#src/messaging/deliverability/apply-failure.ts";
import { judgeNumber, meaningOf } from "#src/messaging/deliverability/deliverability.ts";
import { tooManyFiltered } from "#src/messaging/deliverability/filtered-share.ts";
import { countTextOutcome } from "#src/platform/metrics/metrics.ts";
import type { ProviderStatus } from "#src/platform/providers/sms.ts";
import { countTexts } from "./outcomes.ts";

export interface Receipt {
  readonly providerId: string;
  readonly to: string;
  readonly status: ProviderStatus;
  readonly errorCode: number | null;
  /** Our row's id, from the address that the receipt came to. */
  readonly rowId: number | undefined;
}

/** Receipts come late, twice, out of order, and before the provider's answer to us. */
export function recordReceipt(app: App, receipt: Receipt): void {
  inTransaction(app.db, () => {
    const text = findByProviderId(app.db, receipt.providerId) ?? adoptEarly(app, receipt);
    if (!text) {
      app.log("warn", "a receipt for a text that we do not know", {
        providerId: receipt.providerId,
      });
      return;
    }
    applyStatus(app, text, receipt.status, receipt.errorCode);
    if (text.campaignId !== null) app.events.changed("campaigns", text.campaignId);
    else app.events.changed("conversations");
    app.events.changed("messages");
  });
}

/** Moves a text that the provider has to what became of it; a settled text never moves again. */
export function applyStatus(
  app: App,
  text: FailedText,
  status: ProviderStatus,
  code: number | null,
): void {
  if (status !== "delivered" && status !== "undelivered" && status !== "failed") return;
  const failed = status !== "delivered";
  const words = failed ? meaningOf(code, "The text was not delivered").words : null;
  if (!settleText(app.db, text.id, { status, code: failed ? code : null, words }, app.now()))
    return;

  countTextOutcome(app, status);
  if (failed) {
    countTexts(app, 0, 1);
    drawConsequences(app, text, code);
    return;
  }
  clearStrikes(app.db, text.phone);
  judgeNumber(app, { phone: text.phone, at: text.sentAt ?? app.now(), code: undefined });
  if (text.campaignId !== null) tooManyFiltered(app, text.campaignId, false);
}

/**
 * The signed address names our row: when its number agrees the text was surely accepted, whatever
 * we heard of it, a row that went back to the queue included.
 */
function adoptEarly(app: App, receipt: Receipt): LedgerRow | undefined {
  if (receipt.rowId === undefined) return undefined;
  const text = findText(app.db, receipt.rowId);
  if (!text || text.phone !== receipt.to) return undefined;
  if (text.status === "unknown") reopenUnknown(app.db, text.id);
  if (!adoptText(app, text, receipt.providerId)) {
    app.log("error", "a second text left for one row", {
      row: text.id,
      providerId: receipt.providerId,
    });
    return undefined;
  }
  return text;
}

/** A text of ours that the provider turned out to have. False when it has one already. */
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
