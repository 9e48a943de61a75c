import type { MembershipRow } from "#db/billing/memberships.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { type AgreementFact, generateAgreement } from "#src/billing/agreements/generate.ts";
import { record } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { formatMoney } from "#src/shared/money.ts";
import { getMembership } from "./memberships.ts";

/** @throws Problem 400 without an OpenAI key, 404, 409, 503 */
export async function draftAgreement(app: App, actor: Staff, id: string) {
  const membership = getMembership(app, id);
  const agreementText = await generateAgreement(app, "membership", factsOf(app, membership));
  await writeWhenFree(app.db, () =>
    record(app, actor, { action: "membership.generate_agreement", target: ["membership", id] }),
  );
  return { agreementText };
}

/** Returns the facts that an agreement of this membership must state. */
function factsOf(app: App, membership: MembershipRow): AgreementFact[] {
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
