import FileCheck from "lucide-react/icons/file-check";
import Pencil from "lucide-react/icons/pencil";
import Send from "lucide-react/icons/send";
import Sparkles from "lucide-react/icons/sparkles";
import Trash2 from "lucide-react/icons/trash-2";
import type { Plan } from "#src/billing/payment-plans/contract.ts";
import { formatAmount, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import { Figure } from "./figure.tsx";

interface PlanCardProps {
  plan: Plan;
  /** Its agreement is being drafted. */
  drafting: boolean;
  onGenerate: () => void;
  onAction: (action: "edit" | "invite" | "remove") => void;
}

export function PlanCard({ plan, drafting, onGenerate, onAction }: PlanCardProps) {
  const currency = useCurrency();
  const money = (amount: string) => formatAmount(amount, currency);
  const hasAgreement = plan.agreementText !== "";
  const { user } = useCurrentUser();
  const isEditable =
    user?.role === "admin" || (plan.createdBy === user?.id && plan.subscriberCount === 0);
  return (
    <article className="card flex flex-col gap-2.5 px-4 pt-3.5 pb-2" aria-label={plan.name}>
      <div className="flex items-center gap-2 min-w-0">
        <h2 className="h2 clip flex-1 min-w-0" title={plan.name}>
          {plan.name}
        </h2>
        {isEditable && (
          <span className="-mr-2 flex flex-none">
            <IconButton
              icon={Pencil}
              size="tiny"
              label={`Edit ${plan.name}`}
              data-tip="Edit"
              onClick={() => onAction("edit")}
            />
            <IconButton
              icon={Trash2}
              size="tiny"
              label={`Delete ${plan.name}`}
              data-tip="Delete"
              onClick={() => onAction("remove")}
            />
          </span>
        )}
      </div>
      <p className="sm dim clamp2 min-h-10">{plan.description}</p>
      <p className="flex gap-2 min-w-0 flex-wrap num items-baseline gap-y-0">
        <span className="font-semibold text-day">{money(plan.installmentAmount)}</span>
        <span className="dim sm">
          {formatPaymentCount(plan.installmentCount, plan.installmentInterval)}
        </span>
      </p>
      <dl className="num grid grid-cols-[1fr_auto] gap-y-1 text-sm">
        <Figure name="Principal">{money(plan.principalAmount)}</Figure>
        <Figure name={`Finance fee (${Number(plan.feePercentage)}%)`}>
          {money(plan.costs.financeCharge)}
        </Figure>
        <Figure name="Total">{money(plan.totalAmount)}</Figure>
        {plan.firstInstallmentAmount !== plan.installmentAmount && (
          <Figure name="First payment">{money(plan.firstInstallmentAmount)}</Figure>
        )}
        {plan.costs.effectiveApr !== null && (
          <Figure name="Effective APR">{plan.costs.effectiveApr}%</Figure>
        )}
      </dl>
      <div className="flex items-center gap-2 min-w-0 min-h-6 justify-between">
        <p className="xs faint">{formatCount(plan.subscriberCount, "subscriber")}</p>
        {hasAgreement && <LookBadge look={["good", FileCheck, "Agreement"]} />}
      </div>
      <div className="flex items-center min-w-0 flex-wrap -mx-4 mt-auto gap-1 border-line border-t pt-1.5 pr-2 pl-2 empty:hidden">
        {isEditable && (
          <Button
            variant="quiet"
            size="tiny"
            icon={Sparkles}
            busy={drafting && "Generating..."}
            onClick={onGenerate}
          >
            {hasAgreement ? "Regenerate Agreement" : "Generate Agreement"}
          </Button>
        )}
        {hasAgreement && (
          <Button variant="quiet" size="tiny" icon={Send} onClick={() => onAction("invite")}>
            Send Invite
          </Button>
        )}
      </div>
    </article>
  );
}
