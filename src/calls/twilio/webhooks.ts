import type { Context, Hono } from "hono";
import { type CallRow, findCallBySid, turnsOf } from "#db/calls/calls.ts";
import { inTransaction, whenFree, writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { hasAssistant } from "#src/calls/assistant/assistant.ts";
import { connectCall } from "#src/calls/conversation/connect-call.ts";
import type {
  Conversation,
  NextStep,
  Transport,
} from "#src/calls/conversation/conversation-options.ts";
import {
  classifyEnding,
  correctEnding,
  endCallOnce,
  takeInterruptedCall,
  takeMessage,
} from "#src/calls/conversation/ending.ts";
import { GATHER_LIMITS } from "#src/calls/conversation/limits.ts";
import { dropCall, findLiveCall } from "#src/calls/conversation/live-calls.ts";
import { PHRASES } from "#src/calls/conversation/phrases.ts";
import { hidePrivateNumbers } from "#src/calls/conversation/private-numbers.ts";
import { cleanText } from "#src/calls/tools/tool-shapes.ts";
import { addTurn, beginCall } from "#src/calls/transcripts/transcripts.ts";
import { countWebhook } from "#src/platform/metrics/metrics.ts";
import { handoffData } from "#src/platform/providers/twilio/relay-frames.ts";
import { signedForm } from "#src/platform/providers/twilio/signed-form.ts";
import { twiml, type Verb } from "#src/platform/providers/twilio/twiml.ts";
import { type CallEvent, readVoiceWebhook } from "#src/platform/providers/twilio/voice-webhook.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { writeNow } from "#src/platform/write-batch.ts";
import { Problem } from "#src/shared/problem.ts";
import { VOICE_PATHS, voiceUrl } from "./addresses.ts";
import { mountAudio, speechVerbs } from "./audio.ts";
import {
  answerCall,
  isForwardedHandover,
  listenVerbs,
  relayVerbs,
  voicemailVerbs,
} from "./incoming.ts";
import { callerNumber, handoverNumber } from "./own-numbers.ts";

const MAX_MESSAGE_LENGTH = 2_000;

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

/** Mounts Twilio's signed voice webhooks. The replies are TwiML, the next steps of the call. */
export function mountVoice(hono: Hono, app: App): void {
  const onForm = (
    path: string,
    answer: (event: CallEvent, c: Context) => Verb[] | Promise<Verb[]>,
  ) =>
    hono.post(path, async (c) => {
      const event = await readEvent(c, app);
      const xml = await twiml(await whenFree(() => answer(event, c)));
      countWebhook(app, "accepted");
      return c.body(xml, 200, { "content-type": "text/xml", "cache-control": "no-store" });
    });

  onForm(VOICE_PATHS.incoming, (event) => answerCall(app, event));
  onForm(VOICE_PATHS.after, (event) => afterRelay(app, event));
  onForm(VOICE_PATHS.afterDial, (event) => afterDial(app, event));
  onForm(VOICE_PATHS.message, (event) => saveVoicemail(app, event));
  onForm(VOICE_PATHS.gather, (event, c) => answerGather(app, event, Number(c.req.query("turn"))));
  hono.post(VOICE_PATHS.status, async (c) => {
    await recordCallStatus(app, await readEvent(c, app));
    countWebhook(app, "accepted");
    return c.body(null, 204);
  });
  mountAudio(hono, app);
}

/** @throws Problem 403 for a wrong signature, 400 when the form is not about a call */
async function readEvent(c: Context, app: App): Promise<CallEvent> {
  const event = readVoiceWebhook(await signedForm(c, app));
  if (!event) throw new Problem(400, "This request isn't about a call.");
  return event;
}

/** Stores a voicemail message. Idempotent, because Twilio may repeat the request. */
function saveVoicemail(app: App, { callSid, speech }: CallEvent): Verb[] {
  const call = findCallBySid(app.db, callSid);
  const text = hidePrivateNumbers(cleanText(speech, MAX_MESSAGE_LENGTH), getSettings(app).country);
  if (!call || text === "") return [{ verb: "say", text: PHRASES.notHeard }, { verb: "hang up" }];
  inTransaction(app.db, () => {
    if (takeMessage(app, call.id, text)) addTurn(app, call.id, { role: "user", content: text });
  });
  return [{ verb: "say", text: PHRASES.thanks }, { verb: "hang up" }];
}

/**
 * Handles Twilio's status webhook. Requests may repeat, arrive out of order, or precede the closing of
 * the socket. Only final statuses matter, and one may be the first request about a call.
 */
async function recordCallStatus(app: App, event: CallEvent): Promise<void> {
  const { callSid, seconds } = event;
  const isMissed = event.status === "missed";
  if (event.status === "under way") return;
  // Twilio reports the outbound leg of a handover as a separate call.
  if (!event.isInbound) return;

  // A call that was answered may end while another caller is being connected.
  if (!findCallBySid(app.db, callSid) && isForwardedHandover(app, event)) return;

  await dropCall(app, callSid);
  await writeWhenFree(app.db, () => {
    const call =
      findCallBySid(app.db, callSid) ??
      beginCall(app, { callSid, phone: callerNumber(app, event) });
    const status = isMissed ? "missed" : classifyEnding(app, call.id);
    endCallOnce(app, call.id, { status, seconds });
  });
}

/** Answers one utterance of the caller. */
async function answerGather(app: App, event: CallEvent, turn: number): Promise<Verb[]> {
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
  if (pending.next === "hand over")
    return [...(await speechVerbs(app, [text])), ...(await dialVerbs(app, event.callSid))];
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

/**
 * Continues a call after its socket closed. If the socket broke, the caller is still connected: after a
 * restart of the server they go on with the assistant, else they can leave a message.
 */
async function afterRelay(app: App, { callSid, handoff }: CallEvent): Promise<Verb[]> {
  if (handoff === handoffData("hand over")) return dialVerbs(app, callSid);
  if (handoff === handoffData("hang up")) return [{ verb: "hang up" }];
  const call = findCallBySid(app.db, callSid);
  if (call && takeInterruptedCall(app, callSid) && hasAssistant(app)) {
    addTurn(app, call.id, { role: "assistant", content: PHRASES.goOn });
    return relayVerbs(app, callSid, PHRASES.goOn);
  }
  return call ? voicemailVerbs(app, PHRASES.assistantFailed) : [{ verb: "hang up" }];
}

async function dialVerbs(app: App, callSid: string): Promise<Verb[]> {
  const number = handoverNumber(app);
  if (number === undefined) return unreachableVerbs(app, callSid);
  return [{ verb: "dial", number, action: voiceUrl(app, VOICE_PATHS.afterDial) }];
}

/** Takes a message if the person did not answer. */
async function afterDial(app: App, { callSid, isDialAnswered }: CallEvent): Promise<Verb[]> {
  return isDialAnswered ? [{ verb: "hang up" }] : unreachableVerbs(app, callSid);
}

/** Takes a message. Without one the call counts as missed, also if the caller hung up before. */
async function unreachableVerbs(app: App, callSid: string): Promise<Verb[]> {
  const call = findCallBySid(app.db, callSid);
  if (call)
    await writeNow(app, () => {
      // Twilio may repeat the request; the turn is stored once.
      if (turnsOf(app.db, call.id).at(-1)?.content !== PHRASES.noOneAnswered)
        addTurn(app, call.id, { role: "assistant", content: PHRASES.noOneAnswered });
      correctEnding(app, call.id);
    });
  return voicemailVerbs(app, PHRASES.noOneAnswered);
}
