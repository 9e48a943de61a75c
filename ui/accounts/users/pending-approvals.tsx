import UserRoundCheck from "lucide-react/icons/user-round-check";
import type { User } from "#src/accounts/users/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { UserRow } from "./user-row.tsx";

interface PendingApprovalsProps {
  users: readonly User[] | undefined;
  onApprove: (user: User) => void;
  onDelete: (user: User) => void;
}

export function PendingApprovals({ users, onApprove, onDelete }: PendingApprovalsProps) {
  const pending = users?.filter((user) => !user.approved) ?? [];
  return (
    <section aria-labelledby="pending">
      <div className="sec">
        <h2 className="h2" id="pending">
          Pending Approvals
        </h2>
        {pending.length > 0 && <Chip>{pending.length}</Chip>}
      </div>
      <Card>
        {pending.length === 0 && (
          <p className="dim flex items-center gap-2 p-4">
            {users ? "No one is waiting for approval." : "Loading users..."}
          </p>
        )}
        <ul>
          {pending.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              wide
              detail={
                <>
                  {user.email} · registered <RelativeTime iso={user.createdAt} inline />
                </>
              }
            >
              <Button variant="quiet-bad" size="tiny" onClick={() => onDelete(user)}>
                Delete
              </Button>
              <Button size="tiny" icon={UserRoundCheck} onClick={() => onApprove(user)}>
                Set Permissions & Approve
              </Button>
            </UserRow>
          ))}
        </ul>
      </Card>
    </section>
  );
}
