import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ClaimedText, PacedText } from "#src/messaging/outbox/claimed-text.ts";
import { isStale, PaceWindow } from "#src/messaging/outbox/pace.ts";
import {
  advanceSender,
  CLAIMED_AHEAD,
  countInFlight,
  newSender,
  type SenderActions,
  type SenderEvent,
  type SenderState,
} from "#src/messaging/outbox/sender-machine.ts";
import type { Connection } from "#src/messaging/outbox/submit.ts";
import type { SendOutcome } from "#src/platform/providers/carrier.ts";
import type { CallOf } from "#src/shared/state-machine.ts";

const MAX_IN_FLIGHT = 8;
const CONNECTION = {} as Connection;
const ACCEPTED: SendOutcome = { kind: "accepted", providerId: "SM1", segments: 1 };
const REFUSED: SendOutcome = { kind: "refused", code: 30008, reason: "no" };

/** What happens to the sender from outside. Its own timers run in between. */
type Move =
  | { readonly type: "time passes"; readonly ms: number }
  | { readonly type: "the turn commits"; readonly direct: number; readonly paced: number }
  | { readonly type: "an answer comes"; readonly which: number; readonly outcome: SendOutcome }
  | { readonly type: "news" | "the disk is full" | "the campaign stops" | "the campaign resumes" }
  | { readonly type: "the sender stops" };

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ type: fc.constant("time passes" as const), ms: fc.nat(400) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant("the turn commits" as const),
      direct: fc.nat(12),
      paced: fc.nat(60),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("an answer comes" as const),
      which: fc.nat(20),
      outcome: fc.constantFrom(ACCEPTED, ACCEPTED, REFUSED),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Move>(
      { type: "news" },
      { type: "the disk is full" },
      { type: "the campaign stops" },
      { type: "the campaign resumes" },
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: 0, max: 9 })
      .map(
        (n): Move => (n === 0 ? { type: "the sender stops" } : { type: "time passes", ms: 5_000 }),
      ),
  },
);

interface Departure {
  readonly text: ClaimedText | PacedText;
  readonly lane: "direct" | "paced";
  readonly at: number;
  readonly mode: SenderState["mode"];
  readonly isCampaignSending: boolean;
}

interface Run {
  readonly departures: readonly Departure[];
  readonly steps: readonly {
    readonly before: SenderState;
    readonly after: SenderState;
    readonly event: SenderEvent;
    readonly effects: readonly CallOf<SenderActions>[];
    /** Whether a turn is scheduled after them. */
    readonly isScheduled: boolean;
  }[];
  /** The ids of all claimed texts, and of those that were recorded or went back to the queue. */
  readonly claimed: readonly number[];
  readonly settled: readonly number[];
}

/** Runs the sender on a clock of its own, at this many campaign texts a second. */
function play(rate: number, moves: readonly Move[]): Run {
  const rates = { interval: 1_000 / rate, segmentInterval: 0 };
  const run = {
    departures: [] as Departure[],
    steps: [] as Run["steps"][number][],
    claimed: [] as number[],
    settled: [] as number[],
  };
  let state = newSender(MAX_IN_FLIGHT, new PaceWindow());
  let now = 1_000_000;
  let turnAt = Number.POSITIVE_INFINITY;
  let slotAt = Number.POSITIVE_INFINITY;
  let nextSlot = now;
  let isSending = true;
  let inFlight: Departure[] = [];
  const moment = () => ({ now, ticks: now, rates, isSending: () => isSending });

  function take(...event: SenderEvent): void {
    const before = Object.freeze(state);
    const { state: after, effects } = advanceSender(before, event);
    state = after;
    for (const [name, ...args] of effects) {
      if (name === "scheduleTurn") turnAt = Math.min(turnAt, now + Number(args[0]));
      if (name === "awaitSlot") slotAt = now + Number(args[0]);
      if (name === "clearSlot") slotAt = Number.POSITIVE_INFINITY;
      if (name !== "send") continue;
      const [, lane, text] = args as [Connection, "direct" | "paced", ClaimedText];
      const departure = { text, lane, at: now, mode: before.mode, isCampaignSending: isSending };
      run.departures.push(departure);
      inFlight.push(departure);
    }
    const isScheduled = turnAt < Number.POSITIVE_INFINITY;
    run.steps.push({ before, after, event, effects, isScheduled });
  }

  function claim(direct: number, paced: number) {
    const isOutdated = state.paced.some(({ slot }) => !isSending || isStale(slot, now));
    const released = isOutdated ? state.paced.length : 0;
    run.settled.push(...state.outcomes.map(({ text }) => text.id));
    run.settled.push(...state.paced.slice(0, released).map(({ id }) => id));
    const toText = () => {
      const id = run.claimed.length + 1;
      run.claimed.push(id);
      return { id, campaignId: 1 } as ClaimedText;
    };
    const texts: PacedText[] = [];
    nextSlot = Math.max(isOutdated ? now : nextSlot, now);
    const isStopped = state.mode === "stopped";
    for (let n = 0; n < paced && isSending && !isStopped && nextSlot < now + 600; n += 1) {
      texts.push({ ...toText(), slot: { at: nextSlot, segments: 1 } } as PacedText);
      nextSlot += rates.interval;
    }
    take("onExchanged", {
      recorded: state.outcomes.length,
      released,
      direct: isStopped ? [] : Array.from({ length: direct }, toText),
      paced: texts,
      rates,
    });
  }

  function passTime(ms: number): void {
    const until = now + ms;
    while (Math.min(turnAt, slotAt) <= until) {
      now = Math.max(now, Math.min(turnAt, slotAt));
      if (turnAt <= now) {
        turnAt = Number.POSITIVE_INFINITY;
        take("onTurnDue");
      } else {
        slotAt = Number.POSITIVE_INFINITY;
        take("onSlot", moment());
      }
    }
    now = until;
  }

  take("onNews");
  for (const one of moves) {
    if (one.type === "time passes") passTime(one.ms);
    if (one.type === "news") take("onNews");
    if (one.type === "the sender stops") {
      take("onStop");
      turnAt = Number.POSITIVE_INFINITY;
      slotAt = Number.POSITIVE_INFINITY;
    }
    if (one.type === "the campaign stops") isSending = false;
    if (one.type === "the campaign resumes") isSending = true;
    if (one.type === "the disk is full" && state.turn !== "idle") take("onDiskFull");
    if (one.type === "the turn commits" && state.turn !== "idle") {
      take("onConnected", CONNECTION);
      claim(one.direct, one.paced);
      take("onTurnEnded", now + 1_000, moment());
    }
    const answered = one.type === "an answer comes" && inFlight[one.which % inFlight.length];
    if (one.type === "an answer comes" && answered) {
      inFlight = inFlight.filter((departure) => departure !== answered);
      take("onAnswered", answered.lane, answered.text, one.outcome, moment());
    }
  }
  return run;
}

