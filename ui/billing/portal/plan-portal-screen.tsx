import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { OwnPlan } from "./own-plan.tsx";
import { PortalPage } from "./portal-page.tsx";
import { loadPlanPortal, ownPlansQuery, planSessionQuery } from "./queries.ts";

export function PlanPortal() {
  const api = useApi();
  const session = useQuery(planSessionQuery(api));
  const list = useQuery({ ...ownPlansQuery(api), enabled: Boolean(session.data) });
  return (
    <PortalPage
      title="Your Payment Plans"
      heading="Payment plans"
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
          Important information
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
