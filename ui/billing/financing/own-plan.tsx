import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CircleAlert from "lucide-react/icons/circle-alert";
import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import type { ReactNode } from "react";
import type { PortalSubscription } from "#src/billing/financing/contract.ts";
import { useApi } from "#ui/api.ts";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { Ledger } from "#ui/billing/parts/ledger.tsx";
import { formatAmount, formatLongDay } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useUiState } from "#ui/ui-state.ts";
import { loadFinancing } from "./queries.ts";

export function OwnPlan({ subscription }: { subscription: PortalSubscription }) {
  const { id, plan, status, currency, installments, nextPaymentDate } = subscription;
  const { data: business } = useQuery(businessQuery(useApi()));
  const { now } = useUiState();
  const card = useCardPage();
  const money = (amount: string) => formatAmount(amount, currency);
  const runs = status === "active" || status === "past_due";
  const next = installments.find((one) => one.status !== "paid");

  return (
    <article className="pub-card grid gap-4" aria-label={plan.name}>
      <div>
        <div className="row">
          <h3 className="pub-title grow wrap-anywhere">{plan.name}</h3>
          <PlanStatusBadge status={status} />
        </div>
        {plan.description && <p className="dim mt-1 whitespace-pre-line">{plan.description}</p>}
      </div>
      <dl className="num grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <Fact label="Total">{money(plan.totalAmount)}</Fact>
        <Fact label="Per payment">
          {money(plan.installmentAmount)} per {plan.installmentInterval}
        </Fact>
        <Fact label="Remaining">
          {subscription.remainingInstallments} of {installments.length} payments
        </Fact>
      </dl>
      {status === "active" && nextPaymentDate && next && (
        <Note icon={CalendarClock}>
          Next payment: <b className="num">{money(next.amount)}</b> on{" "}
          {formatLongDay(nextPaymentDate)}
        </Note>
      )}
      {status === "past_due" && (
        <Note tone="bad" icon={CircleAlert}>
          The last payment did not go through. Update your card to keep your plan.
        </Note>
      )}
      <section className="grid gap-2" aria-label="Payment history">
        <h4 className="font-label">Payment history</h4>
        <Ledger
          installments={installments}
          currency={currency}
          now={now.value}
          timeZone={business?.timeZone ?? "UTC"}
          runs={runs}
        />
      </section>
      <div className="row wrap">
        <a
          className={buttonClass({})}
          href={`/api/financing/portal/subscriptions/${id}/agreement`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon of={FileText} />
          View Signed Agreement
        </a>
        {runs && (
          <Button
            icon={CreditCard}
            busy={(card.isPending || card.isSuccess) && "Opening..."}
            onClick={() => card.run({ body: { subscriptionId: id } })}
          >
            Update Card
          </Button>
        )}
      </div>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{label}</dt>
      <dd className="font-label">{children}</dd>
    </>
  );
}

/** Opens Stripe's page for the card. */
function useCardPage() {
  return useAct(async () => (await loadFinancing()).financingApi.updateCard, {
    onDone: ({ url }) => location.assign(url),
  });
}