/** Checks a law on random days of a sender. */
function holds(law: (run: Run, rate: number) => void): void {
  fc.assert(
    fc.property(
      fc.constantFrom(1, 7, 40, 225),
      fc.array(move, { maxLength: 150, size: "max" }),
      (rate, moves) => law(play(rate, moves), rate),
    ),
    { numRuns: 300 },
  );
}

test("no text leaves twice, and every claimed text is in exactly one place", () => {
  holds(({ departures, steps, claimed, settled }) => {
    const left = departures.map(({ text }) => text.id);
    expect(new Set(left).size).toBe(left.length);
    const state = steps.at(-1)?.after;
    if (!state) return;
    const waiting = [...state.direct, ...state.paced].map(({ id }) => id);
    const answered = state.outcomes.map(({ text }) => text.id);
    const places = [...waiting, ...answered, ...settled];
    expect(new Set(places).size).toBe(places.length);
    expect(places.length + countInFlight(state)).toBe(claimed.length);
  });
});

test("no second has more texts of campaigns than the pace, and none leaves before its slot", () => {
  holds(({ departures }, rate) => {
    const paced = departures.filter(({ lane }) => lane === "paced");
    const times = paced.map(({ at }) => at);
    for (const [n, first] of times.entries())
      expect((times[n + rate] ?? Number.POSITIVE_INFINITY) - first).toBeGreaterThanOrEqual(1_000);
    for (const { text, at } of paced)
      if ("slot" in text) expect(at).toBeGreaterThanOrEqual(text.slot.at);
  });
});

test("each lane has at most its share of requests in flight", () => {
  holds(({ steps }) => {
    for (const { after } of steps)
      for (const count of Object.values(after.inFlight)) {
        expect(count).toBeGreaterThanOrEqual(0);
        expect(count).toBeLessThanOrEqual(MAX_IN_FLIGHT);
      }
  });
});

test("nothing leaves after a stop of the sender, and nothing of a campaign after its stop", () => {
  holds(({ departures }) => {
    expect(departures.filter(({ mode }) => mode === "stopped")).toEqual([]);
    const late = departures.filter((one) => one.lane === "paced" && !one.isCampaignSending);
    expect(late).toEqual([]);
  });
});

test("there is one turn at a time, and until the sender stops always a next one", () => {
  holds(({ steps }) => {
    for (const { before, after, effects, isScheduled } of steps) {
      const names = effects.map(([name]) => name);
      if (names.includes("takeTurn")) expect(before.turn).toBe("idle");
      if (after.mode === "stopped") expect(names).not.toContain("scheduleTurn");
      else expect(isScheduled || after.turn !== "idle").toBe(true);
    }
  });
});

test("after a full disk nothing leaves until a turn succeeds, five seconds later", () => {
  holds(({ steps }) => {
    let isFull = false;
    for (const { before, event, effects } of steps) {
      if (event[0] === "onTurnEnded") isFull = false;
      if (isFull) expect(effects.some(([name]) => name === "send")).toBe(false);
      if (event[0] !== "onDiskFull" || before.mode === "stopped") continue;
      expect(effects).toEqual([["scheduleTurn", 5_000]]);
      isFull = true;
    }
  });
});

test("a refusal is recorded in the next turn, and more outcomes than a batch never wait", () => {
  holds(({ steps }) => {
    for (const { before, event, effects } of steps) {
      if (event[0] !== "onAnswered" || before.mode === "stopped" || before.turn !== "idle")
        continue;
      const isUrgent = event[3].kind === "refused" || before.outcomes.length + 1 >= CLAIMED_AHEAD;
      if (isUrgent) expect(effects).toContainEqual(["scheduleTurn", 0]);
    }
  });
});
