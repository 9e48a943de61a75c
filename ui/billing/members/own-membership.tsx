import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import Hourglass from "lucide-react/icons/hourglass";
import { useState } from "react";
import type { OwnSubscription } from "#src/billing/members/contract.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { useApi } from "#ui/api.ts";
import { AgreementBlocks } from "#ui/billing/client-pages/agreement-blocks.tsx";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatDay, wallTime } from "#ui/shell/format/dates.ts";
import { loadMembers } from "./queries.ts";
import { useBilling } from "./use-billing.ts";

const OFTEN = { week: "Weekly", month: "Monthly", year: "Yearly" } as const;

export function OwnMembership({ subscription }: { subscription: OwnSubscription }) {
  const { id, membership, cancelAtPeriodEnd: isCanceling, currency } = subscription;
  const { data: business } = useQuery(businessQuery(useApi()));
  const [asks, setAsks] = useState(false);
  const billing = useBilling();
  const price = formatMoney(parseCents(membership.price) ?? 0, currency);
  const renews = formatDate(subscription.currentPeriodEnd, business?.timeZone ?? "UTC");

  return (
    <article className="pub-card grid gap-4" aria-label={membership.name}>
      <div>
        <div className="row">
          <h3 className="pub-title grow wrap-anywhere">{membership.name}</h3>
          {isCanceling ? (
            <Badge tone="wait" icon={Hourglass}>
              Canceling
            </Badge>
          ) : (
            <Badge tone="good" icon={Check}>
              Active
            </Badge>
          )}
        </div>
        <p className="dim mt-1 whitespace-pre-line">{membership.description}</p>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <Fact label="Price">
          {price} per {membership.billingFrequency}
        </Fact>
        <Fact label="Billing frequency">{OFTEN[membership.billingFrequency]}</Fact>
        <Fact label={isCanceling ? "Ends On" : "Renews On"}>{renews}</Fact>
      </dl>
      {isCanceling && (
        <Note tone="wait" icon={Hourglass}>
          Your membership will be canceled on {renews}. You can use it until then.
        </Note>
      )}
      {membership.agreementText && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        <section className="agreement scrolls" aria-label="Agreement" tabIndex={0}>
          <AgreementBlocks text={membership.agreementText} />
        </section>
      )}
      <div className="row wrap">
        <a
          className={buttonClass({})}
          href={`/api/membership/portal/subscriptions/${id}/agreement`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon of={FileText} />
          View Agreement
        </a>
        <Button
          icon={CreditCard}
          busy={billing.isPending && "Opening..."}
          onClick={() => billing.run({ body: { subscriptionId: id } })}
        >
          Manage Payment Method
        </Button>
        {!isCanceling && (
          <Button variant="quiet-bad" onClick={() => setAsks(true)}>
            Cancel Membership
          </Button>
        )}
      </div>
      {asks && <CancelDialog id={id} renews={renews} onClose={() => setAsks(false)} />}
    </article>
  );
}

interface CancelDialogProps {
  id: number;
  renews: string;
  onClose: () => void;
}

function CancelDialog({ id, renews, onClose }: CancelDialogProps) {
  const canceling = useAct(async () => (await loadMembers()).members.cancel, {
    done: { title: "Membership canceled", description: `You can use it until ${renews}.` },
    onDone: onClose,
    errors: "inline",
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Cancel Membership?"
      description={`Your membership will be canceled on ${renews}, and you can use it until then. This cannot be undone.`}
      action="Yes, Cancel"
      cancel="Keep Membership"
      busy={canceling.isPending && "Canceling..."}
      error={canceling.errorMessage}
      onConfirm={() => canceling.run({ body: { subscriptionId: id } })}
    />
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="dim">{label}</dt>
      <dd className="num font-label">{children}</dd>
    </>
  );
}

function formatDate(iso: string | null, timeZone: string): string {
  if (iso === null) return "the end of the period";
  const time = wallTime(iso, timeZone);
  return `${formatDay(time)}, ${time.year}`;
}
