import { listOpenCalls, turnsOf } from "#db/calls/calls.ts";
import { countCallsOfCaller } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { MAX_CALLS_PER_CALLER } from "#src/calls/conversation/limits.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { callerNumber, configuredHandoverNumber } from "./own-numbers.ts";

/** Longer than a handover rings. */
const HANDOVER_MS = 60_000;

/** Returns true when a caller has too many calls at once or today for another one with the assistant. */
export function isOverCallerLimit(
  app: App,
  caller: { readonly phone: string | null; readonly callSid: string },
): boolean {
  const { atOnce, perDay } = MAX_CALLS_PER_CALLER[caller.phone === null ? "withheld" : "known"];
  const { open, total } = countCallsOfCaller(app.db, caller, app.now() - DAY_MS);
  return open >= atOnce || total >= perDay;
}

/**
 * Recognizes a call that was handed over to a number which forwards to the salon's own. It carries the
 * number of the caller who is being connected, or names the number that forwarded it.
 */
export function isForwardedHandover(
  app: App,
  { callSid, from, forwardedFrom }: Pick<CallEvent, "callSid" | "from" | "forwardedFrom">,
): boolean {
  const handover = configuredHandoverNumber(app);
  if (handover === undefined) return false;
  if (callerNumber(app, forwardedFrom) === handover) return true;
  const phone = callerNumber(app, from);
  const others = listOpenCalls(app.db, app.now() + 1).filter(
    (call) => phone !== null && call.phone === phone && call.callSid !== callSid,
  );
  return others.some(({ id }) => {
    const last = turnsOf(app.db, id).at(-1);
    return last?.content === PHRASES.connecting && last.createdAt > app.now() - HANDOVER_MS;
  });
}
