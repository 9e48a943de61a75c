import {
  clearStrikesOfNumbers,
  findUnresolvedTexts,
  findUnscannedContacts,
  markNumbersScanned,
} from "#db/messaging/scanned-numbers.ts";
import type { App } from "#src/app.ts";
import { applyStatus } from "#src/messaging/outbox/receipts.ts";
import { explainError, type ProviderMessage } from "#src/platform/providers/carrier.ts";
import { classifyNumber, type NumberChange } from "./deliverability.ts";
import type { ScanCounts } from "./scan-state.ts";

/** Classifies the numbers of a slice of the provider's messages, newest first, in the caller's transaction. */
export function classifySlice(app: App, slice: readonly ProviderMessage[]): ScanCounts {
  const sent = slice.filter(({ direction }) => direction === "outbound").filter(isFinal);
  const open = findUnscannedContacts(app.db, [...new Set(sent.map(({ to }) => to))]);
  const closed = new Set<string>();
  const reached = new Set<string>();
  const changes: NumberChange[] = [];
  for (const message of sent) {
    const contact = open.get(message.to);
    if (!contact || closed.has(message.to)) continue;
    const arrived = message.status === "delivered";
    if (arrived) reached.add(message.to);
    // The newest conclusive outcome of a number wins. An inconclusive one leaves the decision to older messages.
    if (arrived || isConclusive(message)) closed.add(message.to);
    if (arrived && !contact.undeliverable) continue;
    const change = classifyNumber(app, {
      phone: message.to,
      at: message.createdAt,
      code: arrived ? undefined : message.errorCode,
    });
    if (change) changes.push(change);
  }
  if (closed.size > 0) markNumbersScanned(app.db, closed);
  if (reached.size > 0) clearStrikesOfNumbers(app.db, reached);
  recordMissedFailures(app, sent);
  const count = (kind: NumberChange) => changes.filter((change) => change === kind).length;
  return {
    totalMessages: slice.length,
    contactsOptedOut: count("opted-out"),
    contactsMarkedUndeliverable: count("undeliverable"),
    contactsCleared: count("cleared"),
  };
}

function isFinal({ status }: ProviderMessage): boolean {
  return status === "delivered" || status === "undelivered" || status === "failed";
}

function isConclusive({ errorCode }: ProviderMessage): boolean {
  const { verdict } = explainError(errorCode);
  return verdict === "opted-out" || verdict === "undeliverable";
}

/** Records failures whose receipts were lost. Lost receipts of deliveries are recovered when prices are fetched. */
function recordMissedFailures(app: App, sent: readonly ProviderMessage[]): void {
  const failed = sent.filter(({ status }) => status !== "delivered");
  const ours = findUnresolvedTexts(
    app.db,
    failed.map(({ providerId }) => providerId),
  );
  for (const message of failed) {
    const text = ours.get(message.providerId);
    if (text) applyStatus(app, text, message.status, message.errorCode);
  }
}
