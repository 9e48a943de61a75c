export type Status =
  | "accepted"
  | "queued"
  | "sent"
  | "delivered"
  | "undelivered"
  | "failed"
  | "received";

/** The outcome of a text, decided when it is accepted. */
export interface Life {
  readonly steps: readonly Status[];
  /** Index of the step at which it has left the carrier. */
  readonly sentAt: number;
  readonly errorCode: number | null;
}

const DELIVERED: Life = { steps: ["queued", "sent", "delivered"], sentAt: 1, errorCode: null };

const MAGIC_LIVES: Readonly<Record<string, Life>> = {
  "0003": undeliveredLife(30003),
  "0006": undeliveredLife(30006),
  "0007": undeliveredLife(30007),
  "0008": { steps: ["queued", "failed"], sentAt: 1, errorCode: 30008 },
};

const ERROR_MESSAGES: Readonly<Record<number, string>> = {
  30003: "Unreachable destination handset",
  30006: "Landline or unreachable carrier",
  30007: "Message filtered",
  30008: "Unknown error",
};

export const RECEIVED: Life = { steps: ["received"], sentAt: 0, errorCode: null };

export function lifeOf(to: string, magic: boolean, byService: boolean): Life {
  const life = (magic && MAGIC_LIVES[to.slice(-4)]) || DELIVERED;
  return byService ? acceptedFirst(life) : life;
}

export function errorMessage(code: number): string | null {
  return ERROR_MESSAGES[code] ?? null;
}

/** A Messaging Service takes the text first and finds a number for it afterwards. */
function acceptedFirst(life: Life): Life {
  return { ...life, steps: ["accepted", ...life.steps], sentAt: life.sentAt + 1 };
}

function undeliveredLife(errorCode: number): Life {
  return { steps: ["queued", "sent", "undelivered"], sentAt: 1, errorCode };
}
