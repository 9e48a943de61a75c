import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type {
  Checkout,
  ProviderInvoice,
  ProviderSubscription,
} from "#src/platform/providers/payments.ts";
import type { Interval } from "#src/shared/installments.ts";

interface SimulatedCustomer {
  readonly id: string;
  readonly name: string;
  declines: boolean;
}

export interface SimulatedPrice {
  readonly name: string;
  readonly cents: number;
  readonly currency: string;
  /** Null for a deposit, which is paid once. */
  readonly interval: Interval | null;
}

export interface SimulatedCheckout extends Omit<Mutable<Checkout>, "url"> {
  readonly customerId: string;
  readonly priceId: string;
  /** Cents added to the first period. */
  readonly once: number;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export interface SimulatedSubscription extends Mutable<ProviderSubscription> {
  readonly cents: number;
  readonly currency: string;
  readonly interval: Interval;
  /** Periods after which it ends; null without an end. */
  periods: number | null;
  billed: number;
  /** Cents to take off the next invoice. */
  credit: number;
}

export interface SimulatedInvoice extends Mutable<Omit<ProviderInvoice, "url">> {
  readonly customerId: string;
  readonly subscriptionId: string;
}

/** The card processor's records, by id. */
export interface PaymentBook {
  readonly customers: Record<string, SimulatedCustomer>;
  readonly prices: Record<string, SimulatedPrice>;
  readonly checkouts: Record<string, SimulatedCheckout>;
  readonly subscriptions: Record<string, SimulatedSubscription>;
  /** Oldest first. */
  readonly invoices: Record<string, SimulatedInvoice>;
  /** Results by idempotency key. */
  readonly results: Record<string, unknown>;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Reads the book of an earlier run. The demo has few payments, so the file is small. */
export function openBook(file: string): { readonly book: PaymentBook; readonly save: () => void } {
  const book: PaymentBook = readBook(file) ?? {
    customers: {},
    prices: {},
    checkouts: {},
    subscriptions: {},
    invoices: {},
    results: {},
  };
  return {
    book,
    save() {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(`${file}.part`, JSON.stringify(book), { mode: 0o600 });
      renameSync(`${file}.part`, file);
    },
  };
}

function readBook(file: string): PaymentBook | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as PaymentBook;
  } catch {
    return undefined;
  }
}

export const DECLINED = "Your card was declined.";
export const MISSING = { kind: "missing", message: "There's no such object." } as const;

export function done<T>(value: T): PaymentOutcome<T> {
  return { kind: "done", value };
}

export function toOutcome<Row, T>(
  row: Row | undefined,
  to: (row: Row) => T,
): Promise<PaymentOutcome<T>> {
  return Promise.resolve(row === undefined ? MISSING : done(to(row)));
}

const listNone = () => Promise.resolve(done([]));

/** Refunds of the demo arrive, and no one disputes a payment. */
export const NO_REVERSALS = { refundsOf: listNone, reversalsSince: listNone };
