import { isRefunded } from "#db/billing/reversals.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

/** A payment that should go back to the client, and that Stripe does not let go yet. */
export interface Owed {
  readonly paymentIntentId: string;
  readonly cents: number;
  readonly currency: string;
  /** Stripe's words. */
  readonly words: string;
}

const STATE = "owed-back";

/** What is still owed to clients, oldest first: what a person refunded at Stripe is not. */
export function owedBack({ db }: App): Owed[] {
  const all = readState<Owed[]>(db, STATE) ?? [];
  return all.filter(({ paymentIntentId }) => !isRefunded(db, paymentIntentId));
}

/** Stripe said no; an alert says so until it is put right. */
export function noteOwed(app: App, owed: Owed): void {
  writeState(app.db, STATE, [...without(app, owed.paymentIntentId), owed]);
}

/** It went back, or needs not to. */
export function forgetOwed(app: App, paymentIntentId: string): void {
  if (readState<Owed[]>(app.db, STATE)?.some((one) => one.paymentIntentId === paymentIntentId))
    writeState(app.db, STATE, without(app, paymentIntentId));
}

function without(app: App, paymentIntentId: string): Owed[] {
  return owedBack(app).filter((one) => one.paymentIntentId !== paymentIntentId);
}
