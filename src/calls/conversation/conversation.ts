import type { App } from "#src/app.ts";
import { cleanText } from "#src/calls/tools/clean-text.ts";
import { handoverNumber, speechAllowlist } from "#src/calls/twilio/own-numbers.ts";
import type { AiMessage, AiProvider } from "#src/platform/providers/ai.ts";
import { generateAnswer, type Outcome } from "./answer.ts";
import { createCallClock } from "./call-clock.ts";
import { toHeardText, truncateLastAnswer } from "./interruption.ts";
import type { Limits } from "./limits.ts";
import { PHRASES } from "./phrases.ts";
import { systemPrompt } from "./prompt.ts";
import type { CallRecord, TruncateTurn } from "./record.ts";
import type { NextStep, Transport } from "./transport.ts";

export interface Conversation {
  /** Handles what the caller said. Resolves once it is answered or interrupted. */
  readonly onTranscript: (words: string) => Promise<void>;
  /** Handles a caller who talks over the assistant. `heard` is what they heard of the answer by then. */
  readonly onInterrupt: (heard: string) => void;
  readonly onDigit: (digit: string) => Promise<void>;
  /** Handles the end of the connection. Resolves once the call is stored. */
  readonly onHangup: (how: "hung up" | "cut off") => Promise<void>;
  readonly isOver: () => boolean;
}

interface ConversationOptions {
  readonly ai: AiProvider;
  readonly transport: Transport;
  readonly record: CallRecord;
  readonly limits: Limits;
  /** E.164; null if withheld. */
  readonly caller: string | null;
  /** The conversation so far, at least the greeting. */
  readonly history: readonly AiMessage[];
  /** Receives the reason when the model fails. Callers never hear it. */
  readonly onFailure?: (reason: string) => void;
}

interface Utterance {
  readonly controller: AbortController;
  text: string;
  firstTokenMs: number | undefined;
}

