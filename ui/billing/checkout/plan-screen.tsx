import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { formatLongDay } from "#src/shared/months.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { formatAmount, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { AgreementWithoutScript } from "./agreement-view.tsx";
import type { SignedPlan } from "./payment-step.tsx";
import { PlanSteps } from "./plan-steps.tsx";
import { planIdIn, planQuery } from "./queries.ts";
import { useSavedSignUp } from "./saved-sign-up.ts";
import { SignUpArea } from "./sign-up-area.tsx";

export function PlanScreen() {
  const [pathname] = useLocation();
  const { data: plan, error } = useQuery(planQuery(useApi(), planIdIn(pathname)));

  if (error) return <Notice title="Something Went Wrong">{errorMessage(error)}</Notice>;
  if (plan === undefined) return <PublicPage title="Payment Plan">{null}</PublicPage>;
  if (plan === null)
    return (
      <Notice title="Payment Plan Not Found">
        This payment plan may have been removed. Ask us for a new link.
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
        per: `for each of ${formatPaymentCount(plan.installmentCount, plan.installmentInterval)}`,
      }}
      perks={[
        Number(plan.costs.financeCharge) > 0
          ? `${money(plan.totalAmount)} in total: ${money(plan.principalAmount)} plus ${money(plan.costs.financeCharge)} finance fee`
          : `${money(plan.totalAmount)} in total, without a finance fee`,
        `First payment of ${money(plan.firstInstallmentAmount)} due today`,
        `Paid off on ${formatLongDay(plan.costs.schedule.at(-1)?.dueDate ?? "")}`,
      ]}
      secure
    >
      <CostBox plan={plan} />
      <AgreementWithoutScript text={plan.agreementText} terms={plan.terms} />
      <SignUpArea>
        <PlanSteps key={saved ? "returned" : "new"} plan={plan} saved={saved} />
      </SignUpArea>
    </PublicPage>
  );
}

/** The cost of the credit, in the terms required by 12 CFR 1026.18. */
function CostBox({ plan }: { plan: PublicPlan }) {
  const { costs, currency } = plan;
  const money = (amount: string) => formatAmount(amount, currency);
  const apr = costs.effectiveApr === null ? "–" : `${costs.effectiveApr}%`;
  const rows = [
    ["Annual percentage rate", "the cost of the credit as a yearly rate", apr],
    ["Finance charge", "what the credit costs you", money(costs.financeCharge)],
    ["Amount financed", "the price less your first payment", money(costs.amountFinanced)],
    ["Down payment", "your first payment, today", money(plan.firstInstallmentAmount)],
    ["Total of payments", "after the down payment", money(costs.totalOfPayments)],
    ["Total sale price", "the down payment and the rest", money(plan.totalAmount)],
  ];
  return (
    <section className="pub-card grid gap-4" aria-labelledby="cost-title">
      <h2 className="pub-title" id="cost-title">
        What It Costs
      </h2>
      <dl className="num grid grid-cols-2 gap-x-6 gap-y-3">
        {rows.map(([name, note, cost]) => (
          <div key={name} className="flex flex-col justify-between">
            <dt>
              <span className="font-label">{name}</span>
              <span className="xs faint block">{note}</span>
            </dt>
            <dd className="font-label text-title">{cost}</dd>
          </div>
        ))}
      </dl>
      <details>
        <summary className="cursor-pointer font-label">
          All {costs.schedule.length} payments, if you sign today
        </summary>
        <ol className="num mt-3 grid gap-1.5">
          {costs.schedule.map(({ sequenceNumber, dueDate, amount }) => (
            <li key={sequenceNumber} className="flex items-center gap-2 min-w-0">
              <span className="dim">{sequenceNumber === 1 ? "Today" : formatLongDay(dueDate)}</span>
              <span className="ml-auto font-label">{money(amount)}</span>
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}
