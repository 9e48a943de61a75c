import { findMembership } from "#db/billing/memberships.ts";
import { insertSubscription, insertUsage } from "#db/billing/subscriptions.ts";
import { findContact } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { activateAgreement, signAgreement } from "#src/billing/agreements/agreements.ts";
import { agreementTextOf, createMembership } from "#src/billing/memberships/memberships.ts";
import { atTime } from "./history.ts";

const DAY = 24 * 60 * 60 * 1000;
const CALLER = { ip: "203.0.113.24", userAgent: "Safari on an iPhone" };

interface DemoMember {
  /** The index among the newest clients. */
  readonly client: number;
  readonly daysAgo: number;
  readonly status?: "past_due" | "canceled";
  readonly isCanceling?: boolean;
  /** Days since each use. */
  readonly used?: readonly number[];
}

const CLUB: readonly DemoMember[] = [
  { client: 1, daysAgo: 52, used: [48, 17] },
  { client: 4, daysAgo: 47, used: [30] },
  { client: 9, daysAgo: 41, isCanceling: true, used: [39, 12] },
  { client: 13, daysAgo: 33, status: "past_due", used: [20] },
  { client: 2, daysAgo: 21, used: [3] },
  { client: 17, daysAgo: 9 },
];
const BROWS: readonly DemoMember[] = [
  { client: 6, daysAgo: 58, status: "canceled", used: [50] },
  { client: 11, daysAgo: 26, used: [19, 5] },
  { client: 20, daysAgo: 4 },
];

/** Creates two memberships with members, as if they had paid, and one that waits for approval. No card is charged. */
export function createMemberships(
  app: App,
  maya: Staff,
  priya: Staff,
  clients: readonly { readonly id: number }[],
): void {
  const then = atTime(app, app.now() - 60 * DAY);
  const { id: club } = createMembership(then, maya, {
    name: "Glow Club",
    description:
      "One signature facial every month, always with someone who knows your skin.\n- One 60-minute signature facial each month\n- 10% off every product on the shelf\n- First pick of evening appointments",
    price: "89.00",
    billingFrequency: "month",
    agreementText: CLUB_AGREEMENT,
  });
  const { id: brows } = createMembership(then, maya, {
    name: "Brow Maintenance",
    description: "Shape and tint every month, walk-ins welcome.",
    price: "38.00",
    billingFrequency: "month",
  });
  createMembership(atTime(app, app.now() - DAY), priya, {
    name: "Skin Year",
    description: "Four peels and two microneedling sessions across a year, planned with Priya.",
    price: "1180.00",
    billingFrequency: "year",
  });
  for (const [id, members] of [
    [club, CLUB],
    [brows, BROWS],
  ] as const)
    for (const one of members) createMember(app, maya, id, one, clients[one.client]?.id ?? 0);
}

function createMember(
  app: App,
  maya: Staff,
  membershipId: string,
  member: DemoMember,
  contactId: number,
) {
  const contact = findContact(app.db, contactId);
  const membership = findMembership(app.db, membershipId);
  if (!contact || !membership) return;
  const then = atTime(app, app.now() - member.daysAgo * DAY);
  const periods = Math.floor(member.daysAgo / 30) + 1;
  inTransaction(app.db, () => {
    const agreementId = signAgreement(then, {
      kind: "membership",
      subjectId: membershipId,
      title: `Membership agreement: ${membership.name}`,
      text: agreementTextOf(app, membership),
      facts: {
        priceCents: membership.price,
        currency: "USD",
        billingFrequency: membership.billingFrequency,
      },
      signatureType: "text",
      signatureData: contact.name,
      signerName: contact.name,
      phone: contact.phone,
      phoneVerified: false,
      email: contact.email ?? "client@example.com",
      caller: CALLER,
    });
    activateAgreement(then, agreementId);
    const stripeSubscriptionId = `sub_demo_${agreementId}`;
    const stripeCustomerId = `cus_demo_${agreementId}`;
    app.providers.simulatedPayments?.add({
      id: stripeSubscriptionId,
      customerId: stripeCustomerId,
      name: contact.name,
      cents: membership.price,
      interval: membership.billingFrequency,
      startedAt: then.now(),
      periods: null,
      paidPeriods: member.status === "past_due" ? periods - 1 : periods,
      status: member.status ?? "active",
      cancelAtPeriodEnd: member.isCanceling,
    });
    const subscriptionId = insertSubscription(app.db, {
      membershipId,
      contactId,
      agreementId,
      stripeSubscriptionId,
      stripeCustomerId,
      price: membership.price,
      currency: "USD",
      billingFrequency: membership.billingFrequency,
      status: member.status ?? "active",
      currentPeriodEnd: then.now() + periods * 30 * DAY,
      cancelAtPeriodEnd: member.isCanceling ?? false,
      createdAt: then.now(),
    });
    for (const daysAgo of member.used ?? [])
      insertUsage(app.db, {
        subscriptionId,
        usedDate: new Date(app.now() - daysAgo * DAY).toISOString().slice(0, 10),
        notes: NOTES[daysAgo % NOTES.length] ?? "",
        createdBy: maya.id,
        createdAt: app.now() - daysAgo * DAY,
      });
  });
}

const NOTES = ["Signature facial", "With the LED mask", "", "Added a brow tint"];

const CLUB_AGREEMENT = `# Glow Club membership agreement

This Glow Club membership agreement is made between Halcyon Skin & Hair and the member named below.

## What it costs

The membership costs $89.00 each month, charged on the day you join and on the same day of each following month.

## What it includes

It includes one signature facial per month, ten percent off retail, and priority for evening appointments. A facial not used in its month can be used in the next.

## Missed appointments

Please tell us a day ahead when you cannot come. An appointment missed without notice counts as used.

## How it ends

You can cancel at any time in the member portal or at the desk. The membership then ends with the paid month, and nothing is charged after that.

## Your skin comes first

Tell us about any change in your health or medications. If a treatment is not right for you that day, we will find another treatment or another day.`;
