import { type Choice, NO_RECIPIENTS, recipientsOf } from "./choice.ts";

export interface Composed {
  readonly name: string;
  readonly message: string;
  readonly choice: Choice;
  /** Clients who only wrote or called are recipients too. */
  readonly includeAsked: boolean;
  /** Wall time in the business's zone; null to send now. */
  readonly scheduledFor: string | null;
  readonly skipCheck: boolean;
}

/** For a dialog whose unsent input is kept until it opens again. */
export interface SavedInputProps<Value> {
  /** Unsent input from before the dialog was dismissed. */
  saved: Value | undefined;
  /** Called with the input to keep, if any. */
  onClose: (unsent?: Value) => void;
}

export function createComposed(message: string, name = ""): Composed {
  return {
    name,
    message,
    choice: NO_RECIPIENTS,
    includeAsked: false,
    scheduledFor: null,
    skipCheck: false,
  };
}

/** Recipients, time and check, as create and approve take them. */
export function sendingOf({ choice, includeAsked, skipCheck, scheduledFor }: Composed) {
  return {
    ...recipientsOf(choice),
    ...(includeAsked && { includeAsked }),
    skipCheck,
    ...(scheduledFor !== null && { scheduledFor }),
  };
}

export function hasChanges(composed: Composed, initial: Composed): boolean {
  return (
    composed.name.trim() !== initial.name.trim() ||
    !["", initial.message.trim()].includes(composed.message.trim()) ||
    composed.scheduledFor !== null ||
    composed.includeAsked !== initial.includeAsked ||
    !isSame(composed.choice, initial.choice)
  );
}

function isSame(one: Choice, other: Choice): boolean {
  return JSON.stringify(recipientsOf(one)) === JSON.stringify(recipientsOf(other));
}
