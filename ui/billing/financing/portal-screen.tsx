import { useQuery } from "@tanstack/react-query";
import { Redirect } from "wouter";
import type { FinancingSession } from "#src/billing/financing/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Logout } from "#ui/billing/client-pages/logout.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { OwnPlan } from "./own-plan.tsx";
import { loadFinancing, ownPlansQuery, sessionQuery } from "./queries.ts";

export function PortalScreen() {
  const { data: session, error } = useQuery(sessionQuery(useApi()));
  if (session === null || error) return <Redirect to="/financing/login" replace />;
  if (!session) return <PublicPage title="Your Payment Plans">{null}</PublicPage>;
  return <Plans session={session} />;
}

function Plans({ session }: { session: FinancingSession }) {
  const api = useApi();
  const { data: plans, error } = useQuery(ownPlansQuery(api));
  return (
    <PublicPage
      title="Your Payment Plans"
      intro={[
        `Welcome back, ${session.contactName}`,
        formatPhone(session.phoneNumber),
        session.email,
      ]
        .filter(Boolean)
        .join("\n")}
    >
      <div className="row">
        <h2 className="pub-title grow">Payment plans</h2>
        <Logout
          logout={async () => (await loadFinancing()).financingApi.logout}
          loginPath="/financing/login"
          readsBelow="/api/financing/"
        />
      </div>
      {error && !plans && <p className="bad">{errorMessage(error)}</p>}
      {!plans && !error && <Skeleton height={180} />}
      {plans?.map((plan) => (
        <OwnPlan key={plan.id} subscription={plan} />
      ))}
      {plans?.length === 0 && <p className="dim">You have no payment plans here.</p>}
      <section className="grid gap-2" aria-labelledby="notes-title">
        <h2 className="pub-title" id="notes-title">
          Important information
        </h2>
        <ul className="dim grid list-disc gap-1.5 pl-5">
          <li>Payments are taken from your card by themselves on their dates.</li>
          <li>If a payment fails, it is tried again. Update your card before that.</li>
          <li>
            After 3 failed payment attempts a plan is canceled, and we tell you by text and e-mail.
          </li>
        </ul>
      </section>
    </PublicPage>
  );
}
