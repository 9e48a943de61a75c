import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import Ellipsis from "lucide-react/icons/ellipsis";
import Gem from "lucide-react/icons/gem";
import Trash2 from "lucide-react/icons/trash-2";
import WalletCards from "lucide-react/icons/wallet-cards";
import { type ReactNode, useState } from "react";
import { Link } from "wouter";
import type { ClientPlans } from "#src/billing/client-plans/contract.ts";
import type { Client } from "#src/clients/profile/contract.ts";
import { seesNames } from "#src/shared/permissions.ts";
import { type Api, type Prefetcher, useApi } from "#ui/api.ts";
import { formatPeriod, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card, CardHead } from "#ui/kit/card.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { readLater } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayInSentence, formatShortDay, wallTime, wallTimeOf } from "#ui/shell/format/dates.ts";
import { useUiState } from "#ui/ui-state.ts";
import { formatExpiry, loadCards } from "./card-queries.ts";

const RemoveDialog = lazyDialog(
  async () => (await import("./remove-card-dialog.tsx")).RemoveCardDialog,
);

export function clientCardQuery(api: Api, id: number) {
  return readLater(
    { path: "/api/contacts/:id/card", reads: ["contacts"] },
    async () => api((await loadCards()).one, { params: { id } }),
    { id },
  );
}

export function clientPlansQuery(api: Api, id: number) {
  return readLater(
    {
      path: "/api/contacts/:id/plans",
      reads: ["contacts", "subscriptions", "memberships", "plan-subscriptions", "plans"],
    },
    async () => {
      const { clientPlans } = await import("#src/billing/client-plans/contract.ts");
      return api(clientPlans.list, { params: { id } });
    },
    { id },
  );
}

export async function prefetchClientBilling({ api, client }: Prefetcher, id: number) {
  await Promise.all([
    client.prefetchQuery(clientCardQuery(api, id)),
    client.prefetchQuery(clientPlansQuery(api, id)),
  ]);
}

interface ClientBillingProps {
  client: Client;
  takesPayment: boolean;
}

/** The card on file, active memberships and payment plans, and Take Payment. */
export function ClientBilling({ client, takesPayment }: ClientBillingProps) {
  const { data: plans } = useQuery(clientPlansQuery(useApi(), client.id));
  const { paying } = useUiState();
  const { user } = useCurrentUser();
  // Users who may not see names can't search by them either.
  const search = user && seesNames(user) ? `?q=${encodeURIComponent(client.name)}` : "";
  return (
    <Card aria-label="Billing">
      <CardHead title="Billing">
        {takesPayment && (
          <Button
            variant="quiet"
            size="tiny"
            onClick={() => {
              paying.value = { contactId: client.id };
            }}
          >
            Take Payment
          </Button>
        )}
      </CardHead>
      <CardOnFile client={client} />
      {plans?.memberships.map((membership) => (
        <MembershipRow
          key={`membership ${membership.id}`}
          membership={membership}
          search={search}
        />
      ))}
      {plans?.paymentPlans.map((plan) => (
        <PlanRow key={`plan ${plan.id}`} plan={plan} search={search} />
      ))}
    </Card>
  );
}

function CardOnFile({ client: { id, textingBarrier } }: { client: Client }) {
  const { data } = useQuery(clientCardQuery(useApi(), id));
  const { now, timeZone } = useBusinessTime();
  const formatDate = (moment: string) =>
    formatShortDay(wallTime(moment, timeZone), wallTime(now, timeZone));
  const [asks, setAsks] = useState(false);
  const ask = useAct(async () => (await loadCards()).request, {
    done: "Link texted",
    errors: "Couldn't text the link",
  });
  if (!data) return null;
  const { card, request } = data;
  const canText = textingBarrier === null;
  const askLabel = request ? "Text Link Again" : card ? "Ask for Another Card" : "Ask for a Card";
  const askForCard = () => ask.run({ params: { id } });
  return (
    <div className="line-row">
      <Icon of={CreditCard} className="faint" />
      <Line title={card ? `${card.brand} ending in ${card.last4}` : "No card on file"}>
        {card && `${formatExpiry(card)}, policy agreed ${formatDate(card.addedAt)}`}
        {card && request && <br />}
        {request &&
          `Link texted ${formatDate(request.sentAt)}, works until ${formatDate(request.expiresAt)}`}
      </Line>
      {card ? (
        <Menu
          trigger={
            <IconButton
              icon={Ellipsis}
              size="tiny"
              label="Actions for the card"
              className="-mr-2"
            />
          }
        >
          {canText && (
            <MenuItem icon={CreditCard} onSelect={askForCard}>
              {askLabel}
            </MenuItem>
          )}
          <MenuItem icon={Trash2} bad onSelect={() => setAsks(true)}>
            Remove
          </MenuItem>
        </Menu>
      ) : (
        canText && (
          <Button
            variant="quiet"
            size="tiny"
            className="-mr-2"
            busy={ask.isPending && "Texting..."}
            onClick={askForCard}
          >
            {askLabel}
          </Button>
        )
      )}
      {asks && <RemoveDialog id={id} onClose={() => setAsks(false)} />}
    </div>
  );
}

interface MembershipRowProps {
  membership: ClientPlans["memberships"][number];
  search: string;
}

function MembershipRow({ membership, search }: MembershipRowProps) {
  const { now, timeZone } = useBusinessTime();
  const { membershipName, membershipPrice, membershipBillingFrequency, currency } = membership;
  const period = formatPeriod(membership, now, timeZone);
  return (
    <Link href={`/subscriptions${search}`} className="line-row">
      <Icon of={Gem} className="faint" />
      <Line title={membershipName}>
        {formatAmount(membershipPrice, currency)} a {membershipBillingFrequency},{" "}
        {period.charAt(0).toLowerCase() + period.slice(1)}
      </Line>
      <StateBadge subscription={membership} />
    </Link>
  );
}

interface PlanRowProps {
  plan: ClientPlans["paymentPlans"][number];
  search: string;
}

function PlanRow({ plan, search }: PlanRowProps) {
  const { now, timeZone } = useBusinessTime();
  const { planName, installmentCount, remainingInstallments, nextPaymentDate, status } = plan;
  const paid = installmentCount - remainingInstallments;
  return (
    <Link href={`/payment-plan-subscriptions${search}`} className="line-row">
      <Icon of={WalletCards} className="faint" />
      <Line title={planName}>
        {paid} of {installmentCount} payments
        {nextPaymentDate !== null &&
          // A declined payment's day has passed.
          `, ${status === "past_due" ? "due since" : "next"} ${dayInSentence(wallTimeOf(nextPaymentDate), wallTime(now, timeZone))}`}
      </Line>
      <PlanStatusBadge status={status} />
    </Link>
  );
}

function Line({ title, children }: { title: string; children: ReactNode }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="h3 num block wrap-anywhere">{title}</span>
      <span className="xs faint num block text-balance empty:hidden">{children}</span>
    </span>
  );
}
