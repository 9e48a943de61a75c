import { findCall, listOpenCalls, setTextBack, turnsOf } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { endCall } from "#src/calls/transcripts/transcripts.ts";
import { sendTextBack } from "#src/calls/twilio/text-back.ts";
import { notifyStaff } from "#src/platform/push/push.ts";
import { dropCall } from "./live-calls.ts";
import { PHRASES } from "./phrases.ts";
import { flushWrites } from "./turn-batch.ts";

export interface CallEnding {
  readonly status: "completed" | "missed" | "failed";
  /** The duration as Twilio measured it. */
  readonly seconds?: number | undefined;
  /** Epoch milliseconds. Defaults to now. */
  readonly endedAt?: number | undefined;
}

const UNREACHABLE: readonly string[] = [PHRASES.noOneAvailable, PHRASES.noOneAnswered];
const HOUR_MS = 60 * 60 * 1000;

/**
 * Ends a call. The first report sets the status and, for a missed or failed call, sends the one text
 * back. Later reports only add the duration.
 */
export function endCallOnce(app: App, callId: number, ending: CallEnding): void {
  inTransaction(app.db, () => {
    const isFirst = endCall(app, callId, ending);
    if (!isFirst || ending.status === "completed") return;
    const call = findCall(app.db, callId);
    if (call)
      notifyStaff(app, {
        kind: "missed-call",
        title: "Missed call: ",
        client: {
          id: call.contactId,
          name: call.contactName ?? call.phone ?? "unknown number",
          phone: call.phone,
        },
        body: call.message || "They left no message.",
        path: `/call-transcripts?call=${callId}`,
        tag: `call-${callId}`,
      });
    const textId = call && sendTextBack(app, call);
    if (textId !== undefined && textId !== null) setTextBack(app.db, callId, textId);
  });
}

/**
 * Derives the status from the transcript. A call is missed when the caller said nothing, or asked for a
 * person and could not be connected.
 */
export function classifyEnding(app: App, callId: number): "completed" | "missed" {
  if (findCall(app.db, callId)?.message) return "completed";
  const turns = turnsOf(app.db, callId);
  const lastCallerTurn = turns.findLastIndex(({ role }) => role !== "assistant");
  const wasUnreachable = turns.some(
    ({ content }, at) => at > lastCallerTurn && UNREACHABLE.includes(content),
  );
  return lastCallerTurn === -1 || wasUnreachable ? "missed" : "completed";
}

/** Ends calls whose end Twilio never reported. No call with the assistant lasts an hour. */
export async function endStaleCalls(app: App): Promise<void> {
  await flushWrites(app);
  for (const { id, callSid, startedAt } of listOpenCalls(app.db, app.now() - HOUR_MS)) {
    const endedAt = turnsOf(app.db, id).at(-1)?.createdAt ?? startedAt;
    await whenFree(() => endCallOnce(app, id, { status: classifyEnding(app, id), endedAt }));
    // A gather call has no socket whose closing would release it.
    await dropCall(app, callSid);
  }
}
