import type { Disconnection, NextStep } from "#src/calls/conversation/conversation-options.ts";
import {
  type CallerFrame,
  endFrame,
  readFrame,
  type SetupFrame,
  textFrame,
} from "#src/platform/providers/twilio/relay-frames.ts";
import { advance, type Draft, type EventOf } from "#src/shared/state-machine.ts";

/** The state of one Twilio socket, which carries one call. */
export interface SocketState {
  readonly timing: SocketTiming;
  /** "refused": there is no conversation, and there never will be. */
  readonly call: "awaited" | "connecting" | "connected" | "refused";
  /** How many messages came, of any kind. */
  readonly messages: number;
  /** What the caller did while the call was connecting. */
  readonly early: readonly CallerFrame[];
  /** The keys of a sequence that isn't complete yet. */
  readonly keys: string;
  /** When Twilio will have spoken everything, in milliseconds of performance.now(). */
  readonly spokenUntil: number;
  /** Undefined while the socket is open. */
  readonly closed: Disconnection | undefined;
}

/** What a socket has done, in the order of its effects. */
export interface SocketActions {
  /** Connects the call to a conversation. `onConnected`, `onRefused` or `onFailed` follows. */
  readonly connect: (setup: SetupFrame) => void;
  readonly hear: (words: string) => void;
  readonly interrupt: (heard: string) => void;
  readonly press: (keys: string) => void;
  readonly hangUp: (how: Disconnection) => void;
  /** `onKeyPause` follows after `ms`, unless more keys are awaited before. */
  readonly awaitKeys: (ms: number) => void;
  readonly send: (frame: string) => void;
  /** `onSpoken` follows after `ms`. */
  readonly awaitEnd: (next: NextStep, ms: number) => void;
  readonly close: (code: number, reason: string) => void;
  readonly warn: (reason: string) => void;
}

type Line = Draft<SocketState, SocketActions>;

export interface SocketTiming {
  /** Twilio's speaking rate. An "end" frame cuts off words that are still to be spoken. */
  readonly msPerCharacter: number;
  readonly keyPauses: KeyPauses;
}

/** Milliseconds without another key after which a sequence is complete. */
interface KeyPauses {
  /** After zeros alone, which ask for a person. */
  readonly zeroMs: number;
  /** Within a number. */
  readonly numberMs: number;
}

export const SOCKET_TIMING: SocketTiming = {
  msPerCharacter: 65,
  keyPauses: { zeroMs: 1_500, numberMs: 4_000 },
};
/** Far more than a call needs. */
const MAX_MESSAGES = 2_000;
/** WebSocket close codes of RFC 6455 and its registry. */
export const SERVICE_RESTART = 1012;
const POLICY_VIOLATION = 1008;
const SERVER_ERROR = 1011;
/** The connection was lost without a close frame. */
const ABNORMAL_CLOSURE = 1006;
const DISCONNECTIONS: Readonly<Record<number, Disconnection>> = {
  [ABNORMAL_CLOSURE]: "cut off",
  [SERVICE_RESTART]: "server stopped",
};

export function newSocket(timing: SocketTiming): SocketState {
  return {
    timing,
    call: "awaited",
    messages: 0,
    early: [],
    keys: "",
    spokenUntil: 0,
    closed: undefined,
  };
}

export type SocketEvent = EventOf<typeof transitions>;

export function advanceSocket(state: SocketState, event: SocketEvent) {
  return advance<SocketState, SocketActions, typeof transitions>(transitions, state, event);
}

const transitions = {
  onMessage(socket: Line, text: string) {
    const { state, effects } = socket;
    state.messages += 1;
    if (state.messages > MAX_MESSAGES) effects.push(["close", POLICY_VIOLATION, "too many frames"]);
    else readMessage(socket, text);
  },
  onSetupTimeout({ state, effects }: Line) {
    if (state.call === "awaited") effects.push(["close", POLICY_VIOLATION, "no setup"]);
  },
  onConnected(socket: Line) {
    const { state, effects } = socket;
    state.call = "connected";
    for (const frame of state.early) takeFrame(socket, frame);
    if (state.closed !== undefined) effects.push(["hangUp", state.closed]);
  },
  onRefused({ state, effects }: Line) {
    state.call = "refused";
    effects.push(["close", POLICY_VIOLATION, "no such call"]);
  },
  /** Twilio then requests the next step, the voicemail. */
  onFailed({ state, effects }: Line) {
    state.call = "refused";
    effects.push(["close", SERVER_ERROR, "the server failed"]);
  },
  onKeyPause(socket: Line) {
    if (isOpen(socket)) completeKeys(socket);
  },
  onSay(socket: Line, text: string, last: boolean, now: number) {
    const { state, effects } = socket;
    // Words queue up behind those that are still being spoken.
    const from = Math.max(now, state.spokenUntil);
    state.spokenUntil = from + text.length * state.timing.msPerCharacter;
    if (isOpen(socket)) effects.push(["send", textFrame(text, last)]);
  },
  onEnd({ state, effects }: Line, next: NextStep, now: number) {
    effects.push(["awaitEnd", next, Math.max(0, state.spokenUntil - now)]);
  },
  onSpoken(socket: Line, next: NextStep) {
    if (isOpen(socket)) socket.effects.push(["send", endFrame(next)]);
  },
  onClose(socket: Line, code: number) {
    const how = DISCONNECTIONS[code] ?? "hung up";
    if (isOpen(socket)) socket.effects.push(["hangUp", how]);
    socket.state.closed = how;
  },
};

function isOpen({ state }: Line): boolean {
  return state.call === "connected" && state.closed === undefined;
}

function readMessage(socket: Line, text: string): void {
  const { state, effects } = socket;
  const frame = readFrame(text);
  if (frame?.type === "setup") {
    if (state.call !== "awaited") return;
    state.call = "connecting";
    effects.push(["connect", frame]);
  } else if (frame && state.call === "connecting") state.early = [...state.early, frame];
  else if (frame && state.call === "connected") takeFrame(socket, frame);
}

function takeFrame(socket: Line, frame: CallerFrame): void {
  const { state, effects } = socket;
  if (frame.type === "prompt" && frame.last) {
    completeKeys(socket);
    effects.push(["hear", frame.voicePrompt]);
  }
  if (frame.type === "interrupt") {
    state.spokenUntil = 0;
    effects.push(["interrupt", frame.utteranceUntilInterrupt]);
  }
  if (frame.type === "dtmf" && /^[0-9*#]$/.test(frame.digit)) pressKey(socket, frame.digit);
  if (frame.type === "error") effects.push(["warn", frame.description]);
}

/** Collects single keys into sequences, so that a zero within a phone number is not a request for a person. */
function pressKey(socket: Line, key: string): void {
  const { state, effects } = socket;
  const { zeroMs, numberMs } = state.timing.keyPauses;
  state.keys += key;
  if (key === "#") completeKeys(socket);
  else effects.push(["awaitKeys", /^0+$/.test(state.keys) ? zeroMs : numberMs]);
}

function completeKeys({ state, effects }: Line): void {
  if (state.keys !== "") effects.push(["press", state.keys]);
  state.keys = "";
}
