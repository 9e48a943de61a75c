import Ellipsis from "lucide-react/icons/ellipsis";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import Smartphone from "lucide-react/icons/smartphone";
import Trash2 from "lucide-react/icons/trash-2";
import type { User } from "#src/accounts/users/contract.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";

export type UserAction = "permissions" | "role" | "second-factor" | "delete" | "cascade";

interface UserMenuProps {
  user: User;
  onAction: (action: UserAction) => void;
}

export function UserMenu({ user, onAction }: UserMenuProps) {
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
