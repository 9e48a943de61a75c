import type { Asked } from "#src/calls/booking-requests/booking-requests.ts";

/** What a caller asked for; the machine adds who called. */
export type Request = Omit<Asked, "callId" | "contactId" | "phone">;

interface Spoken {
  readonly role: "user" | "assistant" | "system";
  readonly content: string;
  /** Of the assistant: milliseconds from the end of the caller's words to the first of ours. */
  readonly firstTokenMs?: number;
}

/** Cuts a turn to what was heard of it. */
export type Cut = (heard: string) => void;

/**
 * What is kept of a call: rows for a caller, nothing for somebody who tries the assistant out. Turns are
 * written in the order in which they are told, and nobody waits for them.
 */
export interface CallRecord {
  readonly said: (turn: Spoken) => Cut;
  /** "again": the same was asked for in this call already. */
  readonly ask: (request: Request) => Promise<"noted" | "again" | "too many">;
  readonly leave: (words: string) => Promise<void>;
  /** Once; nothing is written after it. One that did not fail ended as what was said tells. */
  readonly ended: (hasFailed: boolean) => Promise<void>;
}
