import { cleanText } from "#src/calls/tools/tool-shapes.ts";
import { MIN_PHONE_DIGITS } from "#src/shared/spoken-numbers.ts";
import { advance, type Draft, type EventOf } from "#src/shared/state-machine.ts";
import type { Outcome } from "./answer.ts";
import type { Disconnection, NewTurn, NextStep } from "./conversation-options.ts";
import { toHeardText } from "./interruption.ts";
import type { Limits } from "./limits.ts";
import { PHRASES } from "./phrases.ts";

export interface ConversationState {
  readonly limits: Pick<Limits, "maxCharacters" | "turns" | "tokens">;
  /** "message": the caller's next words are taken as a message. */
  readonly mode: "talking" | "message" | "over";
  readonly hasFailed: boolean;
  readonly tookMessage: boolean;
  readonly handedOver: boolean;
  readonly isDisconnected: boolean;
  readonly turns: number;
  readonly tokensSpent: number;
  readonly pressedKeys: string;
  /** What the model is answering, to which turn of the caller. */
  readonly answer: Answer | undefined;
  /** What the assistant said last, unless the caller has spoken since. */
  readonly lastAnswer: string | undefined;
}

interface Answer {
  readonly turn: number;
  readonly text: string;
  readonly firstTokenMs: number | undefined;
}

/** What a conversation has done, in the order of its effects. */
export interface ConversationActions {
  /** Asks the model. `onTokens` and `onWords` follow, and at last `onAnswered`. */
  readonly ask: (turn: number, words: string) => Promise<void>;
  readonly stopAnswer: () => void;
  readonly say: (text: string, last: boolean) => void;
  readonly end: (next: NextStep) => void;
  readonly resetSilence: () => void;
  readonly stopClock: () => void;
  readonly recordTurn: (turn: NewTurn) => void;
  readonly recordCaller: (words: string) => void;
  /** Records the words as a turn and as the caller's message. `onMessageSaved` follows. */
  readonly saveMessage: (words: string) => Promise<void>;
  /** Adds what the assistant said to the model's history. */
  readonly remember: (text: string) => void;
  /** Shortens the last answer to the part that was heard, in the record and for the model. */
  readonly truncateAnswer: (heard: string) => void;
  readonly reportFailure: (reason: string) => void;
  readonly recordEnd: (hasFailed: boolean) => Promise<void>;
}

type Talk = Draft<ConversationState, ConversationActions>;

/** The longest phone number of E.164 has 15 digits. */
const MAX_KEYS = 20;

export function newConversation(limits: Limits): ConversationState {
  return {
    limits,
    mode: "talking",
    hasFailed: false,
    tookMessage: false,
    handedOver: false,
    isDisconnected: false,
    turns: 0,
    tokensSpent: 0,
    pressedKeys: "",
    answer: undefined,
    lastAnswer: undefined,
  };
}

export type ConversationEvent = EventOf<typeof transitions>;

export function advanceConversation(state: ConversationState, event: ConversationEvent) {
  return advance<ConversationState, ConversationActions, typeof transitions>(
    transitions,
    state,
    event,
  );
}

const transitions = {
  onTranscript: hear,
  onKeys,
  onInterrupt,
  onHangup,

  /** The next words of an answer. `ms` is the time since the question; undefined for a filler. */
  onWords({ state, effects }: Talk, turn: number, text: string, ms?: number) {
    const { answer } = state;
    if (answer?.turn !== turn) return;
    state.answer = { turn, text: answer.text + text, firstTokenMs: answer.firstTokenMs ?? ms };
    effects.push(["say", text, false]);
  },
  onTokens({ state }: Talk, tokens: number) {
    state.tokensSpent += tokens;
  },
  onAnswered(talk: Talk, turn: number, outcome: Outcome, canHandOver: boolean) {
    if (talk.state.answer?.turn !== turn) return;
    recordAnswer(talk, talk.state.answer);
    talk.state.answer = undefined;
    if (outcome.kind === "handed over") handOver(talk, canHandOver);
    else if (outcome.kind === "failed") switchToMessage(talk, outcome.reason);
    else talk.effects.push(["say", "", true]);
  },
  onMessageSaved(talk: Talk) {
    talk.state.tookMessage = true;
    talk.state.hasFailed = false;
    if (talk.state.mode === "message") endWith(talk, PHRASES.thanks);
  },

  onAlmostOver: (talk: Talk) => announce(talk, PHRASES.almostOver),
  onTimeUp: (talk: Talk) => endWith(talk, PHRASES.tooLong),
  onSilence: (talk: Talk) => announce(talk, PHRASES.stillThere),
  onLongSilence: (talk: Talk) => endWith(talk, PHRASES.silenceGoodbye),
};

