import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import { advance, type Draft, type EventOf } from "#src/shared/state-machine.ts";
import type { ClaimedText, PacedText } from "./claimed-text.ts";
import type { TextOutcome } from "./outcomes.ts";
import { gapAfter, isFast, isStale, type PaceWindow, type Rates } from "./pace.ts";
import type { Connection } from "./submit.ts";

export interface SenderState {
  /** Requests to the provider at the same time, in each lane. */
  readonly maxInFlight: number;
  /** Claimed texts that belong to no campaign, in order. No campaign delays them. */
  readonly direct: readonly ClaimedText[];
  /** Claimed texts of campaigns, which wait for their slots of the pace. */
  readonly paced: readonly PacedText[];
  /** How many texts the provider has. */
  readonly inFlight: Readonly<Record<Lane, number>>;
  readonly outcomes: readonly TextOutcome[];
  /** The pace at which the waiting texts were claimed. */
  readonly claimedAt: Rates | undefined;
  readonly pace: PaceWindow;
  /** Undefined while texting isn't set up. */
  readonly connection: Connection | undefined;
  readonly mode: "sending" | "disk full" | "stopped";
  /** "idle": the next turn is scheduled. */
  readonly turn: "idle" | "running" | "running, another requested";
  readonly awaitsSlot: boolean;
  /** When slots were last looked at by the timer, in milliseconds of performance.now(). */
  readonly lastTick: number;
}

export type Lane = "direct" | "paced";

/** What is true when an event comes. */
export interface Moment {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Milliseconds of performance.now(). */
  readonly ticks: number;
  readonly rates: Rates;
  readonly isSending: (campaignId: number) => boolean;
}

/** What one transaction recorded, returned to the queue and claimed. */
interface Exchange {
  readonly recorded: number;
  readonly released: number;
  readonly direct: readonly ClaimedText[];
  readonly paced: readonly PacedText[];
  readonly rates: Rates;
}

/** What the sender has done, in the order of its effects. */
export interface SenderActions {
  /** `onConnected`, `onExchanged` and `onTurnEnded` follow, or `onDiskFull`. */
  readonly takeTurn: () => void;
  /** `onTurnDue` follows after `ms`, or earlier if that was asked for. */
  readonly scheduleTurn: (ms: number) => void;
  /** `onSlot` follows after `ms`, unless another slot is awaited before. */
  readonly awaitSlot: (ms: number) => void;
  readonly clearSlot: () => void;
  /** Hands a text to the carrier. `onAnswered` follows. */
  readonly send: (connection: Connection, lane: Lane, text: ClaimedText) => void;
}

type Sending = Draft<SenderState, SenderActions>;

export const CLAIMED_AHEAD = 256;
/** How long outcomes are collected, so that one durable write covers many. */
const GATHER_MS = 30;
/** The same at a fast pace: 3 durable writes a second instead of 30. */
const PACED_GATHER_MS = 300;
/** Slots of a fast pace within this time are one: 25 wake-ups a second instead of 225. */
const SLOT_TICK_MS = 40;
const IDLE_MS = 5_000;

export function newSender(maxInFlight: number, pace: PaceWindow): SenderState {
  return {
    maxInFlight,
    direct: [],
    paced: [],
    inFlight: { direct: 0, paced: 0 },
    outcomes: [],
    claimedAt: undefined,
    pace,
    connection: undefined,
    mode: "sending",
    turn: "idle",
    awaitsSlot: false,
    lastTick: Number.NEGATIVE_INFINITY,
  };
}

export type SenderEvent = EventOf<typeof transitions>;

export function advanceSender(state: SenderState, event: SenderEvent) {
  return advance<SenderState, SenderActions, typeof transitions>(transitions, state, event);
}

