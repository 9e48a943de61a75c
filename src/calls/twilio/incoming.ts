import { type CallRow, listOpenCalls, turnsOf } from "#db/calls/calls.ts";
import { countCallsOfCaller } from "#db/calls/calls-figures.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { hasAssistant } from "#src/calls/assistant/assistant.ts";
import { MAX_CALLS_PER_CALLER } from "#src/calls/conversation/limits.ts";
import { isAtCapacity } from "#src/calls/conversation/live-calls.ts";
import { greetingOf, PHRASES, voicemailGreetingOf } from "#src/calls/conversation/phrases.ts";
import { serviceNames, staffFirstNames } from "#src/calls/conversation/staff-directory.ts";
import { addTurn, beginCall } from "#src/calls/transcripts/transcripts.ts";
import { perApp } from "#src/platform/per-app.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { DAY_MS, HOUR_MS } from "#src/shared/durations.ts";
import { callToken, relayUrl, VOICE_PATHS, voiceUrl } from "./addresses.ts";
import { speechVerbs } from "./audio.ts";
import { callerNumber, configuredHandoverNumber, parseCaller } from "./own-numbers.ts";

/** Far below Twilio's limit of 500 hints. */
const MAX_HINTS_LENGTH = 1_000;

/** Answers an incoming call with the assistant or the voicemail. Idempotent: Twilio may repeat its request. */
export async function answerCall(app: App, event: CallEvent): Promise<Verb[]> {
  const { callSid } = event;
  // Otherwise the caller would be connected to this assistant again and again.
  if (isForwardedHandover(app, event)) return [{ verb: "reject" }];
  const caller = { callSid, phone: callerNumber(app, event) };
  const isAnswered = hasAssistant(app) && !isAtCapacity(app) && !isOverCallerLimit(app, caller);
  const greeting = isAnswered ? greetingOf(app) : voicemailGreetingOf(app);
  const call = recordIncomingCall(app, caller, greeting);
  if (call.status !== "in_progress") return [{ verb: "hang up" }];
  if (!isAnswered) return voicemailVerbs(app, greeting);
  // The caller cannot talk over words outside the gather verb, so the disclosure is heard in full.
  if (getSettings(app).aiCallMode === "gather")
    return [...(await speechVerbs(app, [greeting])), ...(await listenVerbs(app, [], 1))];
  return relayVerbs(app, callSid, greeting);
}

/** Connects a call to the assistant through a socket. */
export function relayVerbs(app: App, callSid: string, greeting: string): Verb[] {
  return [
    {
      verb: "relay",
      url: relayUrl(app),
      greeting,
      hints: hintsOf(app),
      parameters: { pass: callToken(app, callSid) },
      action: voiceUrl(app, VOICE_PATHS.after),
    },
  ];
}

/** Stores the call with the greeting as its first turn. */
function recordIncomingCall(
  app: App,
  call: { callSid: string; phone: string | null },
  greeting: string,
): CallRow {
  return inTransaction(app.db, () => {
    const row = beginCall(app, call);
    if (turnsOf(app.db, row.id).length === 0)
      addTurn(app, row.id, { role: "assistant", content: greeting });
    return row;
  });
}

/** Takes a message as text. It needs no model and keeps no recording. */
export function voicemailVerbs(app: App, text: string): Verb[] {
  return [
    { verb: "say", text },
    { verb: "listen", action: voiceUrl(app, VOICE_PATHS.message), isMessage: true, prompt: [] },
    { verb: "say", text: PHRASES.notHeard },
    { verb: "hang up" },
  ];
}

/** Says something and listens. `turn` identifies the next request, so that a repeated one is recognized. */
export async function listenVerbs(
  app: App,
  texts: readonly string[],
  turn: number,
  input: "speech" | "keys" = "speech",
): Promise<Verb[]> {
  return [
    {
      verb: "listen",
      action: `${voiceUrl(app, VOICE_PATHS.gather)}?turn=${turn}`,
      hints: hintsOf(app),
      isKeyed: input === "keys",
      prompt: await speechVerbs(app, texts),
    },
  ];
}

function hintsOf(app: App): string {
  const names = [...staffFirstNames(app), ...serviceNames(app)];
  let hints = "";
  for (const word of names.map((one) => one.replaceAll(",", " "))) {
    const longer = hints === "" ? word : `${hints},${word}`;
    if (longer.length > MAX_HINTS_LENGTH) break;
    hints = longer;
  }
  return hints;
}

/** Longer than a handover rings. */
const HANDOVER_MS = 60_000;

/** Returns true when a caller has too many calls at once or today for another one with the assistant. */
function isOverCallerLimit(
  app: App,
  caller: { readonly phone: string | null; readonly callSid: string },
): boolean {
  const { atOnce, perDay } = MAX_CALLS_PER_CALLER[caller.phone === null ? "withheld" : "known"];
  const { open, total } = countCallsOfCaller(app.db, caller, app.now() - DAY_MS);
  return open >= atOnce || total >= perDay;
}

/**
 * Recognizes a call that was handed over to a number which forwards to the salon's own. It carries the
 * number of the caller who is being connected, or names the number that forwarded it. The salon's own phone
 * may forward every call, so only one that comes during a handover can be that.
 */
export function isForwardedHandover(app: App, event: ForwardedCall): boolean {
  const rejected = rejectedOf(app);
  if (rejected.has(event.callSid)) return true;
  if (!comesDuringHandover(app, event)) return false;
  for (const [sid, at] of rejected) if (at < app.now() - HOUR_MS) rejected.delete(sid);
  rejected.set(event.callSid, app.now());
  return true;
}

type ForwardedCall = Pick<CallEvent, "callSid" | "from" | "forwardedFrom">;

/** When each call was rejected. Twilio may report its end after the handover is over; it isn't a missed call. */
const rejectedOf = perApp(() => new Map<string, number>());

function comesDuringHandover(app: App, { callSid, from, forwardedFrom }: ForwardedCall): boolean {
  const handover = configuredHandoverNumber(app);
  if (handover === undefined) return false;
  const phone = parseCaller(app, from);
  const isForwarded = phone === handover || parseCaller(app, forwardedFrom) === handover;
  const others = listOpenCalls(app.db, app.now() + 1).filter(
    (call) => call.callSid !== callSid && (isForwarded || (phone !== null && call.phone === phone)),
  );
  return others.some(({ id }) => {
    const last = turnsOf(app.db, id).at(-1);
    return last?.content === PHRASES.connecting && last.createdAt > app.now() - HANDOVER_MS;
  });
}
