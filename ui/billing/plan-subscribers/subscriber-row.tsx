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
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

export type SubscriberAction = "details" | "charge" | "cancel";

interface SubscriberRowProps {
  subscriber: PlanSubscriber;
  onAction: (action: SubscriberAction) => void;
}

export function SubscriberRow({ subscriber, onAction }: SubscriberRowProps) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const name = formatPhone(subscriber.contactName);
  const at = (moment: string) => {
    const time = wallTime(moment, timeZone);
    return (
      <span className="whitespace-nowrap">
        {formatShortDay(time, today)} <span className="xs faint block">at {formatClock(time)}</span>
      </span>
    );
  };
  const { nextPaymentDate, completedAt, canceledAt, createdAt, installments } = subscriber;

  return (
    <tr aria-label={name}>
      <td className="min-w-44 py-2">
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={subscriber.contactId ?? subscriber.id} name={name} />
          <div className="min-w-0">
            <p className="h3 clip">{name}</p>
            <p className="xs faint num clip">{formatPhone(subscriber.contactPhone)}</p>
            <p className="xs faint clip">{subscriber.contactEmail}</p>
          </div>
        </div>
      </td>
      <td className="aside">
        <PlanStatusBadge status={subscriber.status} />
      </td>
      <td data-label="Plan">{subscriber.planName}</td>
      <td data-label="Total" className="num r">
        {formatAmount(subscriber.totalAmount, subscriber.currency)}
      </td>
      <td data-label="Payments remaining" className="num r whitespace-nowrap">
        {subscriber.remainingInstallments} of {installments.length}
      </td>
      {completedAt || canceledAt ? (
        <td>
          <span className="xs faint block">{completedAt ? "Completed" : "Canceled"}</span>
          <span>{at(completedAt ?? canceledAt ?? "")}</span>
        </td>
      ) : (
        <td data-label="Next payment" className="whitespace-nowrap">
          {nextPaymentDate === null ? "–" : formatDueDay(nextPaymentDate, today)}
        </td>
      )}
      <td data-label="Started">{at(createdAt)}</td>
      <td className="whole">
        <Actions subscriber={subscriber} onAction={onAction} />
      </td>
    </tr>
  );
}

function Actions({ subscriber, onAction }: SubscriberRowProps) {
  const { user } = useCurrentUser();
  const { status } = subscriber;
  const isLive = status === "active" || status === "past_due";
  return (
    <div className="flex justify-end gap-0.5 @max-[860px]/page:-ml-2.5 @max-[860px]/page:justify-start">
      <IconButton icon={Info} label="Details" size="tiny" onClick={() => onAction("details")} />
      {user && seesClients(user) && (
        <a
          className={`${buttonClass({ variant: "quiet", size: "tiny" })} icon`}
          href={`/api/payment-plan-subscriptions/${subscriber.id}/agreement`}
          target="_blank"
          rel="noreferrer"
          aria-label="Agreement"
          data-tip="Agreement"
        >
          <Icon of={FileText} />
        </a>
      )}
      {isLive && (
        <>
          <IconButton
            icon={CreditCard}
            label="Charge Now"
            size="tiny"
            onClick={() => onAction("charge")}
          />
          <IconButton
            icon={Ban}
            label="Cancel"
            variant="quiet-bad"
            size="tiny"
            onClick={() => onAction("cancel")}
          />
        </>
      )}
    </div>
  );
}
