import { findCallBySid, turnsOf } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import { WORDS } from "#src/calls/conversation/phrases.ts";
import { writeNow } from "#src/calls/conversation/turn-batch.ts";
import { addTurn } from "#src/calls/transcripts/transcripts.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import { addressOf, VOICE } from "./addresses.ts";
import type { CallForm } from "./call-form.ts";
import { handoffData } from "./frames.ts";
import { voicemail } from "./incoming.ts";
import { handoverNumber } from "./own-numbers.ts";

/** The socket is over: as the assistant wished, or because it broke; then the caller is still there. */
export function afterRelay(app: App, { CallSid, HandoffData }: CallForm): Verb[] {
  if (HandoffData === handoffData("hand over")) return dial(app);
  if (HandoffData === handoffData("hang up")) return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, CallSid);
  return call ? voicemail(app, WORDS.failed) : [{ verb: "hang up" }];
}

export function dial(app: App): Verb[] {
  const number = handoverNumber(app);
  if (number === undefined) return voicemail(app, WORDS.nobody);
  return [{ verb: "dial", number, action: addressOf(app, VOICE.afterDial) }];
}

/** Nobody came to the telephone: a message is better than nothing, and without one the call was missed. */
export async function afterDial(app: App, { CallSid, DialCallStatus }: CallForm): Promise<Verb[]> {
  if (DialCallStatus === "completed" || DialCallStatus === "answered") return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, CallSid);
  if (call)
    await writeNow(app, () => {
      // Asked twice it is said once.
      if (turnsOf(app.db, call.id).at(-1)?.content !== WORDS.nobody)
        addTurn(app, call.id, { role: "assistant", content: WORDS.nobody });
    });
  return voicemail(app, WORDS.nobody);
}
