import * as z from "zod/mini";

/** The fields that are read. Twilio adds others without notice. */
export const CallForm = z.object({
  CallSid: z.string().check(z.regex(/^CA[0-9a-f]{32}$/i)),
  From: z._default(z.string().check(z.maxLength(100)), ""),
  To: z._default(z.string().check(z.maxLength(100)), ""),
  Direction: z._default(z.string(), "inbound"),
  CallStatus: z._default(z.string(), ""),
  CallDuration: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400 * 7))),
  SpeechResult: z._default(z.string(), ""),
  Digits: z._default(z.string(), ""),
  HandoffData: z._default(z.string(), ""),
  DialCallStatus: z._default(z.string(), ""),
});
export type CallForm = z.infer<typeof CallForm>;
