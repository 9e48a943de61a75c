import {
  clearStrikesOf,
  closeNumbers,
  openAmong,
  unsettledAmong,
} from "#db/messaging/scanned-numbers.ts";
import type { App } from "#src/app.ts";
import { learnStatus } from "#src/messaging/outbox/outbox.ts";
import type { ProviderMessage } from "#src/platform/providers/sms.ts";
import { judgeNumber, meaningOf, type NumberChange } from "./deliverability.ts";
import type { Counts } from "./scan-state.ts";

/** What a slice of the provider's texts, newest first, says of its numbers; in the caller's transaction. */
export function judgeSlice(app: App, slice: readonly ProviderMessage[]): Counts {
  const sent = slice.filter(({ direction }) => direction === "outbound").filter(isFinal);
  const open = openAmong(app.db, [...new Set(sent.map(({ to }) => to))]);
  const closed = new Set<string>();
  const reached = new Set<string>();
  const changes: NumberChange[] = [];
  for (const message of sent) {
    const contact = open.get(message.to);
    if (!contact || closed.has(message.to)) continue;
    const arrived = message.status === "delivered";
    if (arrived) reached.add(message.to);
    // The newest outcome wins; an outcome that says nothing of the number leaves it to an older one.
    if (arrived || isLastWord(message)) closed.add(message.to);
    if (arrived && !contact.undeliverable) continue;
    const change = judgeNumber(app, {
      phone: message.to,
      at: message.createdAt,
      code: arrived ? undefined : message.errorCode,
    });
    if (change) changes.push(change);
  }
  if (closed.size > 0) closeNumbers(app.db, closed);
  if (reached.size > 0) clearStrikesOf(app.db, reached);
  settleOurs(app, sent);
  const count = (wanted: NumberChange) => changes.filter((change) => change === wanted).length;
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

function isLastWord({ errorCode }: ProviderMessage): boolean {
  const { verdict } = meaningOf(errorCode);
  return verdict === "opted-out" || verdict === "undeliverable";
}

/** Failures whose receipts were lost; what arrived is made good when prices are fetched. */
function settleOurs(app: App, sent: readonly ProviderMessage[]): void {
  const failed = sent.filter(({ status }) => status !== "delivered");
  const ours = unsettledAmong(
    app.db,
    failed.map(({ providerId }) => providerId),
  );
  for (const message of failed) {
    const text = ours.get(message.providerId);
    if (text) learnStatus(app, text, message);
  }
}
