import type { ReactNode } from "react";
import type { PublicPlan } from "#src/billing/checkout/contract.ts";
import { formatAmount, formatLongDay } from "#ui/billing/parts/plan-format.ts";

/** The cost of the credit, in the terms required by 12 CFR 1026.18. */
export function CostBox({ plan }: { plan: PublicPlan }) {
  const { costs, currency } = plan;
  const money = (amount: string) => formatAmount(amount, currency);
  return (
    <section className="pub-card grid gap-4" aria-labelledby="cost-title">
      <h2 className="pub-title" id="cost-title">
        What it costs
      </h2>
      <dl className="num grid grid-cols-2 gap-x-6 gap-y-3">
        <Cost name="Annual percentage rate" note="the cost of the credit as a yearly rate">
          {costs.effectiveApr === null ? "–" : `${costs.effectiveApr}%`}
        </Cost>
        <Cost name="Finance charge" note="what the credit costs you">
          {money(costs.financeCharge)}
        </Cost>
        <Cost name="Amount financed" note="what you get for it">
          {money(costs.amountFinanced)}
        </Cost>
        <Cost name="Total of payments" note="once all are made">
          {money(costs.totalOfPayments)}
        </Cost>
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

interface CostProps {
  name: string;
  note: string;
  children: ReactNode;
}

function Cost({ name, note, children }: CostProps) {
  return (
    <div>
      <dt>
        <span className="font-label">{name}</span>
        <span className="xs faint block">{note}</span>
      </dt>
      <dd className="font-semibold text-day">{children}</dd>
    </div>
  );
}
