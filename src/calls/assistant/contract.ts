import * as z from "zod/mini";
import { get, streamed } from "#src/shared/endpoint.ts";

const Figures = z.object({
  /** Of the business's day. */
  callsToday: z.number(),
  /** How many of the last answers were measured, a hundred at most. */
  answers: z.number(),
  /** Milliseconds from the end of the caller's words to the first of ours: the half, and all but one in twenty. */
  typicalMs: z.nullable(z.number()),
  slowMs: z.nullable(z.number()),
});
export type Figures = z.infer<typeof Figures>;

/** One line of the answer to a try. */
export type TryEvent =
  | { readonly type: "call"; readonly callSid: string }
  | { readonly type: "words"; readonly words: string; readonly last: boolean }
  /** Milliseconds to the first word of this answer. */
  | { readonly type: "measured"; readonly ms: number }
  /** What a caller's call would have written down, in words. */
  | { readonly type: "noted"; readonly what: "request" | "message"; readonly words: string }
  /** Why the model did not answer. */
  | { readonly type: "trouble"; readonly words: string }
  | { readonly type: "end"; readonly next: "hang up" | "hand over" };

export const calls = {
  /** Without an ETag: "today" changes by itself. */
  figures: get("/api/voice/figures", { reply: Figures }),
  /** Lines of TryEvent. Without a callSid somebody picks up and greets; nothing of a try is kept. */
  tryOut: streamed("/api/voice/try", {
    body: z.object({
      callSid: z.optional(z.string().check(z.maxLength(60))),
      words: z._default(z.string().check(z.trim(), z.maxLength(1_000)), ""),
    }),
  }),
};
