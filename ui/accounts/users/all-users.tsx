import Ellipsis from "lucide-react/icons/ellipsis";
import KeyRound from "lucide-react/icons/key-round";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import Smartphone from "lucide-react/icons/smartphone";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import type { User } from "#src/accounts/users/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge, LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Card } from "#ui/kit/card.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

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

export type UserAction = "permissions" | "role" | "second-factor" | "delete" | "cascade";

interface UserMenuProps {
  user: User;
  onAction: (action: UserAction) => void;
}

function UserMenu({ user, onAction }: UserMenuProps) {
  const isAdmin = user.role === "admin";
  return (
    <Menu
      trigger={
        <IconButton icon={Ellipsis} label={`More actions for ${user.username}`} size="tiny" />
      }
    >
      <MenuItem icon={isAdmin ? ShieldOff : ShieldCheck} onSelect={() => onAction("role")}>
        {isAdmin ? "Make Regular User" : "Make Administrator"}
      </MenuItem>
      {user.secondFactor && (
        <MenuItem icon={Smartphone} onSelect={() => onAction("second-factor")}>
          Turn Off Two-Step Sign-In
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={Trash2} bad onSelect={() => onAction("delete")}>
        Delete
      </MenuItem>
      <MenuItem icon={Trash2} bad onSelect={() => onAction("cascade")}>
        Delete with Contacts and Campaigns
      </MenuItem>
    </Menu>
  );
}

interface UserRowProps {
  user: User;
  /** Next to the name. */
  badges?: ReactNode;
  /** The second line. */
  detail: ReactNode;
  /** Wide buttons, which take their own row on a phone. */
  wide?: boolean | undefined;
  children?: ReactNode;
}

export function UserRow({ user, badges, detail, wide, children }: UserRowProps) {
  return (
    <li className={classes("line-row min-h-[61px]", wide && "@max-[560px]/page:flex-wrap")}>
      <Avatar id={user.id} name={user.username.slice(0, 1)} />
      <div className="flex-1 min-w-0 basis-40">
        <div className="flex items-center gap-2 min-w-0 flex-wrap gap-y-1">
          <span className="h3 clip">{user.username}</span>
          {badges}
        </div>
        <div className="sm dim wrap-anywhere">{detail}</div>
      </div>
      {children && (
        <div
          className={classes(
            "flex items-center gap-2 min-w-0",
            wide &&
              "@max-[560px]/page:basis-full @max-[560px]/page:flex-wrap @max-[560px]/page:*:not-[.icon]:flex-1",
          )}
        >
          {children}
        </div>
      )}
    </li>
  );
}
