import { useState } from "react";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { isCancelable, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatPeriod } from "./period-format.ts";

interface SubscriptionListProps {
  /** Undefined while it loads. */
  subscriptions: readonly Subscription[] | undefined;
  onView: (subscription: Subscription) => void;
  onCancel: (subscription: Subscription) => void;
}

const AT_ONCE = 100;

export function SubscriptionList({ subscriptions, onView, onCancel }: SubscriptionListProps) {
  const [most, setMost] = useState(AT_ONCE);
  if (!subscriptions)
    return ["a", "b", "c", "d", "e"].map((key) => (
      <div key={key} className="line-row" aria-hidden="true">
        <Skeleton width={32} height={32} round />
        <div className="flex flex-col flex-1 min-w-0 gap-2">
          <Skeleton width="40%" />
          <Skeleton width="25%" />
        </div>
      </div>
    ));
  return (
    <>
      <ul>
        {subscriptions.slice(0, most).map((subscription) => (
          <Row
            key={subscription.id}
            subscription={subscription}
            onView={() => onView(subscription)}
            onCancel={() => onCancel(subscription)}
          />
        ))}
      </ul>
      {subscriptions.length > most && (
        <div className="line-row justify-center">
          <Button variant="quiet" onClick={() => setMost(most + AT_ONCE)}>
            Show More
          </Button>
        </div>
      )}
    </>
  );
}

interface RowProps {
  subscription: Subscription;
  onView: () => void;
  onCancel: () => void;
}

function Row({ subscription, onView, onCancel }: RowProps) {
  const { now, timeZone } = useBusinessTime();
  const { contactId, contactName, contactPhone, membershipName, currency } = subscription;
  const price = formatAmount(subscription.membershipPrice, currency);
  return (
    <li className="line-row flex-wrap @min-[620px]/page:flex-nowrap">
      <Avatar id={contactId ?? subscription.id} name={formatPhone(contactName)} />
      <div className="flex-1 min-w-0 basis-40">
        <p className="h3 clip">{formatPhone(contactName)}</p>
        <p className="sm dim num clip">{formatPhone(contactPhone)}</p>
      </div>
      <div className="min-w-0 shrink basis-60 @max-[620px]/page:order-1 @max-[620px]/page:basis-full @max-[620px]/page:pl-11">
        <p className="clip">{membershipName}</p>
        <p className="sm dim num clip">
          {price} per {subscription.membershipBillingFrequency} ·{" "}
          {formatPeriod(subscription, now, timeZone)}
        </p>
      </div>
      <div className="flex justify-end @min-[620px]/page:min-w-28 @min-[620px]/page:justify-start">
        <StateBadge subscription={subscription} />
      </div>
      <div className="flex gap-2 @max-[620px]/page:order-2 @max-[620px]/page:w-full @max-[620px]/page:pl-11 @min-[620px]/page:min-w-37">
        <Button size="tiny" aria-label={`View ${formatPhone(contactName)}`} onClick={onView}>
          View
        </Button>
        {isCancelable(subscription) && (
          <Button
            size="tiny"
            variant="quiet-bad"
            aria-label={`Cancel ${formatPhone(contactName)}`}
            onClick={onCancel}
          >
            Cancel
          </Button>
        )}
      </div>
    </li>
  );
}
