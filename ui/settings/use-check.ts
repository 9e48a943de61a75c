import { useMutation } from "@tanstack/react-query";
import { wordsOf } from "#ui/api.ts";

export interface CheckAnswer {
  readonly ok: boolean;
  readonly words: string;
}

/** Asks the server to try something out; whatever happens is an answer in words. */
export function useCheck(ask: () => Promise<CheckAnswer>) {
  const { mutate, isPending, data } = useMutation({
    mutationFn: () =>
      ask().catch((error: unknown): CheckAnswer => ({ ok: false, words: wordsOf(error) })),
  });
  return { run: () => mutate(), running: isPending, answer: isPending ? undefined : data };
}
