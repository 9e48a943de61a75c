import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { BrandMark } from "./brand-mark.tsx";
import { Me } from "./me.tsx";
import { Menu } from "./menu.tsx";

export function Sidebar({ user, rail }: { user: CurrentUser; rail: boolean }) {
  return (
    <aside className="side" id="sidebar" aria-label="Main menu">
      <SidebarContent user={user} rail={rail} />
    </aside>
  );
}

interface SidebarContentProps {
  user: CurrentUser;
  rail?: boolean;
  onGo?: () => void;
}

/** Shared by the sidebar and the phone's sheet. */
export function SidebarContent({ user, rail = false, onGo }: SidebarContentProps) {
  return (
    <>
      <div className="brand">
        <BrandMark />
        <span>Parlor</span>
      </div>
      <Menu user={user} rail={rail} {...(onGo && { onGo })} />
      <Me user={user} {...(onGo && { onGo })} />
    </>
  );
}
