import * as z from "zod/mini";
import { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { Subscription } from "#src/billing/subscriptions/contract.ts";
import { get } from "#src/shared/endpoint.ts";

/** What a client pays for regularly. A list is empty for a user who may not open its page. */
const ClientPlans = z.object({
  /** Those that are not canceled, newest first. */
  memberships: z.array(
    z.pick(Subscription, {
      id: true,
      status: true,
      currentPeriodEnd: true,
      cancelAtPeriodEnd: true,
      membershipName: true,
      membershipPrice: true,
      membershipBillingFrequency: true,
      currency: true,
    }),
  ),
  /** Those that are neither completed nor canceled, newest first. */
  paymentPlans: z.array(
    z.pick(PlanSubscriber, {
      id: true,
      planName: true,
      installmentCount: true,
      remainingInstallments: true,
      nextPaymentDate: true,
      status: true,
    }),
  ),
});
export type ClientPlans = z.infer<typeof ClientPlans>;

export const clientPlans = {
  list: get("/api/contacts/:id/plans", {
    reply: ClientPlans,
    reads: ["contacts", "subscriptions", "memberships", "plan-subscriptions", "plans"],
  }),
};
