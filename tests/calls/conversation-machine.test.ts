import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  advanceConversation,
  type ConversationActions,
  type ConversationEvent,
  type ConversationState,
  newConversation,
} from "#src/calls/conversation/conversation-machine.ts";
import { LIMITS } from "#src/calls/conversation/limits.ts";
import type { CallOf } from "#src/shared/state-machine.ts";

type Effect = CallOf<ConversationActions>;

interface Step {
  readonly event: ConversationEvent;
  readonly before: ConversationState;
  readonly after: ConversationState;
  readonly effects: readonly Effect[];
}

const TURNS = 3;
const words = fc.constantFrom("", "Hello", "A cut, please", "Yes. Monday at nine");
const turn = fc.integer({ min: 1, max: TURNS + 2 });
const outcome = fc.constantFrom(
  { kind: "answered" as const },
  { kind: "answered" as const },
  { kind: "handed over" as const },
  { kind: "failed" as const, reason: "no credit" },
);
const rare = fc.oneof(
  fc.constantFrom<ConversationEvent>(
    ["onAlmostOver"],
    ["onTimeUp"],
    ["onSilence"],
    ["onLongSilence"],
    ["onTokens", 100_000],
  ),
  fc.tuple(
    fc.constant("onHangup" as const),
    fc.constantFrom("hung up" as const, "cut off" as const, "server stopped" as const),
  ),
);
const event: fc.Arbitrary<ConversationEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant("onTranscript" as const), words) },
  { weight: 6, arbitrary: fc.tuple(fc.constant("onWords" as const), turn, words, fc.nat(900)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant("onInterrupt" as const), words) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constant("onAnswered" as const), turn, outcome, fc.boolean()),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constant("onKeys" as const),
      fc.constantFrom("0", "00#", "5", "5125550100", "x"),
      fc.boolean(),
    ),
  },
  { weight: 4, arbitrary: fc.constant(["onMessageSaved"] as const) },
  { weight: 1, arbitrary: rare },
);

/** Feeds a conversation the events that its actions can cause at that point, also late ones. */
function play(events: readonly ConversationEvent[]): Step[] {
  const steps: Step[] = [];
  const asked = new Set<number>();
  let saving = 0;
  let isClockRunning = true;
  let state = newConversation({ ...LIMITS, turns: TURNS });
  for (const event of events) {
    const [name, first] = event;
    if ((name === "onWords" || name === "onAnswered") && !asked.has(Number(first))) continue;
    if (name === "onMessageSaved" && saving === 0) continue;
    if (/Over|TimeUp|Silence/.test(name) && !isClockRunning) continue;
    if (name === "onAnswered") asked.delete(Number(first));
    if (name === "onMessageSaved") saving -= 1;
    const before = Object.freeze(state);
    const { state: after, effects } = advanceConversation(before, event);
    for (const [action, turn] of effects) {
      if (action === "ask") asked.add(Number(turn));
      if (action === "saveMessage") saving += 1;
      if (action === "stopClock") isClockRunning = false;
    }
    steps.push({ event, before, after, effects });
    state = after;
  }
  return steps;
}

/** Checks a law on random conversations. */
function holds(law: (steps: readonly Step[]) => void): void {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80, size: "max" }), (events) => law(play(events))),
    { numRuns: 2_000 },
  );
}

const namesOf = (steps: readonly Step[]) =>
  steps.flatMap(({ effects }) => effects.map(([name]) => name));
const count = (steps: readonly Step[], wanted: Effect[0]) =>
  namesOf(steps).filter((name) => name === wanted).length;

test("at most one turn is being answered: a new question stops the answer to the last one", () => {
  holds((steps) => {
    let open: number | undefined;
    for (const { event, effects, after } of steps) {
      if (event[0] === "onAnswered" && event[1] === open) open = undefined;
      for (const effect of effects) {
        if (effect[0] === "stopAnswer") open = undefined;
        if (effect[0] !== "ask") continue;
        expect(open).toBeUndefined();
        open = effect[1];
      }
      expect(after.answer?.turn).toBe(open);
    }
  });
});

test("the caller hears nothing more of an answer that was stopped", () => {
  holds((steps) => {
    for (const { event, before, effects } of steps) {
      if (event[0] !== "onWords") continue;
      const isCurrent = before.answer?.turn === event[1];
      expect(effects).toEqual(isCurrent ? [["say", event[2], false]] : []);
    }
  });
});

