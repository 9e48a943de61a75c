import { type CallRow, findCallBySid } from "#db/calls/calls.ts";
import type { App } from "#src/app.ts";
import type { Conversation } from "#src/calls/conversation/conversation-options.ts";
import { GATHER_LIMITS } from "#src/calls/conversation/limits.ts";
import { findLiveCall } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import type { NextStep, Transport } from "#src/calls/conversation/transport.ts";
import type { Verb } from "#src/platform/providers/twilio/twiml.ts";
import type { CallEvent } from "#src/platform/providers/twilio/voice-webhook.ts";
import { connectCall } from "./connect-call.ts";
import { listenVerbs, voicemailVerbs } from "./incoming.ts";
import { dialVerbs } from "./on-hangup.ts";
import { speechVerbs } from "./speech.ts";

/** A call in gather mode: each webhook request carries one utterance and its reply carries the answer. */
interface GatherCall {
  readonly conversation: Conversation;
  /** The words and the next step that the next reply will contain. */
  readonly pending: { text: string; next: NextStep | undefined };
  /** The last turn and its reply, because Twilio may repeat a request. */
  answered: { turn: number; verbs: Promise<Verb[]> } | undefined;
  silences: number;
  /** The first key of a number that the caller is pressing. */
  keys: string;
}

const MAX_SILENCES = 3;
/** Keyed by the conversation, so an entry goes when its conversation does. */
const gatherCalls = new WeakMap<Conversation, GatherCall>();

/** Answers one utterance of the caller. */
export async function answerGather(app: App, event: CallEvent, turn: number): Promise<Verb[]> {
  const call = await findGatherCall(app, event.callSid);
  if (!call) return voicemailVerbs(app, PHRASES.assistantFailed);
  if (call.answered?.turn === turn) return call.answered.verbs;
  const verbs = reply(app, call, event, turn);
  call.answered = { turn, verbs };
  return verbs;
}

async function reply(app: App, call: GatherCall, event: CallEvent, turn: number): Promise<Verb[]> {
  const { conversation, pending } = call;
  const keys = call.keys + event.digits;
  const hasInput = event.speech.trim() !== "" || event.digits !== "";
  call.silences = hasInput ? 0 : call.silences + 1;
  call.keys = "";
  // One key is reported at once, so that a zero connects quickly. Any other begins a number.
  if (keys.length === 1 && !/[0#]/.test(keys) && event.speech === "") {
    call.keys = keys;
    return listenVerbs(app, [], nextTurn(turn), "keys");
  }
  if (keys !== "") await conversation.onKeys(keys);
  if (event.speech.trim() !== "") await conversation.onTranscript(event.speech);
  if (call.silences >= MAX_SILENCES)
    return [...(await speechVerbs(app, [PHRASES.silenceGoodbye])), { verb: "hang up" }];

  // Includes what the call clock said since the last request.
  const text = pending.text.trim() || PHRASES.repeatPlease;
  pending.text = "";
  if (pending.next === "hang up") return [...(await speechVerbs(app, [text])), { verb: "hang up" }];
  if (pending.next === "hand over") return [...(await speechVerbs(app, [text])), ...dialVerbs(app)];
  return listenVerbs(app, [text], nextTurn(turn));
}

function nextTurn(turn: number): number {
  return (Number.isSafeInteger(turn) ? turn : 0) + 1;
}

/** Returns the call in progress. After a restart the call is resumed from its stored turns. */
async function findGatherCall(app: App, callSid: string): Promise<GatherCall | undefined> {
  const conversation = findLiveCall(app, callSid);
  const existing = conversation && gatherCalls.get(conversation);
  if (existing) return existing;
  const call = findCallBySid(app.db, callSid);
  return call?.status === "in_progress" ? resumeCall(app, call) : undefined;
}

async function resumeCall(app: App, row: CallRow): Promise<GatherCall | undefined> {
  const pending: GatherCall["pending"] = { text: "", next: undefined };
  const transport: Transport = {
    say(text, last) {
      pending.text += last ? `${text} ` : text;
    },
    end(next) {
      pending.next = next;
    },
  };
  const conversation = await connectCall(app, row, transport, GATHER_LIMITS);
  if (!conversation) return undefined;
  const call: GatherCall = { conversation, pending, answered: undefined, silences: 0, keys: "" };
  gatherCalls.set(conversation, call);
  return call;
}
