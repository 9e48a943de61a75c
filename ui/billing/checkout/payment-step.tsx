import CreditCard from "lucide-react/icons/credit-card";
import { useEffect, useEffectEvent, useRef } from "react";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import type { Contact } from "./details-step.tsx";
import { loadCheckout } from "./queries.ts";
import { Returned } from "./returned.tsx";
import { forgetSignUp, saveSignUp } from "./saved-sign-up.ts";

/** What a client entered and signed before leaving for Stripe. */
export interface SignedPlan {
  readonly phone: string;
  readonly contact: Contact;
  /** Of the signature that is stored. */
  readonly contactId: number;
}

interface PaymentStepProps {
  plan: PublicPlan;
  entered: SignedPlan;
  /** The client came back from Stripe without paying. */
  hasReturned: boolean;
}

/** Redirects to Stripe after signing; the button is the fallback, also for clients who came back. */
export function PaymentStep({ plan, entered, hasReturned }: PaymentStepProps) {
  const isSent = useRef(hasReturned);
  const { run, isPending, isSuccess } = useAct(async () => (await loadCheckout()).createCheckout, {
    onDone({ sessionUrl }) {
      saveSignUp(plan.updatedAt, entered);
      location.assign(sessionUrl);
    },
    errors() {
      // The signature may have expired, or the plan is paid: after a reload the client starts again.
      forgetSignUp();
      return {};
    },
  });
  const pay = () => run({ body: { paymentPlanId: plan.id, contactId: entered.contactId } });
  const payOnce = useEffectEvent(() => {
    if (!isSent.current) pay();
    isSent.current = true;
  });
  useEffect(() => payOnce(), []);

  return (
    <div className="grid gap-3">
      {hasReturned && <Returned />}
      <p className="dim">
        You'll enter your card and make your first payment of{" "}
        {formatAmount(plan.firstInstallmentAmount, plan.currency)} on Stripe's page.
      </p>
      <Button
        variant="primary"
        size="big"
        fill
        icon={CreditCard}
        busy={(isPending || isSuccess) && "Opening checkout..."}
        onClick={pay}
      >
        Continue to Payment
      </Button>
    </div>
  );
}