/** Runs one conversation with a caller, independently of how the words travel. */
export function openConversation(app: App, options: ConversationOptions): Conversation {
  const { transport, record, limits, history } = options;
  const messages: AiMessage[] = [{ role: "system", content: systemPrompt(app) }, ...history];
  let mode: "talking" | "message" | "over" = "talking";
  let hasFailed = false;
  let tookMessage = false;
  let handedOver = false;
  let isDisconnected = false;
  let turns = 0;
  let tokensSpent = 0;
  let pressedKeys = "";
  let current: Utterance | undefined;
  let lastAnswer: { readonly text: string; readonly truncate: TruncateTurn } | undefined;
  const clock = createCallClock(limits, {
    onAlmostOver: () => announce(PHRASES.almostOver),
    onTimeUp: () => endWith(PHRASES.tooLong),
    onSilence: () => announce(PHRASES.stillThere),
    onLongSilence: () => endWith(PHRASES.silenceGoodbye),
  });

  async function onTranscript(said: string): Promise<void> {
    const startedAt = performance.now();
    const words = cleanText(said, limits.maxCharacters);
    if (words === "" || isDisconnected) return;
    // People pause while they dictate, so words spoken during the goodbye belong to the message.
    if (mode === "over") return tookMessage ? saveMessage(words) : undefined;
    clock.resetSilence();
    stopSpeaking();
    turns += 1;
    if (mode === "message") return takeMessage(words);
    if (turns > limits.turns || tokensSpent > limits.tokens) {
      record.addTurn({ role: "user", content: words });
      return endWith(PHRASES.enough);
    }

    const keys = pressedKeys === "" ? "" : ` (keys pressed: ${pressedKeys})`;
    pressedKeys = "";
    messages.push({ role: "user", content: words + keys });
    const utterance: Utterance = {
      controller: new AbortController(),
      text: "",
      firstTokenMs: undefined,
    };
    current = utterance;
    // Send the request before storing the turn: the caller waits only for the answer.
    const answering = generateAnswer(app, {
      ...options,
      messages,
      allowlist: speechAllowlist(app, options.caller),
      signal: utterance.controller.signal,
      say(more) {
        if (current !== utterance) return;
        utterance.firstTokenMs ??= Math.round(performance.now() - startedAt);
        utterance.text += more;
        transport.say(more, false);
      },
    });
    record.addTurn({ role: "user", content: words + keys });
    const outcome = await answering.catch(toFailure);
    if (current !== utterance) return;
    finishUtterance(utterance);
    applyOutcome(outcome);
  }

  /** A failure of the server, such as a full disk, sounds to the caller like a failure of the model. */
  function toFailure(error: unknown): Outcome {
    app.log("error", "bug", { while: "answering a call", error });
    return { kind: "failed", reason: "the server failed" };
  }

  /** Ends an utterance and records what was said as a turn. */
  function finishUtterance(utterance: Utterance): void {
    current = undefined;
    tokensSpent +=
      estimateTokens(messages) + estimateTokens([{ role: "user", content: utterance.text }]);
    const text = utterance.text.trim();
    if (text !== "") lastAnswer = { text, truncate: recordAnswer(text, utterance.firstTokenMs) };
  }

  function applyOutcome(outcome: Outcome): void {
    if (mode === "over") return;
    switch (outcome.kind) {
      case "answered":
      case "interrupted":
        transport.say("", true);
        break;
      case "handed over":
        handOver();
        break;
      case "failed":
        app.log("warn", "the assistant failed in a call", { reason: outcome.reason });
        options.onFailure?.(outcome.reason);
        switchToMessage();
        break;
    }
  }

  /** Gives up on the model. The caller's next words are taken as a message. */
  function switchToMessage(): void {
    hasFailed = true;
    mode = "message";
    announce(PHRASES.assistantFailed);
  }

  async function takeMessage(words: string): Promise<void> {
    await saveMessage(words);
    tookMessage = true;
    hasFailed = false;
    if (mode === "message") endWith(PHRASES.thanks);
  }

  async function saveMessage(words: string): Promise<void> {
    record.addTurn({ role: "user", content: words });
    await record.leaveMessage(words);
  }

  function handOver(): void {
    if (handoverNumber(app) === undefined) {
      mode = "message";
      announce(PHRASES.nobodyAvailable);
    } else {
      handedOver = true;
      endWith(PHRASES.connecting, "hand over");
    }
  }

  function onInterrupt(heard: string): void {
    clock.resetSilence();
    if (current) stopSpeaking(heard);
    else if (lastAnswer) {
      const heardText = toHeardText(lastAnswer.text, heard);
      lastAnswer.truncate(heardText);
      truncateLastAnswer(messages, heardText);
      lastAnswer = undefined;
    }
  }

  /** Stops the current utterance. Without `heard`, the caller heard all of it so far. */
  function stopSpeaking(heard?: string): void {
    if (!current) return;
    const utterance = current;
    utterance.controller.abort();
    if (heard !== undefined) utterance.text = toHeardText(utterance.text, heard);
    finishUtterance(utterance);
    lastAnswer = undefined;
    if (utterance.text.trim() !== "") messages.push({ role: "assistant", content: utterance.text });
  }

  async function onDigit(digit: string): Promise<void> {
    if (mode === "over" || !/^[0-9*#]$/.test(digit)) return;
    clock.resetSilence();
    if (digit !== "0") {
      pressedKeys = (pressedKeys + digit).slice(0, 20);
      return;
    }
    stopSpeaking();
    record.addTurn({ role: "system", content: "The caller pressed 0" });
    handOver();
  }

  function announce(words: string): void {
    stopSpeaking();
    lastAnswer = { text: words, truncate: recordAnswer(words) };
    messages.push({ role: "assistant", content: words });
    transport.say(words, true);
  }

  function recordAnswer(content: string, firstTokenMs?: number): TruncateTurn {
    return record.addTurn({
      role: "assistant",
      content,
      ...(firstTokenMs !== undefined && { firstTokenMs }),
    });
  }

  function endWith(words: string, next: NextStep = "hang up"): void {
    announce(words);
    mode = "over";
    clock.stop();
    transport.end(next);
  }

  async function onHangup(how: "hung up" | "cut off"): Promise<void> {
    if (isDisconnected) return;
    isDisconnected = true;
    const wasOver = mode === "over";
    mode = "over";
    clock.stop();
    stopSpeaking();
    // After a handover, Twilio's status webhook reports how the call ended.
    if (handedOver) return;
    await record.recordEnd((how === "cut off" && !wasOver) || hasFailed);
  }

  return {
    onTranscript,
    onInterrupt,
    onDigit,
    onHangup,
    isOver: () => mode === "over",
  };
}

function estimateTokens(messages: readonly AiMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
}
