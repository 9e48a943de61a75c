import type { LucideIcon } from "lucide-react";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import Clock3 from "lucide-react/icons/clock-3";
import type { Installment, PlanStatus } from "#src/billing/plan-subscribers/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import type { Tone } from "#ui/kit/tone.ts";

const STATUSES: Record<PlanStatus, readonly [Tone, LucideIcon, string]> = {
  active: ["good", Check, "Active"],
  completed: ["busy", CheckCheck, "Completed"],
  canceled: ["bad", Ban, "Canceled"],
  past_due: ["wait", CircleAlert, "Past Due"],
};

export function PlanStatusBadge({ status }: { status: PlanStatus }) {
  const [tone, icon, label] = STATUSES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}

const INSTALLMENTS: Record<Installment["status"], readonly [Tone, LucideIcon, string]> = {
  paid: ["good", Check, "Paid"],
  failed: ["bad", CircleAlert, "Failed"],
  pending: ["off", Clock3, "Pending"],
};

export function InstallmentBadge({ status }: { status: Installment["status"] }) {
  const [tone, icon, label] = INSTALLMENTS[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
