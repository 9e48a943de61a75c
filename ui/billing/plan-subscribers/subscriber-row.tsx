import Ban from "lucide-react/icons/ban";
import CreditCard from "lucide-react/icons/credit-card";
import Ellipsis from "lucide-react/icons/ellipsis";
import FileText from "lucide-react/icons/file-text";
import Info from "lucide-react/icons/info";
import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { formatAmount, formatDueDay } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

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
    const day = formatShortDay(time, today);
    return (
      <time dateTime={moment} title={`${day} at ${formatClock(time)}`}>
        {day}
      </time>
    );
  };
  const { nextPaymentDate, completedAt, canceledAt, createdAt, installments } = subscriber;
  const remaining = `${subscriber.remainingInstallments} of ${installments.length}`;
  const due =
    nextPaymentDate !== null && formatDueDay(nextPaymentDate, today).replaceAll(" ", "\u00a0");
  // A declined payment's day has passed.
  const isLate = subscriber.status === "past_due";
  const ended = completedAt ?? canceledAt;
  const next = installments.find(({ status }) => status !== "paid");
  const amount = due && next && formatAmount(next.amount, subscriber.currency);
  const payment = ended ? at(ended) : amount && `${amount} ${isLate ? "since" : "on"} ${due}`;

  return (
    <tr aria-label={name} className="brief">
      <td className="min-w-32 py-2">
        <div className="flex items-center min-w-0 gap-2.5">
          <Avatar id={subscriber.contactId ?? subscriber.id} name={name} />
          <div className="min-w-0">
            <button type="button" className="h3 clip opens" onClick={() => onAction("details")}>
              {name}
            </button>
            <p className="folded xs dim">
              <span className="line-clamp-1">{subscriber.planName}</span>
            </p>
            <p className="brief-only xs dim num whitespace-nowrap">{payment}</p>
            <div className="no-brief @max-[700px]/page:hidden">
              <p className="flex flex-wrap gap-x-2 xs faint num">
                <span className="whitespace-nowrap">{formatPhone(subscriber.contactPhone)}</span>
                <span className="clip max-w-30">{subscriber.contactEmail}</span>
              </p>
            </div>
          </div>
        </div>
      </td>
      <td className="aside">
        <PlanStatusBadge status={subscriber.status} />
        <p className="folded xs dim num whitespace-nowrap">{payment}</p>
      </td>
      <td className="fold whitespace-nowrap">{subscriber.planName}</td>
      <td className="num r">
        {formatAmount(subscriber.totalAmount, subscriber.currency)}
        <span className="folded xs dim whitespace-nowrap">{remaining} left</span>
      </td>
      <td className="fold num r whitespace-nowrap">{remaining}</td>
      <td className="fold num whitespace-nowrap">
        {ended ? <span className="dim">Ended {at(ended)}</span> : due}
        {!ended && amount && (
          <span className="second xs dim">
            {amount}
            {isLate && <span className="bad"> overdue</span>}
          </span>
        )}
      </td>
      <td className="fold num whitespace-nowrap">{at(createdAt)}</td>
      <td className="last">
        <Actions subscriber={subscriber} name={name} onAction={onAction} />
      </td>
    </tr>
  );
}

/** The one button that the plan's state needs, and a menu of the others. */
function Actions({ subscriber, name, onAction }: SubscriberRowProps & { readonly name: string }) {
  const { user } = useCurrentUser();
  const { status } = subscriber;
  const isLate = status === "past_due";
  const isLive = status === "active" || isLate;
  return (
    <div className="flex justify-end gap-1">
      {isLate ? (
        <Button icon={CreditCard} size="tiny" onClick={() => onAction("charge")}>
          Charge Now
        </Button>
      ) : (
        <Button icon={Info} size="tiny" variant="quiet" onClick={() => onAction("details")}>
          Details
        </Button>
      )}
      <Menu trigger={<IconButton icon={Ellipsis} size="tiny" label={`Actions for ${name}`} />}>
        {isLate && (
          <MenuItem icon={Info} onSelect={() => onAction("details")}>
            Details
          </MenuItem>
        )}
        {isLive && !isLate && (
          <MenuItem icon={CreditCard} onSelect={() => onAction("charge")}>
            Charge Now
          </MenuItem>
        )}
        {user && seesClients(user) && (
          <MenuItem icon={FileText} onSelect={() => openAgreement(subscriber.id)}>
            Agreement
          </MenuItem>
        )}
        {isLive && (
          <MenuItem icon={Ban} bad onSelect={() => onAction("cancel")}>
            Cancel Plan
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

function openAgreement(id: number): void {
  open(`/api/payment-plan-subscriptions/${id}/agreement`, "_blank", "noreferrer");
}
