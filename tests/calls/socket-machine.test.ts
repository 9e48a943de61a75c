import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  advanceSocket,
  newSocket,
  SOCKET_TIMING,
  type SocketActions,
  type SocketEvent,
  type SocketState,
} from "#src/calls/twilio/socket-machine.ts";
import type { CallOf } from "#src/shared/state-machine.ts";

const message = (frame: object): SocketEvent => ["onMessage", JSON.stringify(frame)];
const SETUP = message({ type: "setup", callSid: "CA1" });
const words = fc.constantFrom("", "Hello", "A cut, please");
const clock = fc.nat(500);
const frame = fc.oneof(
  fc.record({ type: fc.constant("prompt"), voicePrompt: words, last: fc.boolean() }),
  fc.record({ type: fc.constant("interrupt"), utteranceUntilInterrupt: words }),
  fc.record({ type: fc.constant("dtmf"), digit: fc.constantFrom(..."0059#x") }),
  fc.record({ type: fc.constant("error"), description: words }),
  fc.constant({ type: "invented" }),
);
const rare = fc.constantFrom<SocketEvent>(
  ["onRefused"],
  ["onFailed"],
  ["onSpoken", "hang up"],
  ["onClose", 1000],
  ["onClose", 1006],
);
const event: fc.Arbitrary<SocketEvent> = fc.oneof(
  { weight: 8, arbitrary: frame.map(message) },
  { weight: 4, arbitrary: fc.tuple(fc.constant("onSay"), words, fc.boolean(), clock) },
  { weight: 1, arbitrary: fc.tuple(fc.constant("onEnd"), fc.constant("hang up"), clock) },
  { weight: 2, arbitrary: fc.constantFrom(SETUP, ["onConnected"] as const) },
  { weight: 1, arbitrary: fc.constantFrom(["onKeyPause"], ["onSetupTimeout"]) },
  { weight: 1, arbitrary: rare },
);

interface Step {
  readonly event: SocketEvent;
  readonly before: SocketState;
  readonly after: SocketState;
  readonly effects: readonly CallOf<SocketActions>[];
}

/** Feeds a socket the events that can happen at that point. Their times become a running sum. */
function play(events: readonly SocketEvent[]): Step[] {
  const steps: Step[] = [];
  let state = newSocket(SOCKET_TIMING);
  let now = 0;
  for (const one of events) {
    if (!canHappen(one, state)) continue;
    if (one[0] === "onSay") now += one[3];
    if (one[0] === "onEnd") now += one[2];
    const event = atTime(one, now);
    const before = Object.freeze(state);
    const { state: after, effects } = advanceSocket(before, event);
    steps.push({ event, before, after, effects });
    state = after;
  }
  return steps;
}

function atTime(event: SocketEvent, now: number): SocketEvent {
  if (event[0] === "onSay") return ["onSay", event[1], event[2], now];
  return event[0] === "onEnd" ? ["onEnd", event[1], now] : event;
}

function canHappen([name]: SocketEvent, { call, closed }: SocketState): boolean {
  if (["onConnected", "onRefused", "onFailed"].includes(name)) return call === "connecting";
  if (["onSay", "onEnd", "onSpoken"].includes(name)) return call === "connected";
  return closed === undefined || name === "onKeyPause" || name === "onSetupTimeout";
}

/** Checks a law on random calls. */
function holds(law: (steps: readonly Step[]) => void): void {
  const calls = fc.array(event, { maxLength: 60, size: "max" });
  // Most random calls never connect, so half of them begin with a connection.
  const begun = calls.map((rest): SocketEvent[] => [SETUP, ["onConnected"], ...rest]);
  fc.assert(
    fc.property(fc.oneof(calls, begun), (events) => law(play(events))),
    { numRuns: 2_000 },
  );
}

/** The arguments of the effects with this name. */
function effectsOf(steps: readonly Step[], wanted: keyof SocketActions): unknown[][] {
  return steps
    .flatMap(({ effects }) => effects)
    .flatMap(([name, ...args]) => (name === wanted ? [args] : []));
}

test("words are sent in order with their last flags, until the socket closes", () => {
  holds((steps) => {
    const said = steps.flatMap(({ event: [name, token, last], before }) =>
      name === "onSay" && before.closed === undefined ? [{ type: "text", token, last }] : [],
    );
    const sent = effectsOf(steps, "send").map(([frame]) => JSON.parse(String(frame)));
    expect(sent.filter(({ type }) => type === "text")).toEqual(said);
  });
});

test("a closed socket gets no frame", () => {
  holds((steps) => {
    const late = steps.filter(({ before }) => before.closed !== undefined);
    expect(effectsOf(late, "send")).toEqual([]);
  });
});

test("a connected conversation is hung up once, and told nothing after that", () => {
  holds((steps) => {
    const last = steps.at(-1)?.after;
    const isOver = last?.call === "connected" && last.closed !== undefined;
    expect(effectsOf(steps, "hangUp")).toHaveLength(isOver ? 1 : 0);
    const told = steps
      .flatMap(({ effects }) => effects.map(([name]) => name))
      .filter((name) => ["hear", "interrupt", "press", "hangUp"].includes(name));
    if (isOver) expect(told.at(-1)).toBe("hangUp");
  });
});

test("a call is connected at most once, and after a refusal nothing happens", () => {
  holds((steps) => {
    expect(effectsOf(steps, "connect").length).toBeLessThanOrEqual(1);
    const refused = steps.filter(({ before }) => before.call === "refused");
    expect(refused.flatMap(({ effects }) => effects)).toEqual([]);
  });
});

test("words and keys arrive once and in order, also those before the connection", () => {
  holds((steps) => {
    const last = steps.at(-1)?.after;
    if (last?.call !== "connected") return;
    const done = steps.flatMap(({ event: [name, text], before }) => {
      if (name !== "onMessage" || before.call === "awaited") return [];
      const frame = JSON.parse(String(text));
      if (frame.type === "dtmf" && frame.digit !== "x") return [frame.digit];
      return frame.type === "prompt" && frame.last ? [`"${frame.voicePrompt}"`] : [];
    });
    const told = steps
      .flatMap(({ effects }) => effects)
      .map(([name, text]) => {
        if (name === "press") return text;
        return name === "hear" ? `"${text}"` : "";
      });
    expect(told.join("") + last.keys).toBe(done.join(""));
  });
});

test("the end waits until everything is spoken that was said since the last interruption", () => {
  holds((steps) => {
    for (const [at, { event, effects }] of steps.entries()) {
      if (event[0] !== "onEnd") continue;
      const [, next, now] = event;
      const earlier = steps.slice(0, at);
      const cut = earlier.findLastIndex((one) => effectsOf([one], "interrupt").length > 0);
      let queued = 0;
      let until = now;
      for (const { event: said } of earlier.slice(cut + 1).toReversed()) {
        if (said[0] !== "onSay") continue;
        queued += said[1].length * SOCKET_TIMING.msPerCharacter;
        until = Math.max(until, said[3] + queued);
      }
      expect(effects).toEqual([["awaitEnd", next, until - now]]);
    }
  });
});

test("after 2,000 messages the socket is closed and nothing more is heard", () => {
  const prompt = message({ type: "prompt", voicePrompt: "Hello" });
  const steps = play([SETUP, ["onConnected"], ...Array.from({ length: 2_005 }, () => prompt)]);
  expect(effectsOf(steps, "hear")).toHaveLength(1_999);
  expect(effectsOf(steps, "close")).toHaveLength(6);
});
