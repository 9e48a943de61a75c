import CircleAlert from "lucide-react/icons/circle-alert";
import ShieldCheck from "lucide-react/icons/shield-check";
import Undo2 from "lucide-react/icons/undo-2";
import type { Installment } from "#src/billing/plan-subscribers/contract.ts";
import { Badge, LookBadge } from "#ui/kit/badge.tsx";
import { formatAmount } from "./plan-format.ts";

type Reversed = Pick<Installment, "amount" | "refundedAmount" | "lostAmount" | "dispute"> &
  Partial<Pick<Installment, "refundOwed">>;

/** Refunds and disputes of a payment; renders nothing without any. */
export function ReversalBadges({ of, currency }: { of: Reversed; currency: string }) {
  const { amount, refundedAmount, lostAmount, dispute, refundOwed } = of;
  return (
    <>
      {refundedAmount !== null && (
        <Badge tone="off" icon={Undo2}>
          {refundedAmount === amount
            ? "Refunded"
            : `${formatAmount(refundedAmount, currency)} refunded`}
        </Badge>
      )}
      {refundOwed && (
        <Badge tone="wait" icon={Undo2}>
          Refund on its way
        </Badge>
      )}
      {dispute === "lost" && lostAmount !== null && lostAmount !== amount ? (
        <Badge tone="bad" icon={CircleAlert}>
          {`${formatAmount(lostAmount, currency)} lost in a dispute`}
        </Badge>
      ) : (
        dispute !== null && <LookBadge look={DISPUTES[dispute]} />
      )}
    </>
  );
}

const DISPUTES = {
  open: ["wait", CircleAlert, "Disputed"],
  won: ["good", ShieldCheck, "Dispute won"],
  lost: ["bad", CircleAlert, "Dispute lost"],
} as const;
