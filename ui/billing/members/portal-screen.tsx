import { useQuery } from "@tanstack/react-query";
import { Redirect } from "wouter";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Logout } from "#ui/billing/client-pages/logout.tsx";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { OwnMembership } from "./own-membership.tsx";
import { PastDue } from "./past-due.tsx";
import { loadMembers, ownSubscriptionsQuery, sessionQuery } from "./queries.ts";

export function PortalScreen() {
  const { data: session, error } = useQuery(sessionQuery(useApi()));
  if (session === null) return <Redirect to="/membership/login" replace />;
  if (error) return <Notice title="Member Portal">{errorMessage(error)}</Notice>;
  if (!session) return <PublicPage title="Member Portal">{null}</PublicPage>;
  return <Memberships name={session.contactName} />;
}

function Memberships({ name }: { name: string }) {
  const api = useApi();
  const { data: all, error } = useQuery(ownSubscriptionsQuery(api));
  const active = all?.filter(({ status }) => status === "active");
  const pastDue = all?.filter(({ status }) => status === "past_due") ?? [];

  return (
    <PublicPage title="Member Portal" intro={`Welcome back, ${name}`}>
      <div className="row">
        <h2 className="pub-title grow">Your memberships</h2>
        <Logout
          logout={async () => (await loadMembers()).members.logout}
          loginPath="/membership/login"
          readsBelow="/api/membership/"
        />
      </div>
      {error && !all && <p className="bad">{errorMessage(error)}</p>}
      {pastDue.map((subscription) => (
        <PastDue key={subscription.id} subscription={subscription} />
      ))}
      {!active && !error && <Skeleton height={180} />}
      {active?.map((subscription) => (
        <OwnMembership key={subscription.id} subscription={subscription} />
      ))}
      {active?.length === 0 && (
        <div className="pub-card grid justify-items-start gap-3">
          <h3 className="pub-title">No Active Memberships</h3>
          <p className="dim">You have no active memberships right now.</p>
          <a href={CLIENT_HOME} className={buttonClass({ variant: "primary", size: "big" })}>
            Explore Memberships
          </a>
        </div>
      )}
    </PublicPage>
  );
}
