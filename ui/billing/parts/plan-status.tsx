import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import ShieldCheck from "lucide-react/icons/shield-check";
import Undo2 from "lucide-react/icons/undo-2";
import type { Installment, PlanStatus } from "#src/billing/plan-subscribers/contract.ts";
import { Badge, LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { formatAmount } from "./plan-format.ts";

const STATUSES: Record<PlanStatus, StatusLook> = {
  active: ["good", Check, "Active"],
  completed: ["good", CheckCheck, "Completed"],
  canceled: ["off", Ban, "Canceled"],
  past_due: ["wait", CircleAlert, "Past Due"],
};

export function PlanStatusBadge({ status }: { status: PlanStatus }) {
  return <LookBadge look={STATUSES[status]} />;
}

const INSTALLMENTS: Record<Installment["status"], StatusLook> = {
  paid: ["good", Check, "Paid"],
  failed: ["bad", CircleAlert, "Failed"],
  pending: ["off", Clock3, "Pending"],
};

export function InstallmentBadge({ status }: { status: Installment["status"] }) {
  return <LookBadge look={INSTALLMENTS[status]} />;
}

type Reversed = Pick<Installment, "amount" | "refundedAmount" | "dispute"> &
  Partial<Pick<Installment, "refundOwed">>;

/** Refunds and disputes of a payment; renders nothing without any. */
export function ReversalBadges({ of, currency }: { of: Reversed; currency: string }) {
  const { amount, refundedAmount, dispute, refundOwed } = of;
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
      {dispute !== null && <LookBadge look={DISPUTES[dispute]} />}
    </>
  );
}

const DISPUTES = {
  open: ["wait", CircleAlert, "Disputed"],
  won: ["good", ShieldCheck, "Dispute won"],
  lost: ["bad", CircleAlert, "Dispute lost"],
} as const;
