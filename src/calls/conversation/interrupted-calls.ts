import { findCallBySid, listOpenCalls, turnsOf } from "#db/calls/calls.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";
import { endCallOnce } from "./ending.ts";
import { findLiveCall } from "./live-calls.ts";
import { PHRASES } from "./phrases.ts";

/** The calls that were in progress when the server stopped and have not resumed yet, by CallSid. */
const interruptedOf = perApp(() => new Set<string>());

/** Runs at startup. Twilio holds these calls and asks for their next step. */
export function recordInterruptedCalls(app: App): void {
  for (const { callSid } of listOpenCalls(app.db, app.now() + 1)) interruptedOf(app).add(callSid);
}

/** Returns true once for a call in progress that a stop of the server interrupted. */
export function takeInterruptedCall(app: App, callSid: string): boolean {
  const wasInterrupted = interruptedOf(app).delete(callSid);
  return wasInterrupted && findCallBySid(app.db, callSid)?.status === "in_progress";
}

/**
 * Ends the interrupted calls that have not resumed. Runs a minute after the start. A caller who was being
 * connected to a person was not cut off, because Twilio holds that call.
 */
export function endInterruptedCalls(app: App): void {
  const waiting = interruptedOf(app);
  inTransaction(app.db, () => {
    for (const call of listOpenCalls(app.db, app.now() + 1)) {
      if (!waiting.has(call.callSid) || findLiveCall(app, call.callSid)) continue;
      const last = turnsOf(app.db, call.id).at(-1);
      const status = last?.content === PHRASES.connecting ? "completed" : "failed";
      endCallOnce(app, call.id, { status, endedAt: last?.createdAt ?? call.startedAt });
    }
  });
  waiting.clear();
}
