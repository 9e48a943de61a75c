import KeyRound from "lucide-react/icons/key-round";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { User } from "#src/accounts/users/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Badge, LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { type UserAction, UserMenu } from "./user-menu.tsx";
import { UserRow } from "./user-row.tsx";

interface AllUsersProps {
  users: readonly User[] | undefined;
  onAction: (user: User, action: UserAction) => void;
}

/** Those who wait for approval have a list of their own. */
export function AllUsers({ users = [], onAction }: AllUsersProps) {
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
          {users
            .filter(({ approved }) => approved)
            .map((user) => (
              <UserRow
                key={user.id}
                user={user}
                badges={
                  user.role === "admin" ? (
                    <LookBadge look={["accent", ShieldCheck, "Admin"]} />
                  ) : (
                    <Badge>User</Badge>
                  )
                }
                wide={user.role === "user"}
                detail={<Detail user={user} />}
              >
                {user.id === me?.id ? (
                  <span className="xs faint">You</span>
                ) : (
                  <>
                    {user.role === "user" && (
                      <Button
                        size="tiny"
                        icon={KeyRound}
                        aria-label={`Edit Permissions for ${user.username}`}
                        onClick={() => onAction(user, "permissions")}
                      >
                        Edit Permissions
                      </Button>
                    )}
                    <UserMenu user={user} onAction={(action) => onAction(user, action)} />
                  </>
                )}
              </UserRow>
            ))}
        </ul>
      </Card>
    </section>
  );
}

function Detail({ user }: { user: User }) {
  return (
    <>
      <span className="flex flex-wrap gap-x-2">
        <span>{user.email}</span>
        <span className="faint">
          {pagesInWords(user)}
          {formatHiddenFields(user)}
        </span>
      </span>
      {user.lastSeenAt && (
        <span className="faint block">
          Signed in on {formatCount(user.sessions, "browser")},{" "}
          <span className="inline-block">
            last seen <RelativeTime iso={user.lastSeenAt} inline />
          </span>
        </span>
      )}
    </>
  );
}

function pagesInWords({ role, permissions }: User): string {
  if (role === "admin") return "Every page";
  if (permissions.pages.length === GRANTABLE_PAGES.length) return "All pages";
  return GRANTABLE_PAGES.filter(({ path }) => permissions.pages.includes(path))
    .map(({ title }) => title)
    .join(", ");
}

function formatHiddenFields({ role, permissions }: User): string {
  if (role === "admin") return "";
  const what = [
    permissions.canViewClientPhoneNumbers ? [] : "phone numbers",
    permissions.canViewClientNames ? [] : "names",
  ].flat();
  return what.length > 0 ? `\u00a0· client ${what.join(" and ")} hidden` : "";
}
