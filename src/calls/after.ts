import { findCallBySid } from "#db/calls.ts";
import type { App } from "#src/app.ts";
import type { Verb } from "#src/providers/twiml.ts";
import { addressOf, VOICE } from "./addresses.ts";
import { handoffData } from "./frames.ts";
import { voicemail } from "./incoming.ts";
import { handoverNumber } from "./own-numbers.ts";
import type { CallForm } from "./webhooks.ts";
import { WORDS } from "./words.ts";

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

/** Nobody came to the telephone: a message is better than nothing. */
export function afterDial(app: App, { DialCallStatus }: CallForm): Verb[] {
  return DialCallStatus === "completed" || DialCallStatus === "answered"
    ? [{ verb: "hang up" }]
    : voicemail(app, WORDS.nobody);
}
