import { setPrice } from "#db/messaging/message-receipts.ts";
import type { App } from "#src/app.ts";
import { claimDue } from "#src/messaging/outbox/claim.ts";
import { completeCampaigns, recordOutcomes } from "#src/messaging/outbox/outcomes.ts";
import { recordReceipt } from "#src/messaging/outbox/receipts.ts";
import { UNEXPLAINED } from "#src/platform/providers/twilio/error-codes.ts";

const STEP_MS = 2_000;
const MAX_STEPS = 2_000;

/** Returns the app with its clock at another time. */
export function atTime(app: App, time: number): App {
  return { ...app, now: () => time };
}

/** Sends queued texts as if the sender had run from that time on. The real code claims them and records their receipts. */
export function sendWaiting(app: App, from: number): void {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const then = atTime(app, from + step * STEP_MS);
    const { direct, paced } = claimDue(then, false, { direct: 50, paced: 50 });
    const texts = [...direct, ...paced];
    if (texts.length === 0 && step > 1) return;
    for (const text of texts) {
      const providerId = simulatedSid();
      recordOutcomes(then, [
        { text, outcome: { kind: "accepted", providerId, segments: undefined } },
      ]);
      // Twilio's price, slightly above the estimate.
      setPrice(app.db, text.id, 8_300);
      const failed = text.id % 41 === 0;
      recordReceipt(atTime(app, from + step * STEP_MS + STEP_MS), {
        providerId,
        to: text.phone,
        status: failed ? "undelivered" : "delivered",
        errorCode: failed ? UNEXPLAINED : null,
        rowId: undefined,
      });
    }
    completeCampaigns(then);
  }
}

export function simulatedSid(): string {
  return `SM${crypto.randomUUID().replaceAll("-", "")}`;
}
