import type { App } from "#src/app.ts";
import { tidy } from "#src/calls/tools/tidy.ts";
import { handoverNumber, speakableBy } from "#src/calls/twilio/own-numbers.ts";
import type { AiMessage, AiProvider } from "#src/platform/providers/ai.ts";
import { answer, type Outcome } from "./answer.ts";
import { createClock } from "./call-clock.ts";
import type { Limits } from "./limits.ts";
import { forget, heardOf } from "./on-transcript.ts";
import { WORDS } from "./phrases.ts";
import { systemPrompt } from "./prompt.ts";
import type { CallRecord, Cut } from "./record.ts";
import type { Line, Next } from "./transport.ts";

export interface Conversation {
  /** What the caller said; settles once it is answered, or something else was said in between. */
  readonly hear: (words: string) => Promise<void>;
  /** The caller spoke in between; `heard` is what they heard of us by then. */
  readonly interrupt: (heard: string) => void;
  readonly press: (digit: string) => Promise<void>;
  /** The line is gone: the caller hung up, or it was cut. Settles once all is written down. */
  readonly hangUp: (how: "gone" | "cut") => Promise<void>;
  readonly isOver: () => boolean;
}

interface Between {
  readonly ai: AiProvider;
  readonly line: Line;
  readonly record: CallRecord;
  readonly limits: Limits;
  /** E.164; null where it is withheld. */
  readonly caller: string | null;
  /** What was said so far: the greeting at least. */
  readonly soFar: readonly AiMessage[];
  /** Hears why the model was of no use; callers do not. */
  readonly failed?: (words: string) => void;
}

interface Speaking {
  readonly stop: AbortController;
  text: string;
  firstMs: number | undefined;
}

