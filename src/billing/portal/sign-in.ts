import { listPlanSubscribersByPhone } from "#db/billing/plan-subscribers.ts";
import { subscriptionsOfPhone } from "#db/billing/subscriptions-list.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import {
  parsePhone,
  sendPhoneCode,
  verifyAndConsumeCode,
} from "#src/accounts/verification-codes/verification-codes.ts";
import type { App, Caller } from "#src/app.ts";
import { findPaymentsProvider, valueOrProblem } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { type Client, closeClientSession, openClientSession } from "#src/platform/http/sessions.ts";
import { clientPagesUrl, getSettings } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";

/** How clients sign in to a portal by a code to their phone, as members or as plan subscribers. */

type ClientKind = Client["kind"];

/** Whether a number has something to see in that portal. */
const HAS_PORTAL: Readonly<Record<ClientKind, (app: App, phone: string) => boolean>> = {
  member: (app, phone) => subscriptionsOfPhone(app.db, phone).length > 0,
  financing: (app, phone) => listPlanSubscribersByPhone(app.db, phone).length > 0,
};
const AUDIT_NAME = { member: "membership", financing: "financing" } as const;

/**
 * Texts a code, if the number has something to see. The reply is the same either way, so that it does
 * not reveal who is a client.
 * @throws Problem 400, 403, 409, 429
 */
export function sendSignInCode(
  app: App,
  kind: ClientKind,
  input: string,
  caller: Caller,
): Promise<void> {
  const address = parsePhone(app, input);
  return sendPhoneCode(app, { purpose: kind, address }, caller, HAS_PORTAL[kind](app, address));
}

/** @throws Problem 400 for a wrong code, 429 */
export function signInClient(
  app: App,
  kind: ClientKind,
  input: { readonly phoneNumber: string; readonly code: string },
  { caller, answer }: { readonly caller: Caller; readonly answer: Headers },
): void {
  const phone = parsePhone(app, input.phoneNumber);
  verifyAndConsumeCode(app, { purpose: kind, address: phone }, input.code, caller);
  inTransaction(app.db, () => {
    openClientSession(app, { kind, phone }, answer);
    recordAccess(app, { kind, phone }, "login", caller);
  });
}

export function signOutClient(app: App, client: Client, caller: Caller, answer: Headers): void {
  inTransaction(app.db, () => {
    closeClientSession(app, client, answer);
    recordAccess(app, client, "logout", caller);
  });
}

/**
 * Returns the URL of Stripe's portal for a customer, or of its page for replacing the card. Such a URL
 * is valid for a few minutes only, so every request needs a new one.
 * @throws Problem 409, 503
 */
export async function openStripePortal(
  app: App,
  customerId: string,
  { returnPath, updatesCard }: { readonly returnPath: string; readonly updatesCard: boolean },
): Promise<string> {
  const payments = await findPaymentsProvider(app);
  if (!payments) throw new Problem(409, "You can't change your card right now. Call us.");
  return valueOrProblem(
    await payments.openPortal(
      {
        customerId,
        returnUrl: `${clientPagesUrl(app)}${returnPath}`,
        configuration: getSettings(app).stripePortalConfigId || undefined,
        updatesCard,
      },
      crypto.randomUUID(),
    ),
  );
}

function recordAccess(
  app: App,
  { kind, phone }: Pick<Client, "kind" | "phone">,
  what: "login" | "logout",
  caller: Caller,
): void {
  const contactId = findContactByPhone(app.db, phone)?.id;
  recordSystem(
    app,
    {
      action: `${AUDIT_NAME[kind]}.${what}`,
      ...(contactId !== undefined && { target: ["contact", contactId] as const }),
    },
    caller,
  );
}
