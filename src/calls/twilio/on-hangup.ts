import { findCallBySid, turnsOf } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { hasAssistant } from "#src/calls/assistant/assistant.ts";
import { takeInterruptedCall } from "#src/calls/conversation/interrupted-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { writeNow } from "#src/calls/conversation/turn-batch.ts";
import { addTurn } from "#src/calls/transcripts/transcripts.ts";
import { handoffData } from "#src/platform/providers/twilio/relay-frames.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { VOICE_PATHS, voiceUrl } from "./addresses.ts";
import { relayVerbs, voicemailVerbs } from "./incoming.ts";
import { handoverNumber } from "./own-numbers.ts";

/**
 * Continues a call after its socket closed. If the socket broke, the caller is still connected: after a
 * restart of the server they go on with the assistant, else they can leave a message.
 */
export function afterRelay(app: App, { callSid, handoff }: CallEvent): Verb[] {
  if (handoff === handoffData("hand over")) return dialVerbs(app);
  if (handoff === handoffData("hang up")) return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, callSid);
  if (call && takeInterruptedCall(app, callSid) && hasAssistant(app)) {
    addTurn(app, call.id, { role: "assistant", content: PHRASES.goOn });
    return relayVerbs(app, callSid, PHRASES.goOn);
  }
  return call ? voicemailVerbs(app, PHRASES.assistantFailed) : [{ verb: "hang up" }];
}

export function dialVerbs(app: App): Verb[] {
  const number = handoverNumber(app);
  if (number === undefined) return voicemailVerbs(app, PHRASES.noOneAnswered);
  return [{ verb: "dial", number, action: voiceUrl(app, VOICE_PATHS.afterDial) }];
}

/** Takes a message if the person did not answer. Without a message the call counts as missed. */
export async function afterDial(app: App, { callSid, isDialAnswered }: CallEvent): Promise<Verb[]> {
  if (isDialAnswered) return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, callSid);
  if (call)
    await writeNow(app, () => {
      // Twilio may repeat the request; the turn is stored once.
      if (turnsOf(app.db, call.id).at(-1)?.content !== PHRASES.noOneAnswered)
        addTurn(app, call.id, { role: "assistant", content: PHRASES.noOneAnswered });
    });
  return voicemailVerbs(app, PHRASES.noOneAnswered);
}