/** The engine: hears, asks the model, speaks, and knows when to stop. It knows no telephone. */
export function openConversation(app: App, between: Between): Conversation {
  const { line, record, limits } = between;
  const messages: AiMessage[] = [{ role: "system", content: systemPrompt(app) }, ...between.soFar];
  let mode: "talking" | "message" | "over" = "talking";
  let hasFailed = false;
  let tookMessage = false;
  let handedOver = false;
  let isGone = false;
  let turns = 0;
  let spent = 0;
  let pressed = "";
  let speaking: Speaking | undefined;
  let last: { readonly text: string; readonly cut: Cut } | undefined;
  const clock = createClock(limits, {
    warn: () => speakUp(WORDS.almostOver),
    end: () => close(WORDS.tooLong),
    stillThere: () => speakUp(WORDS.stillThere),
    silent: () => close(WORDS.nobodyThere),
  });

  async function hear(said: string): Promise<void> {
    const began = performance.now();
    const words = tidy(said, limits.characters);
    if (words === "" || isGone) return;
    // People pause while they dictate: what they say during the goodbye belongs to it.
    if (mode === "over") return tookMessage ? keepMessage(words) : undefined;
    clock.heard();
    breakOff();
    turns += 1;
    if (mode === "message") return takeMessage(words);
    if (turns > limits.turns || spent > limits.tokens) {
      record.said({ role: "user", content: words });
      return close(WORDS.enough);
    }

    const keys = pressed === "" ? "" : ` (keys pressed: ${pressed})`;
    pressed = "";
    messages.push({ role: "user", content: words + keys });
    const mine: Speaking = { stop: new AbortController(), text: "", firstMs: undefined };
    speaking = mine;
    // The request leaves before anything is written: the caller waits for the one, nobody for the other.
    const answered = answer(app, {
      ...between,
      messages,
      speakable: speakableBy(app, between.caller),
      signal: mine.stop.signal,
      say(more) {
        if (speaking !== mine) return;
        mine.firstMs ??= Math.round(performance.now() - began);
        mine.text += more;
        line.say(more, false);
      },
    });
    record.said({ role: "user", content: words + keys });
    const outcome = await answered.catch(bug);
    if (speaking !== mine) return;
    finish(mine);
    go(outcome);
  }

  /** Of ours, such as a full disk: the caller is told the same as when the model fails. */
  function bug(error: unknown): Outcome {
    app.log("error", "bug", { while: "answering a call", error });
    return { kind: "failed", words: "the server failed" };
  }

  /** What was said up to here is a turn; after it nothing of this answer is said any more. */
  function finish(mine: Speaking): void {
    speaking = undefined;
    spent += tokensOf(messages) + tokensOf([{ role: "user", content: mine.text }]);
    const text = mine.text.trim();
    if (text !== "") last = { text, cut: saidByUs(text, mine.firstMs) };
  }

  function go(outcome: Outcome): void {
    if (mode === "over") return;
    switch (outcome.kind) {
      case "answered":
      case "broken off":
        line.say("", true);
        break;
      case "handed over":
        handOver();
        break;
      case "failed":
        app.log("warn", "the assistant failed in a call", { reason: outcome.words });
        between.failed?.(outcome.words);
        apologise();
        break;
    }
  }

  /** The model is of no use any more: what is said next is a message. */
  function apologise(): void {
    hasFailed = true;
    mode = "message";
    speakUp(WORDS.failed);
  }

  async function takeMessage(words: string): Promise<void> {
    await keepMessage(words);
    tookMessage = true;
    hasFailed = false;
    if (mode === "message") close(WORDS.thanks);
  }

  async function keepMessage(words: string): Promise<void> {
    record.said({ role: "user", content: words });
    await record.leave(words);
  }

  function handOver(): void {
    if (handoverNumber(app) === undefined) {
      mode = "message";
      speakUp(WORDS.nobody);
    } else {
      handedOver = true;
      close(WORDS.connecting, "hand over");
    }
  }

  function interrupt(heard: string): void {
    clock.heard();
    if (speaking) breakOff(heard);
    else if (last) {
      const kept = heardOf(last.text, heard);
      last.cut(kept);
      forget(messages, kept);
      last = undefined;
    }
  }

  /** Stops what is being said; without `heard` all of it so far was. */
  function breakOff(heard?: string): void {
    if (!speaking) return;
    const mine = speaking;
    mine.stop.abort();
    if (heard !== undefined) mine.text = heardOf(mine.text, heard);
    finish(mine);
    last = undefined;
    if (mine.text.trim() !== "") messages.push({ role: "assistant", content: mine.text });
  }

  async function press(digit: string): Promise<void> {
    if (mode === "over" || !/^[0-9*#]$/.test(digit)) return;
    clock.heard();
    if (digit !== "0") {
      pressed = (pressed + digit).slice(0, 20);
      return;
    }
    breakOff();
    record.said({ role: "system", content: "The caller pressed 0" });
    handOver();
  }

  function speakUp(words: string): void {
    breakOff();
    last = { text: words, cut: saidByUs(words) };
    messages.push({ role: "assistant", content: words });
    line.say(words, true);
  }

  function saidByUs(content: string, firstTokenMs?: number): Cut {
    return record.said({
      role: "assistant",
      content,
      ...(firstTokenMs !== undefined && { firstTokenMs }),
    });
  }

  function close(words: string, next: Next = "hang up"): void {
    speakUp(words);
    mode = "over";
    clock.stop();
    line.end(next);
  }

  async function hangUp(how: "gone" | "cut"): Promise<void> {
    if (isGone) return;
    isGone = true;
    const wasOver = mode === "over";
    mode = "over";
    clock.stop();
    breakOff();
    // With the person who was handed over to, Twilio tells how it ended.
    if (handedOver) return;
    const isCut = how === "cut" && !wasOver;
    await record.ended(isCut || hasFailed);
  }

  return { hear, interrupt, press, hangUp, isOver: () => mode === "over" };
}

function tokensOf(messages: readonly AiMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
}