const transitions = {
  onNews: (sending: Sending) => scheduleTurn(sending, 0),

  onTurnDue({ state, effects }: Sending) {
    state.turn = "running";
    effects.push(["takeTurn"]);
  },
  onConnected({ state }: Sending, connection: Connection | undefined) {
    state.connection = connection;
  },
  /** Comes with the commit, so that there is no gap in which a text could be sent. */
  onExchanged({ state }: Sending, { recorded, released, direct, paced, rates }: Exchange) {
    state.outcomes = state.outcomes.slice(recorded);
    state.claimedAt = rates;
    state.direct = state.direct.concat(direct);
    state.paced = state.paced.slice(released).concat(paced);
  },
  onTurnEnded(sending: Sending, nextAt: number, moment: Moment) {
    const { state } = sending;
    if (state.mode === "disk full") state.mode = "sending";
    sendReady(sending, moment);
    const hasWork = state.turn === "running, another requested" || state.outcomes.length > 0;
    state.turn = "idle";
    scheduleTurn(sending, hasWork ? GATHER_MS : clampIdle(nextAt - moment.now));
  },
  /** Nothing is sent that can't be recorded. Outcomes are kept and written once there is free space. */
  onDiskFull(sending: Sending) {
    const { state } = sending;
    if (state.mode !== "stopped") state.mode = "disk full";
    state.turn = "idle";
    scheduleTurn(sending, IDLE_MS);
  },

  onSlot(sending: Sending, moment: Moment) {
    sending.state.lastTick = moment.ticks;
    sendReady(sending, moment);
  },
  onAnswered(
    sending: Sending,
    lane: Lane,
    text: ClaimedText,
    outcome: SendOutcome,
    moment: Moment,
  ) {
    const { state } = sending;
    addInFlight(state, lane, -1);
    state.outcomes = [...state.outcomes, { text, outcome }];
    // A refusal may pause its campaign, so its record doesn't wait for others.
    if (outcome.kind === "refused") scheduleTurn(sending, 0);
    const collected = state.outcomes.length;
    if (lane === "paced" && state.awaitsSlot && state.claimedAt && isFast(state.claimedAt)) {
      scheduleTurn(sending, collected >= CLAIMED_AHEAD ? 0 : PACED_GATHER_MS);
      return;
    }
    sendReady(sending, moment);
    // While texts wait for their slots, outcomes are collected: otherwise each would need a
    // durable write.
    const waiting = state.paced.length;
    const isLast = countInFlight(state) === 0 && waiting === 0;
    if (waiting < state.maxInFlight || collected >= CLAIMED_AHEAD)
      scheduleTurn(sending, collected >= state.maxInFlight || isLast ? 0 : GATHER_MS);
  },

  onStop({ state }: Sending) {
    state.mode = "stopped";
  },
  /** The outcomes are recorded, and the claimed texts are in the queue. */
  onReleased({ state }: Sending) {
    state.outcomes = [];
    state.direct = [];
    state.paced = [];
  },
};

export const countInFlight = ({ inFlight }: SenderState) => inFlight.direct + inFlight.paced;

const clampIdle = (ms: number) => Math.min(Math.max(0, ms), IDLE_MS);

function scheduleTurn({ state, effects }: Sending, ms: number): void {
  if (state.mode === "stopped") return;
  if (state.turn === "idle") effects.push(["scheduleTurn", ms]);
  else state.turn = "running, another requested";
}

function sendReady(sending: Sending, moment: Moment): void {
  const { state, effects } = sending;
  const { connection } = state;
  if (!connection || state.mode !== "sending") return;
  const leaving = state.direct.slice(0, countFree(state, "direct"));
  for (const text of leaving) effects.push(["send", connection, "direct", text]);
  state.direct = state.direct.slice(leaving.length);
  addInFlight(state, "direct", leaving.length);
  sendPaced(sending, connection, moment);
}

function sendPaced(sending: Sending, connection: Connection, moment: Moment): void {
  const { state, effects } = sending;
  if (state.awaitsSlot) effects.push(["clearSlot"]);
  state.awaitsSlot = false;
  state.pace = state.pace.copy();
  let sent = 0;
  for (const text of state.paced.slice(0, countFree(state, "paced"))) {
    const isLate = isStale(text.slot, moment.now);
    const ms = isLate ? 0 : waitForSlot(text, state, moment);
    if (ms > 0) {
      state.awaitsSlot = true;
      effects.push(["awaitSlot", ms]);
      break;
    }
    // Nothing leaves after a stop. The next turn returns the claimed texts to the queue.
    if (isLate || !moment.isSending(text.campaignId)) {
      scheduleTurn(sending, 0);
      break;
    }
    state.pace.record(moment.now);
    effects.push(["send", connection, "paced", text]);
    sent += 1;
  }
  state.paced = state.paced.slice(sent);
  addInFlight(state, "paced", sent);
}

const countFree = ({ maxInFlight, inFlight }: SenderState, lane: Lane) =>
  Math.max(0, maxInFlight - inFlight[lane]);

function addInFlight(state: Sending["state"], lane: Lane, count: number): void {
  state.inFlight = { ...state.inFlight, [lane]: state.inFlight[lane] + count };
}

/** Milliseconds until a text may leave: its slot has come, and the pace allows one more text. */
function waitForSlot(
  { slot }: PacedText,
  { pace, lastTick }: SenderState,
  { now, ticks, rates }: Moment,
): number {
  const untilSlot = slot.at - now;
  const untilWindow = pace.wait(gapAfter(slot.segments, rates), now);
  if (untilSlot <= 0 && untilWindow <= 0) return 0;
  // The window's wait is exact: rounding it up would slow the pace.
  const tick = untilSlot > 0 && isFast(rates) ? SLOT_TICK_MS - (ticks - lastTick) : 0;
  return Math.max(untilSlot, untilWindow, tick);
}
