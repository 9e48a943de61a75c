import { useQuery } from "@tanstack/react-query";
import Hourglass from "lucide-react/icons/hourglass";
import { useState } from "react";
import type { OwnMembership as Own } from "#src/billing/portal/contract.ts";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { useApi } from "#ui/api.ts";
import { AgreementBlocks } from "#ui/billing/client-pages/agreement-blocks.tsx";
import { Description } from "#ui/billing/client-pages/description.tsx";
import { Fact } from "#ui/billing/client-pages/fact.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { isCancelable, isCanceling, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { formatDay, wallTime } from "#ui/shell/format/dates.ts";
import { AgreementLink, CardButton } from "./card-actions.tsx";
import { PortalPage } from "./portal-page.tsx";
import { loadMemberPortal, memberSessionQuery, ownMembershipsQuery } from "./queries.ts";

export function MemberPortal() {
  const api = useApi();
  const session = useQuery(memberSessionQuery(api));
  const list = useQuery({ ...ownMembershipsQuery(api), enabled: Boolean(session.data) });
  return (
    <PortalPage
      title="Member Portal"
      heading="Your Memberships"
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

const OFTEN = { week: "Weekly", month: "Monthly", year: "Yearly" } as const;

function OwnMembership({ subscription }: { subscription: Own }) {
  const { id, membership, status, currency } = subscription;
  const business = useBusiness();
  const [asks, setAsks] = useState(false);
  const isEnding = isCanceling(subscription);
  const periodEnd = formatDate(subscription.currentPeriodEnd, business?.timeZone ?? "UTC");

  return (
    <article className="pub-card grid gap-4" aria-label={membership.name}>
      <div className="grid gap-1">
        <div className="flex items-center gap-2 min-w-0">
          <h3 className="pub-title flex-1 min-w-0 wrap-anywhere">{membership.name}</h3>
          <StateBadge subscription={subscription} />
        </div>
        <Description text={membership.description} />
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <Fact label="Price">
          {formatAmount(membership.price, currency)} per {membership.billingFrequency}
        </Fact>
        <Fact label="Billing frequency">{OFTEN[membership.billingFrequency]}</Fact>
        {status !== "past_due" && (
          <Fact label={isEnding ? "Ends On" : status === "trialing" ? "Trial Ends" : "Renews On"}>
            {periodEnd}
          </Fact>
        )}
      </dl>
      {isEnding && (
        <Note tone="wait" icon={Hourglass}>
          Your membership will be canceled on {periodEnd}. You can use it until then.
        </Note>
      )}
      {status === "past_due" && (
        <ErrorNote>
          The last payment for {membership.name} didn't go through. Update your card to keep it.
        </ErrorNote>
      )}
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        {status === "past_due" && (
          <CardButton portal="membership" id={id} isMain>
            Update Card
          </CardButton>
        )}
        <AgreementLink portal="membership" id={id}>
          View Agreement
        </AgreementLink>
        {status !== "past_due" && (
          <CardButton portal="membership" id={id}>
            Manage Payment Method
          </CardButton>
        )}
        {isCancelable(subscription) && (
          <Button variant="quiet-bad" onClick={() => setAsks(true)}>
            Cancel Membership
          </Button>
        )}
      </div>
      {membership.agreementText && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <section className="agreement scrolls" aria-label="Agreement" tabIndex={0}>
          <AgreementBlocks text={membership.agreementText} />
        </section>
      )}
      {asks && (
        <CancelDialog
          id={id}
          endsOn={status === "past_due" ? undefined : periodEnd}
          onClose={() => setAsks(false)}
        />
      )}
    </article>
  );
}

interface CancelDialogProps {
  id: number;
  /** Undefined when it ends at once. */
  endsOn: string | undefined;
  onClose: () => void;
}

function CancelDialog({ id, endsOn, onClose }: CancelDialogProps) {
  return (
    <ActDialog
      act={async () => (await loadMemberPortal()).cancel}
      input={{ body: { subscriptionId: id } }}
      done={{
        title: "Membership canceled",
        description: endsOn
          ? `You can use it until ${endsOn}.`
          : "It ended today. You won't be charged for the failed payment.",
      }}
      busy="Canceling..."
      onClose={onClose}
      title="Cancel Membership?"
      description={
        endsOn
          ? `Your membership will be canceled on ${endsOn}, and you can use it until then. This can't be undone.`
          : "Your membership ends right away, and you won't be charged for the failed payment. This can't be undone."
      }
      action="Yes, Cancel"
      cancel="Keep Membership"
    />
  );
}

function formatDate(iso: string | null, timeZone: string): string {
  if (iso === null) return "the end of the period";
  const time = wallTime(iso, timeZone);
  return `${formatDay(time)}, ${time.year}`;
}
