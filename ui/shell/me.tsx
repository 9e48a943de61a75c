import LogOut from "lucide-react/icons/log-out";
import type { CurrentUser } from "#src/auth/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useSignOut } from "./sign-out.ts";

const ROLES = { admin: "Admin", user: "User" };

export function Me({ user }: { user: CurrentUser }) {
  const signOut = useSignOut();
  return (
    <div className="me">
      <Avatar id={user.id} name={user.username.slice(0, 1)} />
      <div className="who grow">
        <div className="h3 sm clip">{user.username}</div>
        <div className="xs faint">{ROLES[user.role]}</div>
      </div>
      <IconButton
        icon={LogOut}
        label="Sign out"
        size="tiny"
        disabled={signOut.isPending}
        onClick={() => signOut.mutate()}
      />
    </div>
  );
}
