import { findCallBySid } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { classifyEnding, endCallOnce } from "#src/calls/conversation/ending.ts";
import { dropCall } from "#src/calls/conversation/live-calls.ts";
import { beginCall } from "#src/calls/transcripts/transcripts.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { isForwardedHandover } from "./caller-limits.ts";
import { callerNumber } from "./own-numbers.ts";

/**
 * Handles Twilio's status webhook. Requests may repeat, arrive out of order, or precede the closing of
 * the socket. Only final statuses matter, and one may be the first request about a call.
 */
export async function recordCallStatus(app: App, event: CallEvent): Promise<void> {
  const { callSid, seconds } = event;
  const isMissed = event.status === "missed";
  if (event.status === "under way") return;
  // Twilio reports the outbound leg of a handover as a separate call.
  if (!event.isInbound) return;

  if (isForwardedHandover(app, event)) return;

  await dropCall(app, callSid);
  await whenFree(() =>
    inTransaction(app.db, () => {
      const call =
        findCallBySid(app.db, callSid) ??
        beginCall(app, { callSid, phone: callerNumber(app, event.from) });
      const status = isMissed ? "missed" : classifyEnding(app, call.id);
      endCallOnce(app, call.id, { status, seconds });
    }),
  );
}