function hear(talk: Talk, said: string): void {
  const { state, effects } = talk;
  const keys = state.pressedKeys === "" ? "" : `(keys pressed: ${state.pressedKeys})`;
  const words = [cleanText(said, state.limits.maxCharacters), keys].filter(Boolean).join(" ");
  if (words === "" || state.isDisconnected) return;
  state.pressedKeys = "";
  if (state.mode === "over") {
    // People pause while they dictate, so words spoken during the goodbye belong to the message.
    if (state.tookMessage) effects.push(["saveMessage", words]);
    return;
  }
  effects.push(["resetSilence"]);
  stopSpeaking(talk);
  state.turns += 1;
  if (state.mode === "message") effects.push(["saveMessage", words]);
  else if (state.turns > state.limits.turns || state.tokensSpent > state.limits.tokens) {
    effects.push(["recordCaller", words]);
    endWith(talk, PHRASES.enough);
  } else {
    state.answer = { turn: state.turns, text: "", firstTokenMs: undefined };
    effects.push(["ask", state.turns, words]);
  }
}

/** Gives up on the model. The caller's next words are taken as a message. */
function switchToMessage(talk: Talk, reason: string): void {
  talk.effects.push(["reportFailure", reason]);
  talk.state.hasFailed = true;
  talk.state.mode = "message";
  announce(talk, PHRASES.assistantFailed);
}

function handOver(talk: Talk, canHandOver: boolean): void {
  if (!canHandOver)
    announce(talk, talk.state.mode === "message" ? PHRASES.noOneAnswered : PHRASES.noOneAvailable);
  else {
    talk.state.handedOver = true;
    endWith(talk, PHRASES.connecting, "hand over");
  }
}

function onInterrupt(talk: Talk, heard: string): void {
  const { state, effects } = talk;
  effects.push(["resetSilence"]);
  if (state.answer) stopSpeaking(talk, heard);
  else if (state.lastAnswer !== undefined) {
    effects.push(["truncateAnswer", toHeardText(state.lastAnswer, heard)]);
    state.lastAnswer = undefined;
  }
}

/** Stops the current answer. Without `heard`, the caller heard all of it so far. */
function stopSpeaking(talk: Talk, heard?: string): void {
  const { state, effects } = talk;
  const { answer } = state;
  if (!answer) return;
  const text = heard === undefined ? answer.text : toHeardText(answer.text, heard);
  effects.push(["stopAnswer"]);
  recordAnswer(talk, { text, firstTokenMs: answer.firstTokenMs });
  if (text.trim() !== "") effects.push(["remember", text]);
  state.answer = undefined;
  state.lastAnswer = undefined;
}

function onKeys(talk: Talk, keys: string, canHandOver: boolean): void {
  const { state, effects } = talk;
  const pressed = keys.replace(/[^0-9*#]/g, "").slice(0, MAX_KEYS);
  if (state.mode === "over" || pressed === "") return;
  effects.push(["resetSilence"]);
  if (/^0+#?$/.test(pressed)) {
    stopSpeaking(talk);
    effects.push(["recordTurn", { role: "system", content: "The caller pressed 0" }]);
    handOver(talk, canHandOver);
    return;
  }
  state.pressedKeys = (state.pressedKeys + pressed).slice(-MAX_KEYS);
  // Fewer keys are sent to the model with the caller's next sentence.
  if (state.pressedKeys.length >= MIN_PHONE_DIGITS) hear(talk, "");
}

function announce(talk: Talk, text: string): void {
  stopSpeaking(talk);
  recordAnswer(talk, { text, firstTokenMs: undefined });
  talk.effects.push(["remember", text], ["say", text, true]);
}

function recordAnswer(talk: Talk, { text, firstTokenMs }: Omit<Answer, "turn">): void {
  const content = text.trim();
  if (content === "") return;
  talk.state.lastAnswer = content;
  const timing = firstTokenMs !== undefined && { firstTokenMs };
  talk.effects.push(["recordTurn", { role: "assistant", content, ...timing }]);
}

function endWith(talk: Talk, text: string, next: NextStep = "hang up"): void {
  announce(talk, text);
  talk.state.mode = "over";
  talk.effects.push(["stopClock"], ["end", next]);
}

function onHangup(talk: Talk, how: Disconnection): void {
  const { state, effects } = talk;
  if (state.isDisconnected) return;
  const wasOver = state.mode === "over";
  state.isDisconnected = true;
  state.mode = "over";
  effects.push(["stopClock"]);
  stopSpeaking(talk);
  // After a handover, Twilio's status webhook reports how the call ended.
  if (state.handedOver || (how === "server stopped" && !wasOver)) return;
  effects.push(["recordEnd", (how === "cut off" && !wasOver) || state.hasFailed]);
}
