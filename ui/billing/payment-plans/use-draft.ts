import { type Plan, paymentPlans } from "#src/billing/payment-plans/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";

/** Has the agreement written; somebody should read it before a client does. */
export function useDraft(onDrafted: (plan: Plan) => void) {
  const { run, isPending } = useAct(paymentPlans.generateAgreement, {
    done: "AI agreement generated successfully",
  });
  return {
    isPending,
    run: (plan: Plan) => TODO,
  };
}
