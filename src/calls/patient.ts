import type { AiPiece } from "#src/providers/ai.ts";

/**
 * The pieces of an answer, as long as none keeps us waiting; then it is given up, and the request with
 * it. An aborted one ends.
 */
export async function* patiently(
  ask: (signal: AbortSignal) => AsyncIterable<AiPiece>,
  signal: AbortSignal,
  patienceMs: number,
): AsyncGenerator<AiPiece> {
  const given = new AbortController();
  const { promise: stopped, resolve: stop } = Promise.withResolvers<"too slow" | "aborted">();
  const timer = setTimeout(() => stop("too slow"), patienceMs);
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
    signal.removeEventListener("abort", aborted);
    given.abort();
  }
}
