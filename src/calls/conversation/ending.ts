import { callsLeftOpen, findCall, setTextBack, turnsOf } from "#db/calls/calls.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { endCall } from "#src/calls/transcripts/transcripts.ts";
import { textBack } from "#src/calls/twilio/text-back.ts";
import { dropCall } from "./live-calls.ts";
import { WORDS } from "./phrases.ts";
import { allWritten } from "./turn-batch.ts";

export interface Ending {
  readonly status: "completed" | "missed" | "failed";
  /** As Twilio counted them. */
  readonly seconds?: number | undefined;
  /** Now unless told. */
  readonly endedAt?: number | undefined;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * However often and by whomever the end is told: the first settles it, and with it, for a call that was
 * missed or cut off, the one text back. Later ones only add the seconds.
 */
export function endOnce(app: App, callId: number, ending: Ending): void {
  inTransaction(app.db, () => {
    const isFirst = endCall(app, callId, ending);
    if (!isFirst || ending.status === "completed") return;
    const call = findCall(app.db, callId);
    const textId = call && textBack(app, call);
    if (textId !== undefined && textId !== null) setTextBack(app.db, callId, textId);
  });
}

/** By what was said: who was silent, or asked for a person and reached nobody, was missed. */
export function endingOf(app: App, callId: number): "completed" | "missed" {
  if (findCall(app.db, callId)?.message) return "completed";
  const turns = turnsOf(app.db, callId);
  const heard = turns.findLastIndex(({ role }) => role !== "assistant");
  const reachedNobody = turns.some(({ content }, at) => at > heard && content === WORDS.nobody);
  return heard === -1 || reachedNobody ? "missed" : "completed";
}

/**
 * At the start: whoever was in the middle of a call when the server died was cut off, but for those who
 * are with a person: Twilio holds these.
 */
export function endCutOffCalls(app: App): void {
  inTransaction(app.db, () => {
    for (const call of callsLeftOpen(app.db, app.now() + 1)) {
      const last = turnsOf(app.db, call.id).at(-1);
      const status = last?.content === WORDS.connecting ? "completed" : "failed";
      endOnce(app, call.id, { status, endedAt: last?.createdAt ?? call.startedAt });
    }
  });
}

/** Of calls that Twilio never told the end of: none goes on for so long with us. */
export async function endForgottenCalls(app: App): Promise<void> {
  await allWritten(app);
  for (const { id, callSid, startedAt } of callsLeftOpen(app.db, app.now() - HOUR_MS)) {
    const endedAt = turnsOf(app.db, id).at(-1)?.createdAt ?? startedAt;
    await whenFree(() => endOnce(app, id, { status: endingOf(app, id), endedAt }));
    // One that goes sentence by sentence would be held for ever.
    await dropCall(app, callSid);
  }
}
