import * as z from "zod/mini";
import { CallStatus } from "#src/shared/call-status.ts";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { get } from "#src/shared/endpoint.ts";

const MAX_PAGE_SIZE = 50;

const Turn = z.object({
  /** "user" is the caller. "system" is an action of the assistant, which the caller does not hear. */
  role: z.enum(["user", "assistant", "system"]),
  content: clientText(),
});
export type Turn = z.infer<typeof Turn>;

/** A booking request from the call. */
const BookingRequest = z.object({
  id: z.number(),
  status: z.enum(["pending", "approved", "rejected"]),
  requestedService: clientText(),
  preferredDate: clientText(),
  preferredTime: clientText(),
});

const CallTranscript = z.object({
  id: z.number(),
  twilioCallSid: z.string(),
  /** E.164; null if withheld. */
  callerNumber: z.nullable(clientPhone()),
  callStartTime: z.string(),
  callEndTime: z.nullable(z.string()),
  /** Seconds. */
  callDuration: z.nullable(z.number()),
  /** The spoken turns, one per line; the caller's message if there are none. */
  transcript: clientText(),
  messagesJson: z.array(Turn),
  /** The contact with the caller's number. */
  matchedContactId: z.nullable(z.number()),
  matchedContact: z.nullable(z.object({ id: z.number(), name: clientName("id") })),
  /** The names that the caller gave in booking requests. */
  callerNames: z.array(clientName("matchedContactId", "id")),
  status: CallStatus,
  /** The caller's message for the staff; empty if there is none. */
  message: clientText(),
  requests: z.array(BookingRequest),
  createdAt: z.string(),
});
export type CallTranscript = z.infer<typeof CallTranscript>;

const Page = z.object({
  limit: z._default(
    z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_PAGE_SIZE)),
    MAX_PAGE_SIZE,
  ),
  /** The last id of the previous page. */
  before: z.optional(z.coerce.number().check(z.int(), z.gte(1))),
  /** Part of a contact's name, the start or the end of a number, or spoken words. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  /** "unanswered": of the last 14 days, without a search. */
  show: z._default(z.enum(["all", "unanswered"]), "all"),
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
