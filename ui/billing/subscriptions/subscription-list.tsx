import Ban from "lucide-react/icons/ban";
import Ellipsis from "lucide-react/icons/ellipsis";
import FileText from "lucide-react/icons/file-text";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import type { Subscription } from "#src/billing/subscriptions/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { formatPeriod, isCancelable, StateBadge } from "#ui/billing/parts/membership-state.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { ListTable } from "#ui/kit/table.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";

interface SubscriptionListProps {
  /** Undefined while it loads. */
  subscriptions: readonly Subscription[] | undefined;
  onView: (subscription: Subscription) => void;
  onCancel: (subscription: Subscription) => void;
}

const AT_ONCE = 100;
const COLUMNS = [
  { head: "Client", of: "person" },
  { head: "Phone", headClass: "fold", of: "text", className: "fold" },
  { head: "Membership", headClass: "fold", of: "text", className: "fold" },
  { head: "Status", of: "badge", className: "aside" },
  { head: "Renewal", headClass: "fold", of: "text", className: "fold" },
  { head: "Price", of: "number" },
  { head: "Billed", headClass: "fold", of: "text", className: "fold" },
  { head: "Actions", hidden: true, of: "nothing" },
] as const;

export function SubscriptionList({ subscriptions, onView, onCancel }: SubscriptionListProps) {
  const [most, setMost] = useState(AT_ONCE);
  return (
    <div className="grid gap-3">
      <ListTable label="Subscriptions" columns={COLUMNS} rows={subscriptions?.slice(0, most)}>
        {(subscription) => (
          <Row
            key={subscription.id}
            subscription={subscription}
            onView={() => onView(subscription)}
            onCancel={() => onCancel(subscription)}
          />
        )}
      </ListTable>
      {subscriptions && subscriptions.length > most && (
        <Button
          variant="quiet"
          className="justify-self-center"
          onClick={() => setMost(most + AT_ONCE)}
        >
          Show More
        </Button>
      )}
    </div>
  );
}

interface RowProps {
  subscription: Subscription;
  onView: () => void;
  onCancel: () => void;
}

function Row({ subscription, onView, onCancel }: RowProps) {
  const { now, timeZone } = useBusinessTime();
  const { contactId, membershipName, membershipBillingFrequency, currency } = subscription;
  const name = formatPhone(subscription.contactName);
  const price = formatAmount(subscription.membershipPrice, currency);
  const period = formatPeriod(subscription, now, timeZone);
  return (
    <tr aria-label={name} className="brief">
      <td className="py-1.5 phone:py-1! @max-[940px]/page:py-3">
        <div className="flex items-center gap-2.5 min-w-0">
          <Avatar id={contactId ?? subscription.id} name={name} />
          <div className="min-w-0">
            <button type="button" className="h3 clip opens" onClick={onView}>
              {name}
            </button>
            <p className="folded xs dim">{membershipName}</p>
          </div>
        </div>
      </td>
      <td className="fold num whitespace-nowrap">{formatPhone(subscription.contactPhone)}</td>
      <td className="fold">{membershipName}</td>
      <td className="aside">
        <StateBadge subscription={subscription} />
        <p className="folded xs dim num">{period}</p>
      </td>
      <td className="fold num whitespace-nowrap">{period}</td>
      <td className="num r whitespace-nowrap">
        {price} <span className="folded xs dim">per {membershipBillingFrequency}</span>
      </td>
      <td className="fold whitespace-nowrap">Every {membershipBillingFrequency}</td>
      <td className="last">
        <Actions subscription={subscription} name={name} onView={onView} onCancel={onCancel} />
      </td>
    </tr>
  );
}

/** The one button that the membership's state needs, and a menu of the others. */
function Actions({ subscription, name, onView, onCancel }: RowProps & { readonly name: string }) {
  const { contactId, status } = subscription;
  const { user } = useCurrentUser();
  const hasAgreement = user !== null && seesClients(user);
  const overdueId =
    status === "past_due" && user !== null && mayOpen(user, "/inbox") ? contactId : null;
  return (
    <div className="flex justify-end gap-1">
      {overdueId === null ? (
        <Button
          icon={Info}
          size="tiny"
          variant="quiet"
          aria-label={`View ${name}`}
          onClick={onView}
        >
          View
        </Button>
      ) : (
        <MessageButton contactId={overdueId} barrier={undefined} wordFor={name} />
      )}
      {(hasAgreement || isCancelable(subscription)) && (
        <Menu trigger={<IconButton icon={Ellipsis} size="tiny" label={`Actions for ${name}`} />}>
          {overdueId !== null && (
            <MenuItem icon={Info} onSelect={onView}>
              View
            </MenuItem>
          )}
          {hasAgreement && (
            <MenuItem icon={FileText} onSelect={() => openAgreement(subscription.id)}>
              View Agreement
            </MenuItem>
          )}
          {isCancelable(subscription) && (
            <MenuItem icon={Ban} bad onSelect={onCancel}>
              Cancel Subscription
            </MenuItem>
          )}
        </Menu>
      )}
    </div>
  );
}

function openAgreement(id: number): void {
  open(`/api/subscriptions/${id}/agreement`, "_blank", "noreferrer");
}
