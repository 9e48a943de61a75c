import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Send from "lucide-react/icons/send";
import Sparkles from "lucide-react/icons/sparkles";
import Trash2 from "lucide-react/icons/trash-2";
import UsersRound from "lucide-react/icons/users-round";
import type { Plan } from "#src/billing/payment-plans/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { AgreementBadge } from "#ui/billing/parts/agreement-badge.tsx";
import { PlanContradiction, parseTerms } from "#ui/billing/parts/contradiction.tsx";
import { CopyLinkItem } from "#ui/billing/parts/copy-link-item.tsx";
import { formatAmount, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
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
  const hasFee = Number(plan.costs.financeCharge) > 0;
  const hasAgreement = plan.agreementText !== "";
  const { user } = useCurrentUser();
  const isEditable =
    user?.role === "admin" || (plan.createdBy === user?.id && plan.subscriberCount === 0);
  return (
    <article className="card flex flex-col gap-3 p-4" aria-label={plan.name}>
      <div className="flex items-start gap-2">
        <div className="grid flex-1 min-w-0 justify-items-start gap-1.5">
          <h2 className="h2 wrap-anywhere">{plan.name}</h2>
          <AgreementBadge text={plan.agreementText} />
        </div>
        {(isEditable || hasAgreement) && (
          <Menu
            trigger={
              <IconButton
                icon={Ellipsis}
                size="tiny"
                className="-mt-1 touch:-mt-2.5 -mr-2"
                label={`Actions for ${plan.name}`}
                data-tip="Actions"
              />
            }
          >
            {isEditable && (
              <>
                <MenuItem icon={Pencil} onSelect={() => onAction("edit")}>
                  Edit
                </MenuItem>
                <MenuItem icon={Sparkles} disabled={drafting} onSelect={onGenerate}>
                  {hasAgreement ? "Regenerate Agreement" : "Generate Agreement"}
                </MenuItem>
              </>
            )}
            {hasAgreement && <CopyLinkItem path={`/financing/signup/${plan.id}`} />}
            {isEditable && (
              <>
                <MenuSeparator />
                <MenuItem icon={Trash2} bad onSelect={() => onAction("remove")}>
                  Delete
                </MenuItem>
              </>
            )}
          </Menu>
        )}
      </div>
      <p className="sm dim clamp2 min-h-10">{plan.description}</p>
      <p className="flex gap-2 min-w-0 flex-wrap num items-baseline gap-y-0">
        <span className="font-label text-title">{money(plan.installmentAmount)}</span>
        <span className="dim sm">
          {formatPaymentCount(plan.installmentCount, plan.installmentInterval)}
        </span>
      </p>
      <dl className="num grid grid-cols-[1fr_auto] gap-y-1 text-base">
        <Figure name="Price">{money(plan.principalAmount)}</Figure>
        {hasFee ? (
          <Figure name={`Finance fee (${Number(plan.feePercentage)}%)`}>
            {money(plan.costs.financeCharge)}
          </Figure>
        ) : (
          <Figure name="Finance fee">None</Figure>
        )}
        <Figure name="Total">{money(plan.totalAmount)}</Figure>
        {plan.firstInstallmentAmount !== plan.installmentAmount && (
          <Figure name="First payment">{money(plan.firstInstallmentAmount)}</Figure>
        )}
        {hasFee && plan.costs.effectiveApr !== null && (
          <Figure name="Effective APR">{plan.costs.effectiveApr}%</Figure>
        )}
      </dl>
      <PlanContradiction {...plan} terms={parseTerms(plan)} />
      <p className="flex items-center min-w-0 sm dim num gap-1.5">
        <Icon of={UsersRound} />
        {formatCount(plan.subscriberCount, "subscriber")}
      </p>
      {drafting || (isEditable && !hasAgreement) ? (
        <Button
          icon={Sparkles}
          fill
          className="mt-auto"
          busy={drafting && "Generating..."}
          onClick={onGenerate}
        >
          Generate Agreement
        </Button>
      ) : (
        hasAgreement && (
          <Button icon={Send} fill className="mt-auto" onClick={() => onAction("invite")}>
            Send Invite
          </Button>
        )
      )}
    </article>
  );
}
