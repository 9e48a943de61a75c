import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { BrandMark } from "./brand-mark.tsx";
import { Me } from "./me.tsx";
import { Menu } from "./menu.tsx";

export function Sidebar({ user }: { user: CurrentUser }) {
  return (
    <aside className="side" id="sidebar" aria-label="Main menu">
      <SidebarContent user={user} />
    </aside>
  );
}

interface SidebarContentProps {
  user: CurrentUser;
  onGo?: () => void;
}

/** Shared by the sidebar and the phone's sheet. */
export function SidebarContent({ user, onGo }: SidebarContentProps) {
  return (
    <>
      <div className="brand">
        <BrandMark />
        <span>Parlor</span>
      </div>
      <Menu user={user} {...(onGo && { onGo })} />
      <Me user={user} {...(onGo && { onGo })} />
    </>
  );
}
