import { createRedactor, type SpeechAllowlist } from "./redaction.ts";

interface AnswerWords {
  /** Takes the model's next words. Returns false once the answer reaches its limit. */
  readonly push: (words: string) => boolean;
  /** Says the rest. */
  readonly flush: () => void;
  /** Returns everything that was said. */
  readonly text: () => string;
}

/**
 * Turns the model's stream into speech: bounded, redacted, and without a sentence that was said before
 * an earlier tool call of the same answer, such as another "Let me look." `earlier` has no empty texts.
 */
export function createAnswerWords(
  allowlist: SpeechAllowlist,
  maxLength: number,
  earlier: readonly string[],
  say: (text: string) => void,
): AnswerWords {
  const redactor = createRedactor(allowlist);
  let length = 0;
  let text = "";
  let held = "";

  function speak(text: string): void {
    held += text;
    if (!earlier.some((said) => said.startsWith(held.trim()))) release();
  }

  function release(): void {
    const start = held.trimStart();
    const repeated = earlier.find((said) => start.startsWith(said));
    const words = repeated === undefined ? held : start.slice(repeated.length);
    held = "";
    text += words;
    if (words !== "") say(words);
  }

  return {
    push(words) {
      const fitting = words.slice(0, maxLength - length);
      length += fitting.length;
      speak(redactor.push(fitting));
      return length < maxLength;
    },
    flush() {
      held += redactor.flush();
      release();
    },
    text: () => text,
  };
}
