import { type Choice, NOBODY, recipientsOf } from "./choice.ts";

/** What was put together in the composer. */
export interface Composed {
  readonly name: string;
  readonly message: string;
  readonly choice: Choice;
  /** Wall time in the business's zone; null: at once. */
  readonly scheduledFor: string | null;
  readonly skipCheck: boolean;
}

export function blank(message: string, name = ""): Composed {
  return { name, message, choice: NOBODY, scheduledFor: null, skipCheck: false };
}

/** Whom, when and how, as create and approve take it. */
export function sendingOf({ choice, skipCheck, scheduledFor }: Composed) {
  return {
    ...recipientsOf(choice),
    skipCheck,
    ...(scheduledFor !== null && { scheduledFor }),
  };
}

/** Something was typed or chosen that was not there to begin with. */
export function hasChanges(composed: Composed, initial: Composed): boolean {
  return (
    composed.name.trim() !== initial.name.trim() ||
    !["", initial.message.trim()].includes(composed.message.trim()) ||
    composed.scheduledFor !== null ||
    !isSame(composed.choice, initial.choice)
  );
}

function isSame(one: Choice, other: Choice): boolean {
  return JSON.stringify(recipientsOf(one)) === JSON.stringify(recipientsOf(other));
}
