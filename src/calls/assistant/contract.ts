import * as z from "zod/mini";
import { get, postStream } from "#src/shared/endpoint.ts";

const Figures = z.object({
  /** Calls since midnight in the business's time zone. */
  callsToday: z.number(),
  /** The number of measured answers, at most the last 100. */
  answers: z.number(),
  /** Median milliseconds from the end of the caller's words to the first word of the answer. */
  typicalMs: z.nullable(z.number()),
  /** The 95th percentile of the same delay. */
  slowMs: z.nullable(z.number()),
});
export type Figures = z.infer<typeof Figures>;

/** One line of the streamed reply to a test call. */
export type TryEvent =
  | { readonly type: "call"; readonly callSid: string }
  | { readonly type: "text"; readonly text: string; readonly last: boolean }
  /** Milliseconds to the first word of this answer. */
  | { readonly type: "measured"; readonly ms: number }
  /** What a real call would have stored. */
  | {
      readonly type: "noted";
      readonly what: "request" | "waitlist entry" | "message";
      readonly text: string;
    }
  /** The reason why the model did not answer. */
  | { readonly type: "trouble"; readonly message: string }
  | { readonly type: "end"; readonly next: "hang up" | "hand over" };

export const calls = {
  /** Has no ETag because "today" changes without a write. */
  figures: get("/api/voice/figures", { reply: Figures, reads: ["calls"], etag: false }),
  /**
   * Streams lines of TryEvent. Without a callSid a new test call starts with the greeting. Test calls are
   * not stored.
   */
  tryOut: postStream("/api/voice/try", {
    body: z.object({
      callSid: z.optional(z.string().check(z.maxLength(60))),
      text: z._default(z.string().check(z.trim(), z.maxLength(1_000)), ""),
    }),
  }),
};
