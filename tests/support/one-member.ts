import { insertSubscription, insertUsage } from "#db/billing/subscriptions.ts";
import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import { activateAgreement, signAgreement } from "#src/billing/agreements/agreements.ts";
import type { Person, TestApp } from "./test-app.ts";

/** Creates a membership of $49 a month, and returns its id. */
export async function createMembership(admin: Person): Promise<string> {
  const { body } = await admin.request("POST", "/api/memberships", {
    name: "Glow Club",
    description: "One facial a month",
    price: "49.00",
    billingFrequency: "month",
  });
  return body.id;
}

/** A contact with a paid membership. Returns the subscription's id. */
export function joinMembership(
  { app, admin }: TestApp,
  membershipId: string,
  contactId: number,
): number {
  const contact = findContact(app.db, contactId);
  if (!contact) throw new Error("no such contact");
  return inTransaction(app.db, () => {
    const agreementId = signAgreement(app, {
      kind: "membership",
      subjectId: membershipId,
      title: "Membership agreement",
      text: "# Agreement",
      facts: { priceCents: 4_900, currency: "USD", billingFrequency: "month" },
      signatureType: "text",
      signatureData: contact.name,
      signerName: contact.name,
      phone: contact.phone,
      phoneVerified: false,
      email: contact.email ?? "nobody@example.com",
      caller: { ip: null, userAgent: null },
    });
    activateAgreement(app, agreementId);
    const subscriptionId = insertSubscription(app.db, {
      membershipId,
      contactId,
      agreementId,
      stripeSubscriptionId: `sub_${agreementId}`,
      stripeCustomerId: `cus_${agreementId}`,
      price: 4_900,
      currency: "USD",
      billingFrequency: "month",
      status: "active",
      currentPeriodEnd: app.now() + 30 * 86_400_000,
      cancelAtPeriodEnd: false,
      createdAt: app.now(),
    });
    insertUsage(app.db, {
      subscriptionId,
      usedDate: "2026-11-19",
      notes: `${contact.name} was here`,
      createdBy: admin.id,
      createdAt: app.now(),
    });
    return subscriptionId;
  });
}
