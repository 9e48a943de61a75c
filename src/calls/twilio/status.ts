import { findCallBySid } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { classifyEnding, endCallOnce } from "#src/calls/conversation/ending.ts";
import { dropCall } from "#src/calls/conversation/live-calls.ts";
import { beginCall } from "#src/calls/transcripts/transcripts.ts";
import type { CallForm } from "./call-form.ts";
import { callerNumber } from "./own-numbers.ts";

/** Twilio's final statuses of a call without a conversation. */
const NEVER_ANSWERED = new Set(["busy", "no-answer", "canceled", "failed"]);

/**
 * Handles Twilio's status webhook. Requests may repeat, arrive out of order, or precede the closing of
 * the socket. Only final statuses matter, and one may be the first request about a call.
 */
export async function recordCallStatus(app: App, form: CallForm): Promise<void> {
  const { CallSid, CallStatus, CallDuration: seconds } = form;
  const isMissed = NEVER_ANSWERED.has(CallStatus);
  if (!isMissed && CallStatus !== "completed") return;
  // Twilio reports the outbound leg of a handover as a separate call.
  if (!form.Direction.startsWith("inbound")) return;

  await dropCall(app, CallSid);
  await whenFree(() =>
    inTransaction(app.db, () => {
      const call =
        findCallBySid(app.db, CallSid) ??
        beginCall(app, { callSid: CallSid, phone: callerNumber(app, form.From) });
      const status = isMissed ? "missed" : classifyEnding(app, call.id);
      endCallOnce(app, call.id, { status, seconds });
    }),
  );
}
