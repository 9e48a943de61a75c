import { planSubscribers } from "#src/billing/plan-subscribers/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface LatePaymentActionsProps {
  planId: number;
  installmentId: number;
  /** The payment arrived after the plan was canceled. */
  needsDecision: boolean;
  refundOwed: boolean;
}

/** Refund and Keep for a payment after the cancellation; Paid Back for a refund that Stripe can't make. */
export function LatePaymentActions(props: LatePaymentActionsProps) {
  const { planId, installmentId, needsDecision, refundOwed } = props;
  const refund = useAct(planSubscribers.refundPayment, { done: "Payment refunded" });
  const keep = useAct(planSubscribers.keepPayment, { done: "Payment kept" });
  const settle = useAct(planSubscribers.settleRefund, { done: "Refund marked as paid back" });
  if (!needsDecision && !refundOwed) return null;

  const input = { params: { id: planId }, body: { installmentId } };
  const isBusy = refund.isPending || keep.isPending || settle.isPending;
  return (
    <span className="flex w-full flex-wrap items-center gap-2">
      <span className="dim mr-auto text-sm">
        {needsDecision
          ? "Collected after the plan was canceled."
          : "Stripe hasn't made this refund yet."}
      </span>
      {needsDecision && (
        <>
          <Button size="tiny" disabled={isBusy} onClick={() => refund.run(input)}>
            Refund
          </Button>
          <Button size="tiny" variant="secondary" disabled={isBusy} onClick={() => keep.run(input)}>
            Keep
          </Button>
        </>
      )}
      {refundOwed && (
        <Button size="tiny" variant="secondary" disabled={isBusy} onClick={() => settle.run(input)}>
          Paid Back
        </Button>
      )}
    </span>
  );
}
