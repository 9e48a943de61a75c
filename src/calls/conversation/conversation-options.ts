import type { NewBookingRequest } from "#src/calls/booking-requests/booking-requests.ts";
import type { WaitlistRequest } from "#src/calls/tools/waitlist-request.ts";
import type { AiMessage, AiProvider } from "#src/platform/providers/ai.ts";
import type { Limits } from "./limits.ts";

export interface Conversation {
  /** Handles what the caller said. Resolves once it is answered or interrupted. */
  readonly onTranscript: (text: string) => Promise<void>;
  /** Handles a caller who talks over the assistant. `heard` is the part of the answer spoken so far. */
  readonly onInterrupt: (heard: string) => void;
  /** Handles a sequence of pressed keys. Zeros alone ask for a person; a zero within a number does not. */
  readonly onKeys: (keys: string) => Promise<void>;
  /** Handles the end of the connection. Resolves once the call is stored. */
  readonly onHangup: (how: Disconnection) => Promise<void>;
  readonly isOver: () => boolean;
}

/** A call continues after a server restart, so "server stopped" does not end it. */
export type Disconnection = "hung up" | "cut off" | "server stopped";

export interface ConversationOptions {
  readonly ai: AiProvider;
  readonly transport: Transport;
  readonly record: CallRecord;
  readonly limits: Limits;
  /** E.164; null if withheld. */
  readonly caller: string | null;
  /** The conversation so far, at least the greeting. */
  readonly history: readonly AiMessage[];
  /** Receives the reason when the model fails. Callers never hear it. */
  readonly onFailure?: (reason: string) => void;
}

/** The step after the assistant's last words. */
export type NextStep = "hang up" | "hand over";

/** Carries the assistant's words to the caller: a Twilio socket, a webhook reply, or the Settings screen. */
export interface Transport {
  /** Sends the next words. `last` means that the caller speaks next. */
  readonly say: (text: string, last: boolean) => void;
  /** Ends the assistant's part of the call. */
  readonly end: (next: NextStep) => void;
}

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

export interface NewTurn {
  readonly role: "user" | "assistant" | "system";
  readonly content: string;
  /** Set for the assistant: milliseconds from the end of the caller's words to its first word. */
  readonly firstTokenMs?: number;
}

/**
 * Stores a call: in the database for real calls, not at all for test calls. Turns are written in the
 * background, in the order in which they are added.
 */
export interface CallRecord {
  /** Returns a function that shortens the turn to the part that the caller heard. */
  readonly addTurn: (turn: NewTurn) => (heard: string) => void;
  readonly requestAppointment: (request: AppointmentRequest) => Promise<RequestOutcome>;
  /** Returns the problem, if there is one. */
  readonly joinWaitlist: (request: WaitlistRequest) => Promise<string | undefined>;
  readonly leaveMessage: (message: string) => Promise<void>;
  /** Called once, as the last write. The transcript decides the status of a call that did not fail. */
  readonly recordEnd: (hasFailed: boolean) => Promise<void>;
}
