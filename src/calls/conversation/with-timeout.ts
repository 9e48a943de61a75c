import type { AiPiece } from "#src/platform/providers/ai.ts";

interface Patience {
  /** For each piece. */
  readonly pieceMs: number;
  /** For all of them. */
  readonly wholeMs: number;
}

/**
 * The pieces of an answer, as long as none keeps us waiting, nor all of them together; then it is given
 * up, and the request with it. An aborted one ends.
 */
export async function* patiently(
  ask: (signal: AbortSignal) => AsyncIterable<AiPiece>,
  signal: AbortSignal,
  { pieceMs, wholeMs }: Patience,
): AsyncGenerator<AiPiece> {
  const given = new AbortController();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<"too slow" | "aborted">();
  const timer = setTimeout(() => stop("too slow"), pieceMs);
  const whole = setTimeout(() => stop("too slow"), wholeMs);
  const aborted = () => stop("aborted");
  signal.addEventListener("abort", aborted, { once: true });
  const pieces = ask(AbortSignal.any([signal, given.signal]))[Symbol.asyncIterator]();
  try {
    for (;;) {
      const coming = pieces.next();
      // Given up, nobody hears how it ends.
      coming.catch(() => undefined);
      const next = await Promise.race([coming, stopped]);
      if (next === "too slow") {
        yield { kind: "failed", words: "The assistant took too long to answer." };
        return;
      }
      if (next === "aborted" || next.done || signal.aborted) return;
      yield next.value;
      timer.refresh();
    }
  } finally {
    clearTimeout(timer);
    clearTimeout(whole);
    signal.removeEventListener("abort", aborted);
    given.abort();
  }
}
