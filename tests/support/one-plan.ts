import { insertInstallments } from "#db/billing/installments.ts";
import { insertPlan } from "#db/billing/payment-plans.ts";
import { insertPlanSubscription } from "#db/billing/plan-subscriptions.ts";
import { inTransaction } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { activateAgreement, signAgreement } from "#src/billing/agreements/agreements.ts";

/** A plan that this contact has signed and pays, without Stripe. */
export function payByPlan(
  app: App,
  client: { id: number; name: string; phone: string },
  createdBy: string,
): void {
  inTransaction(app.db, () => {
    const planId = Bun.randomUUIDv7();
    const createdAt = app.now();
    insertPlan(app.db, {
      id: planId,
      name: "Laser",
      description: "",
      principal: 90_000,
      feeBasisPoints: 0,
      total: 90_000,
      installmentCount: 3,
      installmentInterval: "month",
      installment: 30_000,
      agreementText: "# Agreement",
      createdBy,
      createdAt,
    });
    const agreementId = signAgreement(app, {
      kind: "plan",
      subjectId: planId,
      title: "Laser",
      text: "# Agreement",
      facts: {
        ...{ principal: 90_000, feeBasisPoints: 0, count: 3, interval: "month" },
        ...{ currency: "USD", stripePriceId: "price_1" },
      },
      signatureType: "text",
      signatureData: client.name,
      signerName: client.name,
      phone: client.phone,
      phoneVerified: true,
      email: "zyxwela@example.com",
      caller: { ip: null, userAgent: null },
    });
    activateAgreement(app, agreementId);
    const id = insertPlanSubscription(app.db, {
      paymentPlanId: planId,
      contactId: client.id,
      agreementId,
      stripeSubscriptionId: `sub_${agreementId}`,
      stripeCustomerId: "cus_1",
      stripePriceId: "price_1",
      currency: "USD",
      total: 90_000,
      remainingInstallments: 3,
      nextPaymentDate: "2026-12-20",
      createdAt,
    });
    const dueDates = ["2026-11-20", "2026-12-20", "2027-01-20"];
    insertInstallments(
      app.db,
      id,
      dueDates.map((dueDate) => ({ dueDate, amount: 30_000 })),
      createdAt,
    );
  });
}
