import { useQuery } from "@tanstack/react-query";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { useApi } from "#ui/api.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { OwnMembership } from "./own-membership.tsx";
import { PortalPage } from "./portal-page.tsx";
import { loadMemberPortal, memberSessionQuery, ownMembershipsQuery } from "./queries.ts";

export function MemberPortal() {
  const api = useApi();
  const session = useQuery(memberSessionQuery(api));
  const list = useQuery({ ...ownMembershipsQuery(api), enabled: Boolean(session.data) });
  return (
    <PortalPage
      title="Member Portal"
      heading="Your memberships"
      session={session}
      list={list}
      intro={({ contactName }) => `Welcome back, ${contactName}`}
      item={(one) => <OwnMembership key={one.id} subscription={one} />}
      empty={
        <div className="pub-card grid justify-items-start gap-3">
          <h3 className="pub-title">No Active Memberships</h3>
          <p className="dim">You have no active memberships right now.</p>
          <a href={CLIENT_HOME} className={buttonClass({ variant: "primary", size: "big" })}>
            Explore Memberships
          </a>
        </div>
      }
      logout={async () => (await loadMemberPortal()).logout}
      loginPath="/membership/login"
      readsBelow="/api/membership/"
    />
  );
}
