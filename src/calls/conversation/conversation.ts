import type { App } from "#src/app.ts";
import { cleanText } from "#src/calls/tools/clean-text.ts";
import { handoverNumber, speechAllowlist } from "#src/calls/twilio/own-numbers.ts";
import type { AiMessage } from "#src/platform/providers/ai.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { MIN_PHONE_DIGITS } from "#src/shared/spoken-numbers.ts";
import { generateAnswer, type Outcome } from "./answer.ts";
import { createCallClock, type Filler, startFiller } from "./call-clock.ts";
import type {
  Conversation,
  ConversationOptions,
  Disconnection,
  NextStep,
} from "./conversation-options.ts";
import { toHeardText, truncateLastAnswer } from "./interruption.ts";
import { PHRASES } from "./phrases.ts";
import { type CallerTurn, createCallerWords } from "./private-numbers.ts";
import { systemPrompt } from "./prompt.ts";

/** The longest phone number of E.164 has 15 digits. */
const MAX_KEYS = 20;

interface Utterance {
  readonly controller: AbortController;
  readonly filler: Filler;
  text: string;
  firstTokenMs: number | undefined;
}

/** Runs one conversation with a caller, independently of how the words travel. */
export function openConversation(app: App, options: ConversationOptions): Conversation {
  const { transport, record, limits, history } = options;
  const messages: AiMessage[] = [{ role: "system", content: systemPrompt(app) }, ...history];
  const callerWords = createCallerWords(getSettings(app).country);
  let mode: "talking" | "message" | "over" = "talking";
  let hasFailed = false;
  let tookMessage = false;
  let handedOver = false;
  let isDisconnected = false;
  let turns = 0;
  let tokensSpent = 0;
  let pressedKeys = "";
  let current: Utterance | undefined;
  let lastAnswer: { readonly text: string; readonly truncate: (heard: string) => void } | undefined;
  const clock = createCallClock(limits, {
    onAlmostOver: () => announce(PHRASES.almostOver),
    onTimeUp: () => endWith(PHRASES.tooLong),
    onSilence: () => announce(PHRASES.stillThere),
    onLongSilence: () => endWith(PHRASES.silenceGoodbye),
  });

  async function onTranscript(said: string): Promise<void> {
    const startedAt = performance.now();
    const keys = pressedKeys === "" ? "" : `(keys pressed: ${pressedKeys})`;
    const words = [cleanText(said, limits.maxCharacters), keys].filter(Boolean).join(" ");
    if (words === "" || isDisconnected) return;
    pressedKeys = "";
    // People pause while they dictate, so words spoken during the goodbye belong to the message.
    if (mode === "over") return tookMessage ? saveMessage(words) : undefined;
    clock.resetSilence();
    stopSpeaking();
    turns += 1;
    if (mode === "message") return takeMessage(words);
    const heard = callerWords.add(words);
    if (turns > limits.turns || tokensSpent > limits.tokens) {
      recordCaller(heard);
      return endWith(PHRASES.enough);
    }

    messages.push(heard);
    const utterance: Utterance = {
      controller: new AbortController(),
      filler: startFiller(limits.fillerMs, (filler) => speak(utterance, filler)),
      text: "",
      firstTokenMs: undefined,
    };
    current = utterance;
    // Send the request before storing the turn: the caller waits only for the answer.
    const answering = generateAnswer(app, {
      ...options,
      messages,
      allowlist: {
        ...speechAllowlist(app, options.caller),
        said: messages.flatMap(({ role, content }) => (role === "user" ? [content] : [])),
      },
      signal: utterance.controller.signal,
      say(more) {
        utterance.firstTokenMs ??= Math.round(performance.now() - startedAt);
        utterance.filler.reset();
        speak(utterance, more);
      },
      onTokens(tokens) {
        tokensSpent += tokens;
      },
    });
    recordCaller(heard);
    const outcome = await answering.catch(toFailure);
    if (current !== utterance) return;
    finishUtterance(utterance);
    applyOutcome(outcome);
  }

  function recordCaller(heard: CallerTurn): void {
    heard.onChange = record.addTurn({ role: "user", content: heard.content });
  }

  function speak(utterance: Utterance, text: string): void {
    if (current !== utterance) return;
    utterance.text += text;
    transport.say(text, false);
  }

  /** A failure of the server, such as a full disk, sounds to the caller like a failure of the model. */
  function toFailure(error: unknown): Outcome {
    app.log("error", "bug", { while: "answering a call", error });
    return { kind: "failed", reason: "the server failed" };
  }

  /** Ends an utterance and records what was said as a turn. */
  function finishUtterance(utterance: Utterance): void {
    current = undefined;
    utterance.filler.stop();
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

  async function takeMessage(message: string): Promise<void> {
    await saveMessage(message);
    tookMessage = true;
    hasFailed = false;
    if (mode === "message") endWith(PHRASES.thanks);
  }

  async function saveMessage(words: string): Promise<void> {
    const heard = callerWords.add(words);
    recordCaller(heard);
    await record.leaveMessage(heard.content);
  }

  function handOver(): void {
    if (handoverNumber(app) === undefined)
      announce(mode === "message" ? PHRASES.noOneAnswered : PHRASES.noOneAvailable);
    else {
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

  async function onKeys(keys: string): Promise<void> {
    const pressed = keys.replace(/[^0-9*#]/g, "").slice(0, MAX_KEYS);
    if (mode === "over" || pressed === "") return;
    clock.resetSilence();
    if (/^0+#?$/.test(pressed)) {
      stopSpeaking();
      record.addTurn({ role: "system", content: "The caller pressed 0" });
      return handOver();
    }
    pressedKeys = (pressedKeys + pressed).slice(-MAX_KEYS);
    // Fewer keys are sent to the model with the caller's next sentence.
    if (pressedKeys.length >= MIN_PHONE_DIGITS) await onTranscript("");
  }

  function announce(text: string): void {
    stopSpeaking();
    lastAnswer = { text, truncate: recordAnswer(text) };
    messages.push({ role: "assistant", content: text });
    transport.say(text, true);
  }

  function recordAnswer(content: string, firstTokenMs?: number) {
    return record.addTurn({
      role: "assistant",
      content,
      ...(firstTokenMs !== undefined && { firstTokenMs }),
    });
  }

  function endWith(text: string, next: NextStep = "hang up"): void {
    announce(text);
    mode = "over";
    clock.stop();
    transport.end(next);
  }

  async function onHangup(how: Disconnection): Promise<void> {
    if (isDisconnected) return;
    isDisconnected = true;
    const wasOver = mode === "over";
    mode = "over";
    clock.stop();
    stopSpeaking();
    // After a handover, Twilio's status webhook reports how the call ended.
    if (handedOver || (how === "server stopped" && !wasOver)) return;
    await record.recordEnd((how === "cut off" && !wasOver) || hasFailed);
  }

  return { onTranscript, onInterrupt, onKeys, onHangup, isOver: () => mode === "over" };
}