test("an answer is recorded as it was said, after an interruption only what was heard", () => {
  holds((steps) => {
    for (const { event, before, after, effects } of steps) {
      const said = before.answer?.text.trim() ?? "";
      if (said === "" || after.answer?.turn === before.answer?.turn) continue;
      const recorded = effects.flatMap(([name, turn]) =>
        name === "recordTurn" && turn.role === "assistant" ? [turn.content] : [],
      );
      if (event[0] !== "onInterrupt") expect(recorded[0]).toBe(said);
      else if (said.includes(event[1]))
        expect(recorded.join()).toBe(
          said.slice(0, event[1] === "" ? 0 : said.indexOf(event[1]) + event[1].length),
        );
    }
  });
});

test("an answer that was stopped is told to the model as it is recorded", () => {
  holds((steps) => {
    for (const { effects } of steps) {
      const stopped = effects.findIndex(([name]) => name === "stopAnswer");
      const [record, remember] = effects.slice(stopped + 1);
      if (stopped < 0 || record?.[0] !== "recordTurn" || record[1].role !== "assistant") continue;
      expect(remember?.[0]).toBe("remember");
      expect(String(remember?.[1]).trim()).toBe(record[1].content);
    }
  });
});

test("a conversation ends once, and then the assistant says nothing and asks nothing", () => {
  holds((steps) => {
    expect(count(steps, "end")).toBeLessThanOrEqual(1);
    const over = steps.filter(({ before }) => before.mode === "over");
    const late = new Set(namesOf(over));
    for (const name of ["say", "ask", "end", "remember"] as const)
      expect(late.has(name)).toBe(false);
    expect(over.every(({ after }) => after.mode === "over")).toBe(true);
  });
});

test("the end is recorded once, at the hangup, except by a handover or a server that stops", () => {
  holds((steps) => {
    const hangup = steps.find(({ event: [name] }) => name === "onHangup");
    const wasOver = hangup?.before.mode === "over";
    const goesOn = hangup?.event[1] === "server stopped" && !wasOver;
    const wasFailing = steps
      .slice(0, hangup && steps.indexOf(hangup))
      .map(({ event: [name], effects }) => ({ name, actions: effects.map(([action]) => action) }))
      .findLast(
        ({ name, actions }) => name === "onMessageSaved" || actions.includes("reportFailure"),
      )
      ?.actions.includes("reportFailure");
    const hasFailed = (hangup?.event[1] === "cut off" && !wasOver) || wasFailing === true;
    const isRecorded = hangup && !hangup.before.handedOver && !goesOn;
    const recorded = steps.flatMap(({ effects }) =>
      effects.filter(([name]) => name === "recordEnd"),
    );
    expect(recorded).toEqual(isRecorded ? [["recordEnd", hasFailed]] : []);
  });
});

test("the clock runs until the conversation is over, and no longer", () => {
  holds((steps) => {
    for (const { before, after, effects } of steps)
      if (before.mode !== "over")
        expect(effects.some(([name]) => name === "stopClock")).toBe(after.mode === "over");
  });
});

test("an interruption shortens the last answer once, unless the caller has spoken since", () => {
  holds((steps) => {
    let canShorten = false;
    for (const { event, effects } of steps) {
      const isShortened = effects.some(([name]) => name === "truncateAnswer");
      if (isShortened) expect(canShorten).toBe(true);
      if (isShortened || effects.some(([name]) => name === "stopAnswer")) canShorten = false;
      const [, turn] = effects.findLast(([name]) => name === "recordTurn") ?? [];
      const isLast =
        event[0] === "onAnswered" || effects.some(([name, , last]) => name === "say" && last);
      if (turn !== undefined && isLast) canShorten = true;
    }
  });
});

test("after a failure of the model it is asked nothing more", () => {
  holds((steps) => {
    expect(count(steps, "reportFailure")).toBeLessThanOrEqual(1);
    const failed = steps.findIndex(
      ({ effects }) => count([{ effects } as Step], "reportFailure") > 0,
    );
    if (failed >= 0) expect(namesOf(steps.slice(failed))).not.toContain("ask");
  });
});

test("every word reaches the model, the record or the message, within the limit", () => {
  holds((steps) => {
    for (const { event, before, effects } of steps) {
      if (event[0] !== "onTranscript" || event[1] === "" || before.isDisconnected) continue;
      const taken = effects.filter(([name]) => /^(ask|recordCaller|saveMessage)$/.test(name));
      expect(taken).toHaveLength(before.mode === "over" && !before.tookMessage ? 0 : 1);
      expect(taken.every((effect) => effect.some((arg) => String(arg).includes(event[1])))).toBe(
        true,
      );
    }
    expect(count(steps, "ask")).toBeLessThanOrEqual(TURNS);
  });
});
