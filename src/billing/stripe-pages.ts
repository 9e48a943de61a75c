import type { App } from "#src/app.ts";
import { perApp } from "#src/platform/per-app.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { findSecret } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { requirePaymentsProvider, valueFrom } from "./stripe-provider.ts";

/** A page lasts for a day, and Stripe resends its events for three. One day more is for clocks that differ. */
export const PAYABLE_MS = 5 * DAY_MS;

/** The connected account doesn't have a page. It may be in the account before, which may be connected again. */
export class PageMissing extends Error {
  override readonly name = "PageMissing";
}

/** When the account of the connected key was found not to have a page, by the page's id. */
const missing = perApp(() => ({ secretKey: "", pages: new Map<string, number>() }));

function missingPages(app: App): Map<string, number> {
  const state = missing(app);
  const secretKey = findSecret(app, "stripeSecretKey") ?? "";
  if (state.secretKey !== secretKey) Object.assign(state, { secretKey, pages: new Map() });
  return state.pages;
}

/** Whether a job asks about a page: once a day while the account doesn't have it, and at once with another key. */
export function isWorthReading(app: App, id: string): boolean {
  const at = missingPages(app).get(id);
  return at === undefined || at + DAY_MS <= app.now();
}

/**
 * Reads one of Stripe's pages. Returns undefined for one that is missing, once no event of its payment can come.
 * @throws PageMissing until then, StripeUnreachable
 */
export async function readPage<Page>(
  app: App,
  { id, openedBy }: { readonly id: string; readonly openedBy: number },
  read: (payments: PaymentsProvider) => Promise<PaymentOutcome<Page>>,
): Promise<Page | undefined> {
  const pages = missingPages(app);
  const found = await read(await requirePaymentsProvider(app));
  pages.delete(id);
  if (found.kind !== "missing") return valueFrom(found);
  const text = `${id} isn't in the connected Stripe account`;
  if (openedBy + PAYABLE_MS > app.now()) {
    pages.set(id, app.now());
    throw new PageMissing(text);
  }
  app.log("warn", "a page of Stripe counts as expired", { reason: text });
  return undefined;
}
