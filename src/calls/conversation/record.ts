import type { NewBookingRequest } from "#src/calls/booking-requests/booking-requests.ts";
import type { WaitlistRequest } from "#src/calls/tools/waitlist-request.ts";

/** A caller's request. The server adds the call and the caller. */
export interface AppointmentRequest
  extends Omit<NewBookingRequest, "callId" | "contactId" | "phone"> {
  /** The caller changed their mind about the last request of this call. */
  readonly replacesEarlier: boolean;
}

/**
 * "duplicate": this call already contains the same request. "replaced": it took the place of an earlier
 * one that was still pending.
 */
type RequestOutcome = "recorded" | "duplicate" | "replaced" | "too many";

interface NewTurn {
  readonly role: "user" | "assistant" | "system";
  readonly content: string;
  /** Set for the assistant: milliseconds from the end of the caller's words to its first word. */
  readonly firstTokenMs?: number;
}

/** Shortens a turn to the part that the caller heard. */
export type TruncateTurn = (heard: string) => void;

/**
 * Stores a call: in the database for real calls, not at all for test calls. Turns are written in the
 * background, in the order in which they are added.
 */
export interface CallRecord {
  readonly addTurn: (turn: NewTurn) => TruncateTurn;
  readonly requestAppointment: (request: AppointmentRequest) => Promise<RequestOutcome>;
  /** Returns the problem, if there is one. */
  readonly joinWaitlist: (request: WaitlistRequest) => Promise<string | undefined>;
  readonly leaveMessage: (message: string) => Promise<void>;
  /** Called once, as the last write. The transcript decides the status of a call that did not fail. */
  readonly recordEnd: (hasFailed: boolean) => Promise<void>;
}
