import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { BrandMark } from "./brand-mark.tsx";
import { Me } from "./me.tsx";
import { Menu, type MenuProps } from "./menu.tsx";

export function Sidebar({ user }: { user: CurrentUser }) {
  return (
    <aside className="side" id="sidebar" aria-label="Main menu">
      <SidebarContent user={user} />
    </aside>
  );
}

/** Shared by the sidebar and the phone's sheet. */
export function SidebarContent({ user, onGo }: MenuProps) {
  return (
    <>
      <div className="brand">
        <BrandMark />
        <span>Parlor</span>
      </div>
      <Menu user={user} onGo={onGo} />
      <Me user={user} onGo={onGo} />
    </>
  );
}
