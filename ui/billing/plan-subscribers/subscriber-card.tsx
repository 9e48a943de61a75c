import Ban from "lucide-react/icons/ban";
import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import Info from "lucide-react/icons/info";
import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { formatAmount, formatDueDay } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

export type SubscriberAction = "details" | "charge" | "cancel";

interface SubscriberCardProps {
  subscriber: PlanSubscriber;
  onAction: (action: SubscriberAction) => void;
}

export function SubscriberCard({ subscriber, onAction }: SubscriberCardProps) {
  const { user } = useCurrentUser();
  const { status } = subscriber;
  const name = formatPhone(subscriber.contactName);
  const runs = status === "active" || status === "past_due";

  return (
    <article className="card grid gap-3 px-4 py-3.5" aria-label={name}>
      <div className="row items-start gap-3">
        <Avatar id={subscriber.contactId ?? subscriber.id} name={name} />
        <div className="grow">
          <div className="row wrap gap-y-1">
            <h2 className="h2 clip">{name}</h2>
            <PlanStatusBadge status={status} />
          </div>
          <p className="sm dim num wrap-anywhere">
            {[formatPhone(subscriber.contactPhone), subscriber.contactEmail]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
      </div>
      <Facts subscriber={subscriber} />
      <div className="row wrap gap-1 phone:-mx-2">
        <Button variant="quiet" size="tiny" icon={Info} onClick={() => onAction("details")}>
          Details
        </Button>
        {user && seesClients(user) && (
          <a
            className={buttonClass({ variant: "quiet", size: "tiny" })}
            href={`/api/payment-plan-subscriptions/${subscriber.id}/agreement`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon of={FileText} />
            Agreement
          </a>
        )}
        {runs && (
          <>
            <Button
              variant="quiet"
              size="tiny"
              icon={CreditCard}
              onClick={() => onAction("charge")}
            >
              Charge Now
            </Button>
            <Button variant="quiet-bad" size="tiny" icon={Ban} onClick={() => onAction("cancel")}>
              Cancel
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

function Facts({ subscriber }: { subscriber: PlanSubscriber }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const time = (moment: string | null) => {
    if (moment === null) return undefined;
    const at = wallTime(moment, timeZone);
    return `${formatShortDay(at, today)} at ${formatClock(at)}`;
  };
  const next = subscriber.nextPaymentDate;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Plan", subscriber.planName],
    ["Total", formatAmount(subscriber.totalAmount, subscriber.currency)],
    [
      "Payments remaining",
      `${subscriber.remainingInstallments} of ${subscriber.installments.length}`,
    ],
    ["Next payment", next === null ? undefined : formatDueDay(next, today)],
    ["Started", time(subscriber.createdAt)],
    ["Completed", time(subscriber.completedAt)],
    ["Canceled", time(subscriber.canceledAt)],
  ];
  return (
    <dl className="num flex flex-wrap gap-x-6 gap-y-2 text-sm">
      {facts.map(
        ([name, value]) =>
          value !== undefined && (
            <div key={name}>
              <dt className="xs faint">{name}</dt>
              <dd className="font-medium">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
