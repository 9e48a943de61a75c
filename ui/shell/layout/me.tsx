import LogOut from "lucide-react/icons/log-out";
import { Link, useLocation } from "wouter";
import { Avatar } from "#ui/kit/avatar.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import type { MenuProps } from "./menu.tsx";
import { useSignOut } from "./sign-out.ts";
import { ThemeToggle } from "./theme-toggle.tsx";

const ROLES = { admin: "Admin", user: "User" };

export function Me({ user, onGo }: MenuProps) {
  const [pathname] = useLocation();
  const signOut = useSignOut();
  return (
    <div className="me">
      <Link
        href="/account"
        className="who-link"
        aria-current={pathname === "/account" ? "page" : undefined}
        data-tip="Your account"
        data-tip-side="right"
        onClick={onGo}
      >
        <Avatar id={user.id} name={user.username.slice(0, 1)} />
        <span className="sr">Your account: </span>
        <span className="who flex-1 min-w-0">
          <span className="h3 sm clip block">{user.username}</span>
          <span className="xs faint block">{ROLES[user.role]}</span>
        </span>
      </Link>
      {onGo && <ThemeToggle />}
      <IconButton
        icon={LogOut}
        label="Sign out"
        size="tiny"
        disabled={signOut.isPending}
        onClick={() => signOut.run()}
      />
    </div>
  );
}
