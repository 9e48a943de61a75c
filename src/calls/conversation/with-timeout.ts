import type { AiPiece } from "#src/platform/providers/ai.ts";

interface Timeouts {
  /** Timeout for each piece. */
  readonly pieceMs: number;
  /** Timeout for the whole answer. */
  readonly totalMs: number;
}

/**
 * Yields the pieces of an answer. On a timeout it yields a failure and aborts the request. It ends
 * without a failure when `signal` aborts.
 */
export async function* withTimeout(
  ask: (signal: AbortSignal) => AsyncIterable<AiPiece>,
  signal: AbortSignal,
  { pieceMs, totalMs }: Timeouts,
): AsyncGenerator<AiPiece> {
  const ownAbort = new AbortController();
  const { promise: stopReason, resolve: stop } = Promise.withResolvers<"too slow" | "aborted">();
  const pieceTimer = setTimeout(() => stop("too slow"), pieceMs);
  const totalTimer = setTimeout(() => stop("too slow"), totalMs);
  const onAbort = () => stop("aborted");
  signal.addEventListener("abort", onAbort, { once: true });
  const pieces = ask(AbortSignal.any([signal, ownAbort.signal]))[Symbol.asyncIterator]();
  try {
    for (;;) {
      const pending = pieces.next();
      // After a timeout the rejection has no other handler.
      pending.catch(() => undefined);
      const next = await Promise.race([pending, stopReason]);
      if (next === "too slow") {
        yield { kind: "failed", message: "The assistant took too long to answer." };
        return;
      }
      if (next === "aborted" || next.done || signal.aborted) return;
      yield next.value;
      pieceTimer.refresh();
    }
  } finally {
    clearTimeout(pieceTimer);
    clearTimeout(totalTimer);
    signal.removeEventListener("abort", onAbort);
    ownAbort.abort();
  }
}
