import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import type { OwnPlan as Own } from "#src/billing/portal/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatLongDay } from "#src/shared/months.ts";
import { useApi } from "#ui/api.ts";
import { Fact } from "#ui/billing/client-pages/fact.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Ledger } from "#ui/billing/parts/ledger.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { AgreementLink, CardButton } from "./card-actions.tsx";
import { PortalPage } from "./portal-page.tsx";
import { loadPlanPortal, ownPlansQuery, planSessionQuery } from "./queries.ts";

export function PlanPortal() {
  const api = useApi();
  const session = useQuery(planSessionQuery(api));
  const list = useQuery({ ...ownPlansQuery(api), enabled: Boolean(session.data) });
  return (
    <PortalPage
      title="Your Payment Plans"
      heading="Payment Plans"
      session={session}
      list={list}
      intro={({ contactName, phoneNumber, email }) =>
        [`Welcome back, ${contactName}`, formatPhone(phoneNumber), email].filter(Boolean).join("\n")
      }
      item={(one) => <OwnPlan key={one.id} subscription={one} />}
      empty={<p className="dim">You don't have any payment plans here.</p>}
      logout={async () => (await loadPlanPortal()).logout}
      loginPath="/financing/login"
      readsBelow="/api/financing/"
    >
      <section className="grid gap-2" aria-labelledby="notes-title">
        <h2 className="pub-title" id="notes-title">
          Important Information
        </h2>
        <ul className="dim grid list-disc gap-1.5 pl-5">
          <li>Payments are charged to your card automatically on their due dates.</li>
          <li>If a payment fails, we'll try again. Update your card before then.</li>
          <li>
            After 3 failed payment attempts, the plan is canceled. We'll let you know by text and
            email.
          </li>
        </ul>
      </section>
    </PortalPage>
  );
}

function OwnPlan({ subscription }: { subscription: Own }) {
  const { id, plan, status, currency, installments, nextPaymentDate } = subscription;
  const business = useBusiness();
  const { now } = useUiState();
  const money = (amount: string) => formatAmount(amount, currency);
  const isLive = status === "active" || status === "past_due";
  const next = installments.find((one) => one.status !== "paid");

  return (
    <article className="pub-card grid gap-4" aria-label={plan.name}>
      <div>
        <div className="flex items-center gap-2 min-w-0">
          <h3 className="pub-title flex-1 min-w-0 wrap-anywhere">{plan.name}</h3>
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
        <>
          <ErrorNote>
            The last payment didn't go through. Update your card to keep your plan.
          </ErrorNote>
          <CardButton portal="financing" id={id} isMain>
            Update Card
          </CardButton>
        </>
      )}
      <section className="grid gap-2" aria-label="Payment History">
        <h4 className="font-label">Payment History</h4>
        <Ledger
          installments={installments}
          currency={currency}
          now={now.value}
          timeZone={business?.timeZone ?? "UTC"}
          isLive={isLive}
        />
      </section>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <AgreementLink portal="financing" id={id}>
          View Signed Agreement
        </AgreementLink>
        {status === "active" && (
          <CardButton portal="financing" id={id}>
            Update Card
          </CardButton>
        )}
      </div>
    </article>
  );
}
