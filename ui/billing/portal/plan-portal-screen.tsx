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
      empty={<p className="dim">You have no payment plans here.</p>}
      logout={async () => (await loadPlanPortal()).logout}
      loginPath="/financing/login"
      readsBelow="/api/financing/"
    >
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
    </PortalPage>
  );
}
