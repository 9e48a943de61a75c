import CircleAlert from "lucide-react/icons/circle-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import Undo2 from "lucide-react/icons/undo-2";
import type { Installment } from "#src/billing/plan-subscribers/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { formatAmount } from "./plan-format.ts";

type Reversed = Pick<Installment, "amount" | "refundedAmount" | "dispute">;

/** Refunds and disputes of a payment; renders nothing without any. */
export function ReversalBadges({ of, currency }: { of: Reversed; currency: string }) {
  const { amount, refundedAmount, dispute } = of;
  return (
    <>
      {refundedAmount !== null && (
        <Badge tone="off" icon={Undo2}>
          {refundedAmount === amount
            ? "Refunded"
            : `${formatAmount(refundedAmount, currency)} refunded`}
        </Badge>
      )}
      {dispute !== null && (
        <Badge tone={DISPUTES[dispute].tone} icon={DISPUTES[dispute].icon}>
          {DISPUTES[dispute].label}
        </Badge>
      )}
    </>
  );
}

const DISPUTES = {
  open: { tone: "wait", icon: CircleAlert, label: "Disputed" },
  won: { tone: "good", icon: ShieldCheck, label: "Dispute won" },
  lost: { tone: "bad", icon: CircleAlert, label: "Dispute lost" },
} as const;
