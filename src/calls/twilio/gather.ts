import { type CallRow, findCallBySid } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import type { Conversation } from "#src/calls/conversation/conversation.ts";
import { GATHER_LIMITS } from "#src/calls/conversation/limits.ts";
import { liveCall } from "#src/calls/conversation/live-calls.ts";
import { WORDS } from "#src/calls/conversation/phrases.ts";
import type { Line, Next } from "#src/calls/conversation/transport.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import type { CallForm } from "./call-form.ts";
import { listen, voicemail } from "./incoming.ts";
import { dial } from "./on-hangup.ts";
import { takeCall } from "./opening.ts";
import { spoken } from "./speech.ts";

/** A call that goes sentence by sentence, by form. */
interface Turns {
  readonly conversation: Conversation;
  readonly heard: { words: string; next: Next | undefined };
  /** The turn that was answered last, and how: Twilio may ask twice. */
  answered: { turn: number; verbs: Promise<Verb[]> } | undefined;
  silences: number;
}

const MOST_SILENCES = 3;
/** By the conversation that is held of a call: gone with it. */
const held = new WeakMap<Conversation, Turns>();

/** One thing that the caller said, and what is said to it. */
export async function answerForm(app: App, form: CallForm, turn: number): Promise<Verb[]> {
  const turns = await turnsOf(app, form.CallSid);
  if (!turns) return voicemail(app, WORDS.failed);
  if (turns.answered?.turn === turn) return turns.answered.verbs;
  const verbs = reply(app, turns, form, turn);
  turns.answered = { turn, verbs };
  return verbs;
}

async function reply(app: App, turns: Turns, form: CallForm, turn: number): Promise<Verb[]> {
  const { conversation, heard } = turns;
  if (form.Digits !== "") await conversation.press(form.Digits.slice(0, 1));
  const wasHeard = form.SpeechResult.trim() !== "" || form.Digits !== "";
  turns.silences = wasHeard ? 0 : turns.silences + 1;
  if (form.SpeechResult.trim() !== "") await conversation.hear(form.SpeechResult);
  if (turns.silences >= MOST_SILENCES)
    return [...(await spoken(app, [WORDS.nobodyThere])), { verb: "hang up" }];

  // With what the clock said since the last form.
  const words = heard.words.trim() || WORDS.pardon;
  heard.words = "";
  if (heard.next === "hang up") return [...(await spoken(app, [words])), { verb: "hang up" }];
  if (heard.next === "hand over") return [...(await spoken(app, [words])), ...dial(app)];
  return listen(app, [words], (Number.isSafeInteger(turn) ? turn : 0) + 1);
}

/** The one that is held; after a restart one that remembers by its rows. */
async function turnsOf(app: App, callSid: string): Promise<Turns | undefined> {
  const conversation = liveCall(app, callSid);
  const known = conversation && held.get(conversation);
  if (known) return known;
  const call = findCallBySid(app.db, callSid);
  return call?.status === "in_progress" ? begin(app, call) : undefined;
}

async function begin(app: App, call: CallRow): Promise<Turns | undefined> {
  const heard: Turns["heard"] = { words: "", next: undefined };
  const line: Line = {
    say(words, last) {
      heard.words += last ? `${words} ` : words;
    },
    end(next) {
      heard.next = next;
    },
  };
  const conversation = await takeCall(app, call, line, GATHER_LIMITS);
  if (!conversation) return undefined;
  const turns: Turns = { conversation, heard, answered: undefined, silences: 0 };
  held.set(conversation, turns);
  return turns;
}
