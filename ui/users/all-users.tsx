import Clock3 from "lucide-react/icons/clock-3";
import ShieldCheck from "lucide-react/icons/shield-check";
import Smartphone from "lucide-react/icons/smartphone";
import Trash2 from "lucide-react/icons/trash-2";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import type { User } from "#src/users/contract.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { Card } from "#ui/kit/card.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { UserRow } from "./user-row.tsx";

interface AllUsersProps {
  users: readonly User[] | undefined;
  onDelete: (user: User) => void;
  onSecondFactorOff: (user: User) => void;
}

export function AllUsers({ users = [], onDelete, onSecondFactorOff }: AllUsersProps) {
  const { user: me } = useCurrentUser();
  return (
    <section aria-labelledby="all-users">
      <div className="sec">
        <h2 className="h2" id="all-users">
          All Users
        </h2>
      </div>
      <Card>
        <ul>
          {users.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              badges={<Badges user={user} />}
              detail={`${user.email} · ${pagesInWords(user)}`}
            >
              {user.id === me?.id ? (
                <span className="xs faint">You</span>
              ) : (
                <>
                  {user.secondFactor && (
                    <IconButton
                      icon={Smartphone}
                      label={`Switch off two-step sign-in of ${user.username}`}
                      size="tiny"
                      onClick={() => onSecondFactorOff(user)}
                    />
                  )}
                  <IconButton
                    icon={Trash2}
                    label={`Delete ${user.username}`}
                    size="tiny"
                    onClick={() => onDelete(user)}
                  />
                </>
              )}
            </UserRow>
          ))}
        </ul>
      </Card>
    </section>
  );
}

function Badges({ user }: { user: User }) {
  return (
    <>
      {user.role === "admin" ? (
        <Badge tone="accent" icon={ShieldCheck}>
          Admin
        </Badge>
      ) : (
        <Badge>User</Badge>
      )}
      {!user.approved && (
        <Badge tone="wait" icon={Clock3}>
          Pending Approval
        </Badge>
      )}
    </>
  );
}

function pagesInWords({ role, approved, permissions }: User): string {
  if (role === "admin") return "every page";
  if (!approved) return "no pages yet";
  return GRANTABLE_PAGES.filter(({ path }) => permissions.pages.includes(path))
    .map(({ title }) => title)
    .join(", ");
}
