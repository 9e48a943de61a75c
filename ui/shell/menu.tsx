import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import type { CurrentUser } from "#src/auth/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCall } from "#ui/api.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { screenAt } from "#ui/screens.ts";
import { type MenuEntry, menuFor } from "./menu-entries.ts";
import { unreadQuery } from "./unread-query.ts";

interface MenuProps {
  user: CurrentUser;
  /** Icons only: the names become tooltips. */
  rail?: boolean;
  /** Called when an entry was chosen. */
  onGo?: () => void;
}

export function Menu({ user, rail = false, onGo }: MenuProps) {
  const { data: unread = 0 } = useQuery({
    ...unreadQuery(useCall()),
    enabled: mayOpen(user, "/inbox"),
  });

  return (
    <nav className="nav" aria-label="Screens">
      {menuFor(user).flatMap(({ caption, entries }) => [
        caption && (
          <p key={caption} className="eyebrow">
            {caption}
          </p>
        ),
        <ul key={entries[0]?.path}>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Entry
                entry={entry}
                rail={rail}
                unread={entry.path === "/inbox" ? unread : 0}
                onGo={onGo}
              />
            </li>
          ))}
        </ul>,
      ])}
    </nav>
  );
}

interface EntryProps {
  entry: MenuEntry;
  rail: boolean;
  unread: number;
  onGo: (() => void) | undefined;
}

function Entry({ entry: { path, title, icon, preload }, rail, unread, onGo }: EntryProps) {
  const [pathname] = useLocation();
  const isHere = pathname === path;
  // On a page below it, such as one client's, it is where one is without being the page.
  const isAbove = screenAt(pathname)?.page === path;
  const name = unread > 0 ? `${title}, ${unread} unread` : title;
  return (
    <Link
      href={path}
      aria-label={rail ? name : undefined}
      aria-current={isHere ? "page" : isAbove || undefined}
      data-tip={rail ? name : undefined}
      data-tip-side="right"
      onPointerEnter={() => void preload()}
      onClick={onGo}
    >
      <Icon of={icon} />
      <span>{title}</span>
      {unread > 0 && (
        <b className="count hot">
          {unread}
          <span className="sr"> unread</span>
        </b>
      )}
    </Link>
  );
}
