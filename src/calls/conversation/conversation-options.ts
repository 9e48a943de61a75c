import type { AiMessage, AiProvider } from "#src/platform/providers/ai.ts";
import type { Limits } from "./limits.ts";
import type { CallRecord } from "./record.ts";

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
