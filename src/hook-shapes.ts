/** What domains hand each other through the hooks of the app. */

import type { PaymentLine } from "#db/billing/payments.ts";
import type { Entry } from "#src/clients/profile/contract.ts";

/** What a visit costs. */
export interface VisitBill {
  readonly contactId: number | null;
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  readonly startsAt: string;
  /** Several for a visit with several employees. */
  readonly appointmentIds: readonly number[];
  readonly lines: readonly PaymentLine[];
  /** What the salon has of a deposit that was paid. */
  readonly deposit: {
    readonly cents: number;
    /** What of it went back before, or is about to. */
    readonly returnedCents: number;
    readonly paidAt: number;
    readonly paymentIntentId: string | null;
  } | null;
}

/** A held time that is booked once its client has added a card. */
export interface CardVisit {
  /** Wall time in the business's zone. */
  readonly startsAt: string;
  readonly priceCents: number;
  /** Where the client manages it. */
  readonly url: string;
}

export interface MergedContacts {
  readonly keptId: number;
  readonly otherId: number;
  /** The kept contact's number after the merge, E.164. */
  readonly phone: string;
}

export interface RemainingVisit {
  /** Whether it has begun and its client came. */
  readonly isCompleted: boolean;
  /** Epoch milliseconds, 0 where that isn't known; null for one that isn't canceled. */
  readonly canceledAt: number | null;
}

export interface HistoryPage {
  readonly boundOf: (kind: Entry["kind"]) => { readonly at: number; readonly id: number };
  readonly limit: number;
}

export interface DatedEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly entry: Entry;
}

export interface BookingSpan {
  /** Epoch milliseconds, from inclusive to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds before the booking within which the campaign's text was sent. */
  readonly within: number;
}

export interface ExportFile {
  /** With its folder. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** From the first moment on, and before the second. Epoch milliseconds. */
export type TimeRange = readonly [from: number, to: number];

/** A client in everything that is about them. */
export interface Client {
  readonly id: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  /** The present number and others from which texts and calls reach this contact. */
  readonly numbers: readonly string[];
  /** Earlier numbers with the time (epoch milliseconds) until which each was theirs. */
  readonly formerNumbers: readonly { readonly phone: string; readonly until: number }[];
  /** Names and numbers that may be found in texts of other programs: also those of merged clients. */
  readonly names: readonly string[];
  readonly traces: readonly string[];
}
