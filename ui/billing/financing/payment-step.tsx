import { useMutation } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { useEffect, useRef } from "react";
import type { PublicPlan } from "#src/billing/financing/contract.ts";
import { useApi } from "#ui/api.ts";
import { amountWords } from "#ui/billing/parts/plan-format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { loadFinancing } from "./queries.ts";

/** Goes to Stripe by itself; the button is there for when that did not work. */
export function PaymentStep({ plan, contactId }: { plan: PublicPlan; contactId: number }) {
  const api = useApi();
  const toasts = useToasts();
  const isSent = useRef(false);
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: async () =>
      api((await loadFinancing()).financingApi.createCheckout, {
        body: { paymentPlanId: plan.id, contactId },
      }),
    onSuccess: ({ sessionUrl }) => location.assign(sessionUrl),
    onError: (error) => tellError(toasts, error),
  });
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);

  return (
    <div className="grid gap-3">
      <p className="dim">
        Your first payment of {amountWords(plan.firstInstallmentAmount, plan.currency)} is made on
        Stripe's page, where you enter your card.
      </p>
      <Button
        variant="primary"
        size="big"
        fill
        icon={CreditCard}
        busy={(isPending || isSuccess) && "Opening checkout..."}
        onClick={() => mutate()}
      >
        Continue to Payment
      </Button>
    </div>
  );
}
