import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Clock3 from "lucide-react/icons/clock-3";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Send from "lucide-react/icons/send";
import Sparkles from "lucide-react/icons/sparkles";
import Trash2 from "lucide-react/icons/trash-2";
import UsersRound from "lucide-react/icons/users-round";
import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { AgreementBadge } from "#ui/billing/parts/agreement-badge.tsx";
import { MembershipContradiction } from "#ui/billing/parts/contradiction.tsx";
import { CopyLinkItem } from "#ui/billing/parts/copy-link-item.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { useAct } from "#ui/shell/data/act.ts";

export type MembershipAction = "edit" | "invite" | "reject" | "remove";

interface MembershipCardProps {
  membership: Membership;
  /** Its agreement is being drafted. */
  drafting: boolean;
  onGenerate: () => void;
  onAction: (action: MembershipAction) => void;
}

export function MembershipCard(props: MembershipCardProps) {
  const { membership, drafting, onAction } = props;
  const { name, description, status, subscriberCount, agreementText } = membership;
  const { user } = useCurrentUser();
  const isAdmin = user?.role === "admin";
  const approving = useAct(memberships.approve, {
    done: { title: "Membership approved", description: "You can invite clients now." },
  });
  const price = formatAmount(membership.price, useCurrency());

  return (
    <article className="card flex flex-col gap-3 p-4" aria-label={name}>
      <div className="flex items-start gap-2">
        <div className="flex-1 min-w-0">
          <h2 className="h2 wrap-anywhere">{name}</h2>
          <div className="mt-1.5 flex flex-wrap gap-1.5">
            <LookBadge look={STATUSES[status]} />
            <AgreementBadge text={agreementText} />
          </div>
        </div>
        <CardMenu {...props} />
      </div>
      <p className="dim sm clamp2">{description.split("\n")[0]}</p>
      <div className="mt-auto flex flex-wrap items-baseline justify-between gap-2 pt-1">
        <p className="num">
          <b className="text-title font-label">{price}</b>{" "}
          <span className="dim sm">per {membership.billingFrequency}</span>
        </p>
        <p className="sm dim num">
          <Icon of={UsersRound} className="mr-1.5 inline align-[-3px]" />
          {subscriberCount === 1 ? "1 subscriber" : `${subscriberCount} subscribers`}
        </p>
      </div>
      <MembershipContradiction {...membership} />
      {drafting && (
        <Button fill busy="Generating...">
          Generate Agreement
        </Button>
      )}
      {status === "approved" && (
        <Button icon={Send} fill onClick={() => onAction("invite")}>
          Send Invite
        </Button>
      )}
      {status === "pending" && isAdmin && (
        <div className="flex items-center gap-2 min-w-0">
          <Button variant="quiet" className="flex-1 min-w-0" onClick={() => onAction("reject")}>
            Reject
          </Button>
          <Button
            icon={Check}
            className="flex-1 min-w-0"
            busy={approving.isPending && "Approving..."}
            onClick={() => approving.run({ params: { id: membership.id } })}
          >
            Approve
          </Button>
        </div>
      )}
    </article>
  );
}

const STATUSES: Readonly<Record<Membership["status"], StatusLook>> = {
  approved: ["good", Check, "Approved"],
  rejected: ["off", Ban, "Rejected"],
  pending: ["wait", Clock3, "Pending"],
};

/** Hidden from users without any of these permissions. */
function CardMenu({ membership, drafting, onGenerate, onAction }: MembershipCardProps) {
  const { user } = useCurrentUser();
  const isAdmin = user?.role === "admin";
  const isOwnPending = membership.createdBy === user?.id && membership.status === "pending";
  const isOpen = membership.status === "approved";
  if (!isAdmin && !isOwnPending && !isOpen) return null;

  return (
    <Menu
      trigger={
        <IconButton
          icon={Ellipsis}
          size="tiny"
          className="-mt-1 touch:-mt-2.5 -mr-2"
          label={`Actions for ${membership.name}`}
          data-tip="Actions"
        />
      }
    >
      {(isAdmin || isOwnPending) && (
        <MenuItem icon={Pencil} onSelect={() => onAction("edit")}>
          Edit
        </MenuItem>
      )}
      {isAdmin && (
        <MenuItem icon={Sparkles} disabled={drafting} onSelect={onGenerate}>
          Generate Agreement
        </MenuItem>
      )}
      {isOpen && <CopyLinkItem path={`/membership/signup/${membership.id}`} />}
      {isAdmin && <MenuSeparator />}
      {isAdmin && (
        <MenuItem icon={Trash2} bad onSelect={() => onAction("remove")}>
          Delete
        </MenuItem>
      )}
    </Menu>
  );
}
