import { findCallBySid } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { endingOf, endOnce } from "#src/calls/conversation/ending.ts";
import { dropCall } from "#src/calls/conversation/live-calls.ts";
import { beginCall } from "#src/calls/transcripts/transcripts.ts";
import type { CallForm } from "./call-form.ts";
import { callerNumber } from "./own-numbers.ts";

/** Nobody was talked to. */
const NEVER_ANSWERED = new Set(["busy", "no-answer", "canceled", "failed"]);

/**
 * How a call stands, by Twilio's word: repeated, out of order, and sometimes before our socket hears of
 * its end. Only the end matters; it may be the first that we hear of a call.
 */
export async function settleStatus(app: App, form: CallForm): Promise<void> {
  const { CallSid, CallStatus, CallDuration: seconds } = form;
  const isMissed = NEVER_ANSWERED.has(CallStatus);
  if (!isMissed && CallStatus !== "completed") return;
  // The leg to the person who was handed over to is a call of its own.
  if (!form.Direction.startsWith("inbound")) return;

  await dropCall(app, CallSid);
  await whenFree(() =>
    inTransaction(app.db, () => {
      const call =
        findCallBySid(app.db, CallSid) ??
        beginCall(app, { callSid: CallSid, phone: callerNumber(app, form.From) });
      const status = isMissed ? "missed" : endingOf(app, call.id);
      endOnce(app, call.id, { status, seconds });
    }),
  );
}
