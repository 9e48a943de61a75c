import CreditCard from "lucide-react/icons/credit-card";
import { useEffect, useEffectEvent, useRef } from "react";
import type { PublicPlan } from "#src/billing/financing/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadFinancing } from "./queries.ts";

/** Redirects to Stripe on mount; the button is the fallback. */
export function PaymentStep({ plan, contactId }: { plan: PublicPlan; contactId: number }) {
  const isSent = useRef(false);
  const { run, isPending, isSuccess } = useAct(
    async () => (await loadFinancing()).financingApi.createCheckout,
    { onDone: ({ sessionUrl }) => location.assign(sessionUrl) },
  );
  const pay = useEffectEvent(() => run({ body: { paymentPlanId: plan.id, contactId } }));
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    pay();
  }, []);

  return (
    <div className="grid gap-3">
      <p className="dim">
        Your first payment of {formatAmount(plan.firstInstallmentAmount, plan.currency)} is made on
        Stripe's page, where you enter your card.
      </p>
      <Button
        variant="primary"
        size="big"
        fill
        icon={CreditCard}
        busy={(isPending || isSuccess) && "Opening checkout..."}
        onClick={() => run({ body: { paymentPlanId: plan.id, contactId } })}
      >
        Continue to Payment
      </Button>
    </div>
  );
}
