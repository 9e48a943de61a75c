import type { Carrier } from "./twilio-carrier.ts";
import { type Message, statusAt, stepOf } from "./twilio-ledger.ts";
import type { Status } from "./twilio-life.ts";

export interface LoggedText {
  readonly sid: string;
  readonly to: string;
  readonly from: string;
  readonly body: string;
  readonly status: Status;
  readonly statusCallback: string | null;
  /** Seconds; null for the default. */
  readonly validityPeriod?: number | null;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Every text accepted from the product, oldest first: what was really sent. */
export function acceptedTexts(carrier: Carrier): LoggedText[] {
  return outbound(carrier).map((message) => ({
    sid: message.sid,
    to: message.to,
    from: message.from,
    body: message.body,
    status: statusAt(message, stepOf(message)),
    statusCallback: message.statusCallback,
    validityPeriod: message.validityPeriod,
    at: message.createdAt,
  }));
}

/** Every text that clients sent, oldest first. */
export function receivedTexts(
  carrier: Carrier,
): Pick<LoggedText, "sid" | "from" | "body" | "at">[] {
  return carrier.ledger.all
    .filter(({ direction }) => direction === "inbound")
    .map(({ sid, from, body, createdAt }) => ({ sid, from, body, at: createdAt }));
}

export interface Counts {
  readonly accepted: number;
  /** The most texts that one number got: 1 after a campaign without duplicates. */
  readonly perNumber: number;
  /** Different numbers that got one. */
  readonly numbers: number;
  readonly inbound: number;
  /** Texts that a fault refused, so that none was sent. */
  readonly refused: number;
  readonly callbacks: {
    readonly pending: number;
    readonly delivered: number;
    readonly failed: number;
  };
  readonly unexpected: readonly string[];
  readonly bugs: readonly string[];
}

export function count(carrier: Carrier): Counts {
  const texts = outbound(carrier);
  const byNumber = new Map<string, number>();
  for (const { to } of texts) byNumber.set(to, (byNumber.get(to) ?? 0) + 1);
  const { pending, delivered, failed } = carrier.outbox;
  return {
    accepted: texts.length,
    perNumber: [...byNumber.values()].reduce((most, texts) => Math.max(most, texts), 0),
    numbers: byNumber.size,
    inbound: carrier.ledger.all.length - texts.length,
    refused: carrier.refusals,
    callbacks: { pending, delivered, failed },
    unexpected: [...carrier.unexpected],
    bugs: [...carrier.bugs],
  };
}

function outbound(carrier: Carrier): Message[] {
  return carrier.ledger.all.filter((message) => message.direction === "outbound-api");
}
