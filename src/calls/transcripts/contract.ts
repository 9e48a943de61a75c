import * as z from "zod/mini";
import { CallStatus } from "#src/shared/call-status.ts";
import { clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { get } from "#src/shared/endpoint.ts";

const MOST_AT_ONCE = 50;

const Turn = z.object({
  /** The caller, the assistant, or what the assistant did, which nobody heard. */
  role: z.enum(["user", "assistant", "system"]),
  content: clientWords(),
});
export type Turn = z.infer<typeof Turn>;

/** What the caller asked to book in it. */
const Request = z.object({
  id: z.number(),
  status: z.enum(["pending", "approved", "rejected"]),
  requestedService: clientWords(),
  preferredDate: clientWords(),
  preferredTime: clientWords(),
});

const CallTranscript = z.object({
  id: z.number(),
  twilioCallSid: z.string(),
  /** E.164; null where the caller withheld it. */
  callerNumber: z.nullable(clientPhone()),
  callStartTime: z.string(),
  callEndTime: z.nullable(z.string()),
  /** Seconds. */
  callDuration: z.nullable(z.number()),
  /** What was spoken, a line a turn; where nothing was, the message that was left. */
  transcript: clientWords(),
  messagesJson: z.array(Turn),
  /** Who has that number. */
  matchedContactId: z.nullable(z.number()),
  matchedContact: z.nullable(z.object({ id: z.number(), name: clientName("id") })),
  /** Who they said they were, where they asked for an appointment. */
  callerNames: z.array(clientName("matchedContactId", "id")),
  status: CallStatus,
  /** What the caller wants the staff to know; empty for nothing. */
  message: clientWords(),
  requests: z.array(Request),
  createdAt: z.string(),
});
export type CallTranscript = z.infer<typeof CallTranscript>;

const Page = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_AT_ONCE)), MOST_AT_ONCE),
  /** The id that the page before ended with. */
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  /** A contact's name, a number from its beginning or its end, words that were spoken. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
});
export type Page = z.infer<typeof Page>;

export const callTranscripts = {
  /** Newest first. */
  list: get("/api/call-transcripts", {
    query: Page,
    reply: z.array(CallTranscript),
    reads: ["calls", "contacts", "potential-appointments"],
  }),
  count: get("/api/call-transcripts/count", {
    reply: z.object({ count: z.number() }),
    reads: ["calls"],
  }),
  one: get("/api/call-transcripts/:id", {
    reply: CallTranscript,
    reads: ["calls", "contacts", "potential-appointments"],
  }),
};
