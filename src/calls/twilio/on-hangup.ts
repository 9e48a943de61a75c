import { findCallBySid, turnsOf } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { writeNow } from "#src/calls/conversation/turn-batch.ts";
import { addTurn } from "#src/calls/transcripts/transcripts.ts";
import { handoffData } from "#src/platform/providers/twilio/relay-frames.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { VOICE_PATHS, voiceUrl } from "./addresses.ts";
import { voicemailVerbs } from "./incoming.ts";
import { handoverNumber } from "./own-numbers.ts";

/** Continues a call after its socket closed. If the socket broke, the caller is still connected. */
export function afterRelay(app: App, { callSid, handoff }: CallEvent): Verb[] {
  if (handoff === handoffData("hand over")) return dialVerbs(app);
  if (handoff === handoffData("hang up")) return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, callSid);
  return call ? voicemailVerbs(app, PHRASES.assistantFailed) : [{ verb: "hang up" }];
}

export function dialVerbs(app: App): Verb[] {
  const number = handoverNumber(app);
  if (number === undefined) return voicemailVerbs(app, PHRASES.nobodyAvailable);
  return [{ verb: "dial", number, action: voiceUrl(app, VOICE_PATHS.afterDial) }];
}

/** Takes a message if the person did not answer. Without a message the call counts as missed. */
export async function afterDial(app: App, { callSid, isDialAnswered }: CallEvent): Promise<Verb[]> {
  if (isDialAnswered) return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, callSid);
  if (call)
    await writeNow(app, () => {
      // Twilio may repeat the request; the turn is stored once.
      if (turnsOf(app.db, call.id).at(-1)?.content !== PHRASES.nobodyAvailable)
        addTurn(app, call.id, { role: "assistant", content: PHRASES.nobodyAvailable });
    });
  return voicemailVerbs(app, PHRASES.nobodyAvailable);
}
