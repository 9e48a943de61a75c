import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { InviteDialog } from "#ui/billing/parts/invite-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";

interface MembershipInviteProps {
  membership: Membership;
  onClose: () => void;
}

export function MembershipInvite({ membership, onClose }: MembershipInviteProps) {
  const { run, isPending } = useAct(memberships.sendInvite, {
    done: "Invite sent successfully",
    onDone: onClose,
  });
  return (
    <InviteDialog
      description={`We'll text a link to join ${membership.name}.`}
      isPending={isPending}
      onSend={(contactId) => run({ params: { id: membership.id }, body: { contactId } })}
      onClose={onClose}
    />
  );
}
