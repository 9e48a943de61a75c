import { type Membership, memberships } from "#src/billing/memberships/contract.ts";
import { useApi } from "#ui/api.ts";
import { InviteDialog } from "#ui/billing/parts/invite-dialog.tsx";

interface MembershipInviteProps {
  membership: Membership;
  onClose: () => void;
}

export function MembershipInvite({ membership, onClose }: MembershipInviteProps) {
  const api = useApi();
  return (
    <InviteDialog
      description={`A text with the link to join ${membership.name}.`}
      send={(contactId, idempotencyKey) =>
        api(memberships.sendInvite, {
          params: { id: membership.id },
          body: { contactId },
          idempotencyKey,
        })
      }
      onClose={onClose}
    />
  );
}
