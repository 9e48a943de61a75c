import { isSubscriptionBefore } from "#db/billing/subscriptions.ts";
import { whenFree } from "#db/connection.ts";
import { deleteState, readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { Checkout, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { recordReach } from "#src/platform/reachability.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";

const NOT_CONNECTED = "Card payments aren't set up. Add your Stripe keys in Settings.";

export async function findPaymentsProvider(app: App): Promise<PaymentsProvider | undefined> {
  const secretKey = findSecret(app, "stripeSecretKey");
  if (secretKey === undefined) return undefined;
  return withReach(app, await app.providers.payments(secretKey));
}

const OUTCOMES: ReadonlySet<string> = new Set<PaymentOutcome<unknown>["kind"]>([
  "done",
  "declined",
  "unconfirmed",
  "missing",
  "refused",
  "unreachable",
]);

/** Records after each request whether Stripe answered, for the alert. */
function withReach(app: App, payments: PaymentsProvider): PaymentsProvider {
  return new Proxy(payments, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return async (...args: unknown[]) => {
        const outcome: { kind?: string } | undefined = await method.apply(target, args);
        if (OUTCOMES.has(outcome?.kind ?? ""))
          recordReach(app, "stripe", outcome?.kind !== "unreachable");
        return name === "readSubscription" && outcome?.kind
          ? provenOutcome(app, String(args[0]), outcome)
          : outcome;
      };
    },
  });
}

const STATE = "imported-subscriptions";
const OTHER_ACCOUNT =
  "The Stripe account in Settings doesn't have this subscription, which was imported from another Parlor. Connect the account that collects it.";

interface Imported {
  readonly at: number;
  /** The connected account doesn't have one of them. */
  readonly isOtherAccount: boolean;
}

/** Subscriptions up to now came from another Parlor, so the connected account may not be the one that collects them. */
export function recordImportedSubscriptions(app: App): void {
  writeState(app.db, STATE, { at: app.now(), isOtherAccount: false } satisfies Imported);
}

/** Whether imported subscriptions are not in the connected account. */
export function isOtherStripeAccount({ db }: App): boolean {
  return readState<Imported>(db, STATE)?.isOtherAccount ?? false;
}

/**
 * A subscription that is missing at Stripe ends here too. One that was imported may only be in another account: it stays as
 * it is, until the account has shown that it has such a subscription.
 */
async function provenOutcome<Outcome extends { kind?: string }>(
  app: App,
  id: string,
  outcome: Outcome,
): Promise<Outcome | { readonly kind: "refused"; readonly message: string }> {
  const imported = readState<Imported>(app.db, STATE);
  if (!imported || !isSubscriptionBefore(app.db, id, imported.at)) return outcome;
  if (outcome.kind === "done") await whenFree(() => deleteState(app.db, STATE));
  if (outcome.kind !== "missing") return outcome;
  await whenFree(() => writeState(app.db, STATE, { ...imported, isOtherAccount: true }));
  return { kind: "refused", message: OTHER_ACCOUNT };
}

/** @throws Problem 409 if Stripe is not set up */
export async function requirePaymentsProvider(app: App): Promise<PaymentsProvider> {
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, NOT_CONNECTED);
  return payments;
}

/** Stripe did not answer. The caller should try again with the same idempotency keys. */
export class StripeUnreachable extends Error {
  override readonly name = "StripeUnreachable";
}

/** Returns the value of a request that must succeed. @throws StripeUnreachable, or Error for a refusal */
export function valueFrom<T>(outcome: PaymentOutcome<T>): T {
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "unreachable") throw new StripeUnreachable(outcome.message);
  throw new Error(`Stripe: ${outcome.message}`);
}

/** Returns the value for a user's request. @throws Problem 409 for a refusal, 503 when Stripe is unreachable */
export function valueOrProblem<T>(outcome: PaymentOutcome<T>): T {
  if (outcome.kind === "done") return outcome.value;
  throw new Problem(outcome.kind === "unreachable" ? 503 : 409, outcome.message);
}

/** Returns a checkout; undefined for one in an account that was connected before. @throws Problem 409 for a refusal, 503 */
export async function findStripeCheckout(app: App, id: string): Promise<Checkout | undefined> {
  const payments = await requirePaymentsProvider(app);
  const outcome = await payments.readCheckout(id);
  return outcome.kind === "missing" ? undefined : valueOrProblem(outcome);
}

/** Handles each item. A failure is logged and does not hold up the others. @throws StripeUnreachable */
export async function forEachLogged<T>(
  app: App,
  all: readonly T[],
  handle: (one: T) => Promise<unknown>,
): Promise<void> {
  for (const one of all) {
    try {
      await handle(one);
    } catch (error) {
      if (error instanceof StripeUnreachable) throw error;
      app.log("error", "could not reconcile an item with Stripe", { error });
    }
  }
}
