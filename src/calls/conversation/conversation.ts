import type { App } from "#src/app.ts";
import { handoverNumber, speechAllowlist } from "#src/calls/twilio/own-numbers.ts";
import type { AiMessage } from "#src/platform/providers/ai.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { runEffect } from "#src/shared/state-machine.ts";
import { generateAnswer, type Outcome } from "./answer.ts";
import {
  advanceConversation,
  type ConversationActions,
  type ConversationEvent,
  newConversation,
} from "./conversation-machine.ts";
import type { Conversation, ConversationOptions } from "./conversation-options.ts";
import { truncateLastAnswer } from "./interruption.ts";
import type { Limits } from "./limits.ts";
import { PHRASES } from "./phrases.ts";
import { type CallerTurn, createCallerWords } from "./private-numbers.ts";
import { systemPrompt } from "./prompt.ts";

/** Runs one conversation with a caller, independently of how the words travel. */
export function openConversation(app: App, options: ConversationOptions): Conversation {
  const { transport, record, limits, history } = options;
  const messages: AiMessage[] = [{ role: "system", content: systemPrompt(app) }, ...history];
  const callerWords = createCallerWords(getSettings(app).country);
  let state = newConversation(limits);
  let stopAnswer = () => {};
  let truncateLastTurn = (_heard: string) => {};
  const clock = createCallClock(limits, {
    onAlmostOver: () => takeAlone("onAlmostOver"),
    onTimeUp: () => takeAlone("onTimeUp"),
    onSilence: () => takeAlone("onSilence"),
    onLongSilence: () => takeAlone("onLongSilence"),
  });
  const actions: ConversationActions = {
    ask,
    stopAnswer: () => stopAnswer(),
    say: transport.say,
    end: transport.end,
    resetSilence: clock.resetSilence,
    stopClock: clock.stop,
    recordTurn(turn) {
      const truncate = record.addTurn(turn);
      if (turn.role === "assistant") truncateLastTurn = truncate;
    },
    recordCaller: (words) => recordCaller(callerWords.add(words)),
    async saveMessage(words) {
      const heard = callerWords.add(words);
      recordCaller(heard);
      await record.leaveMessage(heard.content);
      await take("onMessageSaved");
    },
    remember(content) {
      messages.push({ role: "assistant", content });
    },
    truncateAnswer(heard) {
      truncateLastTurn(heard);
      truncateLastAnswer(messages, heard);
    },
    reportFailure(reason) {
      app.log("warn", "the assistant failed in a call", { reason });
      options.onFailure?.(reason);
    },
    recordEnd: record.recordEnd,
  };

  /** Resolves once everything that the event caused is done, such as an answer or a write. */
  async function take(...event: ConversationEvent): Promise<void> {
    const { state: next, effects } = advanceConversation(state, event);
    state = next;
    await Promise.all(effects.map((effect) => runEffect(actions, effect)));
  }

  /** Takes an event that nothing waits for. */
  function takeAlone(...event: ConversationEvent): void {
    take(...event).catch((error: unknown) =>
      app.log("error", "bug", { while: "talking to a caller", error }),
    );
  }

  async function ask(turn: number, words: string): Promise<void> {
    const askedAt = performance.now();
    const heard = callerWords.add(words);
    messages.push(heard);
    const controller = new AbortController();
    const filler = startFiller(limits.fillerMs, (text) => takeAlone("onWords", turn, text));
    stopAnswer = () => {
      controller.abort();
      filler.stop();
    };
    // Send the request before storing the turn: the caller waits only for the answer.
    const answer = generateAnswer(app, {
      ...options,
      messages,
      allowlist: {
        ...speechAllowlist(app, options.caller),
        said: messages.flatMap(({ role, content }) => (role === "user" ? [content] : [])),
      },
      signal: controller.signal,
      say(text) {
        filler.reset();
        takeAlone("onWords", turn, text, Math.round(performance.now() - askedAt));
      },
      onTokens: (count) => takeAlone("onTokens", count),
    });
    recordCaller(heard);
    const outcome = await answer.catch(toFailure);
    filler.stop();
    await take("onAnswered", turn, outcome, canHandOver());
  }

  /** A failure of the server, such as a full disk, sounds to the caller like a failure of the model. */
  function toFailure(error: unknown): Outcome {
    app.log("error", "bug", { while: "answering a call", error });
    return { kind: "failed", reason: "the server failed" };
  }

  function recordCaller(heard: CallerTurn): void {
    heard.onChange = record.addTurn({ role: "user", content: heard.content });
  }

  const canHandOver = () => handoverNumber(app) !== undefined;
  return {
    onTranscript: (words) => take("onTranscript", words),
    onInterrupt: (heard) => takeAlone("onInterrupt", heard),
    onKeys: (keys) => take("onKeys", keys, canHandOver()),
    onHangup: (how) => take("onHangup", how),
    isOver: () => state.mode === "over",
  };
}

interface ClockHandlers {
  /** Runs shortly before the time limit. */
  readonly onAlmostOver: () => void;
  readonly onTimeUp: () => void;
  /** Runs when the caller has been silent for `silenceMs`. */
  readonly onSilence: () => void;
  /** Runs when the silence continues for as long again. */
  readonly onLongSilence: () => void;
}

interface CallClock {
  readonly resetSilence: () => void;
  readonly stop: () => void;
}

/** Starts the timers of a call: the time limit, its warning, and the silence prompts. */
function createCallClock(limits: Limits, handlers: ClockHandlers): CallClock {
  const warning = setTimeout(handlers.onAlmostOver, limits.warnAfterMs);
  const ending = setTimeout(handlers.onTimeUp, limits.endAfterMs);
  let hasPrompted = false;
  const silence = setTimeout(() => {
    if (hasPrompted) return handlers.onLongSilence();
    hasPrompted = true;
    silence.refresh();
    handlers.onSilence();
  }, limits.silenceMs);
  const timers = [warning, ending, silence];
  for (const timer of timers) timer.unref();
  return {
    resetSilence() {
      hasPrompted = false;
      silence.refresh();
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

interface Filler {
  /** Call this with every word of the answer. */
  readonly reset: () => void;
  readonly stop: () => void;
}

/** Says a sentence while the caller waits for the model, and one more after the same wait again. */
function startFiller(waitMs: number | null, say: (text: string) => void): Filler {
  if (waitMs === null) return { reset: () => undefined, stop: () => undefined };
  const phrases: string[] = [PHRASES.oneMoment, PHRASES.stillLooking];
  const timer = setTimeout(() => {
    const text = phrases.shift();
    if (text !== undefined) say(`${text} `);
    if (phrases.length > 0) timer.refresh();
  }, waitMs);
  timer.unref();
  return {
    reset: () => {
      if (phrases.length > 0) timer.refresh();
    },
    stop: () => clearTimeout(timer),
  };
}
