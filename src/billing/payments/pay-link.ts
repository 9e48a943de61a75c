import { findPayment, type PaymentRow } from "#db/billing/payments.ts";
import type { App } from "#src/app.ts";
import { findSigned, signedToken } from "#src/platform/secrets/signed-token.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";

const HASH_NAME = "payment link";

/** Returns the address at which a client pays, and finds the receipt afterward. */
export function payUrl(app: App, payment: Pick<PaymentRow, "id" | "createdAt">): string {
  return `${clientPagesUrl(app)}/pay/${signedToken(app, HASH_NAME, payment)}`;
}

/** Returns the payment of a link; undefined for a forged one, and once the client is erased. */
export function findPaymentByToken(app: App, token: string): PaymentRow | undefined {
  const payment = findSigned(app, HASH_NAME, token, (id) => findPayment(app.db, id) ?? undefined);
  return payment?.clientName === "" ? undefined : payment;
}
