import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import type { Installment, PlanStatus } from "#src/billing/plan-subscribers/contract.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";

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
