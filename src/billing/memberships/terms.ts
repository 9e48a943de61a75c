import type { MembershipRow } from "#db/billing/memberships.ts";
import type { App } from "#src/app.ts";
import type { AgreementFact } from "#src/billing/agreements/generate.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatMoney } from "#src/shared/money.ts";

/** Returns the facts that an agreement of this membership must state. */
export function factsOf(app: App, membership: MembershipRow): AgreementFact[] {
  const { businessName, currency } = getSettings(app);
  return [
    ["Business", businessName],
    ["Membership", membership.name],
    ["What it includes", membership.description],
    ["Price", `${formatMoney(membership.price, currency)} per ${membership.billingFrequency}`],
    ["Charged", `on the day of signing, then every ${membership.billingFrequency}, until canceled`],
    ["Cancellation", "any time, in effect at the end of the period that is paid for"],
  ];
}
