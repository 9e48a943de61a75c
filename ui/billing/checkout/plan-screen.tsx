import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { formatAmount, formatLongDay, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { AgreementWithoutScript } from "./agreement-view.tsx";
import { CostBox } from "./cost-box.tsx";
import type { SignedPlan } from "./payment-step.tsx";
import { PlanSteps } from "./plan-steps.tsx";
import { planIdIn, planQuery } from "./queries.ts";
import { useSavedSignUp } from "./saved-sign-up.ts";
import { SignUpArea } from "./sign-up-area.tsx";

export function PlanScreen() {
  const [pathname] = useLocation();
  const { data: plan, error } = useQuery(planQuery(useApi(), planIdIn(pathname)));

  if (error) return <Notice title="Something went wrong">{errorMessage(error)}</Notice>;
  if (plan === undefined) return <PublicPage title="Payment Plan">{null}</PublicPage>;
  if (plan === null)
    return (
      <Notice title="Payment Plan Not Found">
        This payment plan may have been removed. Please ask us for a new link.
      </Notice>
    );
  if (plan.agreementText === "")
    return (
      <Notice title="Payment Plan Not Available">
        You can't sign up for this payment plan yet. Contact us with any questions.
      </Notice>
    );
  return <PlanPage plan={plan} />;
}

function PlanPage({ plan }: { plan: PublicPlan }) {
  const money = (amount: string) => formatAmount(amount, plan.currency);
  const saved = useSavedSignUp<SignedPlan>(plan.updatedAt);
  return (
    <PublicPage
      title={plan.name}
      intro={plan.description}
      price={{
        amount: money(plan.installmentAmount),
        per: formatPaymentCount(plan.installmentCount, plan.installmentInterval),
      }}
      perks={[
        `${money(plan.totalAmount)} in total: ${money(plan.principalAmount)} plus ${money(plan.costs.financeCharge)} finance fee`,
        `First payment of ${money(plan.firstInstallmentAmount)} due today`,
        `Paid off on ${formatLongDay(plan.costs.schedule.at(-1)?.dueDate ?? "")}`,
      ]}
      secure
    >
      <CostBox plan={plan} />
      <AgreementWithoutScript text={plan.agreementText} />
      <SignUpArea>
        <PlanSteps key={saved ? "returned" : "new"} plan={plan} saved={saved} />
      </SignUpArea>
    </PublicPage>
  );
}
