import { useQuery } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import LogOut from "lucide-react/icons/log-out";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen, type Page } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { screenAt } from "#ui/screens.ts";
import { useUiState } from "#ui/ui-state.ts";
import { focusTitle } from "./anchor.ts";
import { BrandMark } from "./brand-mark.tsx";
import { HelpLink } from "./help-link.tsx";
import type { MenuEntry } from "./menu-context.ts";
import { menuFor } from "./menu-entries.ts";
import {
  requestCountsQuery,
  waitingConflictsQuery,
  waitingQuery,
  waitingUpdatesQuery,
} from "./pending-queries.ts";
import { useSignOut } from "./sign-out.ts";
import { ThemeToggle } from "./theme-toggle.tsx";
import { unreadQuery } from "./unread-query.ts";

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

const ROLES = { admin: "Admin", user: "User" };

function Me({ user, onGo }: MenuProps) {
  const [pathname] = useLocation();
  const signOut = useSignOut();
  return (
    <div className="me">
      <Link
        href="/account"
        className="who-link"
        aria-current={pathname === "/account" ? "page" : undefined}
        data-tip="Your Account"
        data-tip-side="right"
        onClick={onGo}
      >
        <Avatar id={user.id} name={user.username.slice(0, 1)} />
        <span className="sr">Your Account: </span>
        <span className="who flex-1 min-w-0">
          <span className="h3 sm clip block">{user.username}</span>
          <span className="xs faint block">{ROLES[user.role]}</span>
        </span>
      </Link>
      {onGo && (
        <>
          <HelpLink />
          <ThemeToggle />
        </>
      )}
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

interface MenuProps {
  user: CurrentUser;
  /** Closes the phone's menu once an entry was chosen. */
  onGo?: (() => void) | undefined;
}

const NEAREST = { block: "nearest" } as const;

function Menu({ user, onGo }: MenuProps) {
  const counts = useCounts(user);
  const [pathname] = useLocation();
  const groups = menuFor(user);
  const here = nearestEntry(
    groups.flatMap(({ entries }) => entries),
    pathname,
  );

  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // The list may be longer than the window.
    if (here?.path) nav.current?.querySelector("[aria-current]")?.scrollIntoView(NEAREST);
  }, [here?.path]);

  return (
    <nav ref={nav} className="nav" aria-label="Screens">
      {groups.flatMap(({ caption, entries }) => [
        caption && (
          <p key={caption} className="eyebrow">
            {caption}
          </p>
        ),
        <ul key={entries[0]?.path}>
          {entries.map((entry) => (
            <li key={entry.path}>
              <Entry entry={entry} isHere={entry === here} count={counts[entry.path]} onGo={onGo} />
            </li>
          ))}
        </ul>,
      ])}
      {!onGo && <More />}
    </nav>
  );
}

/** On a tablet the sidebar shows the first group; this opens the menu with all. */
function More() {
  const { phoneMenuOpen } = useUiState();
  return (
    <button
      type="button"
      className="more"
      aria-haspopup="dialog"
      onClick={() => {
        phoneMenuOpen.value = true;
      }}
    >
      <Icon of={Ellipsis} />
      More
    </button>
  );
}

/** The entry of a screen, also on its subpages, such as a client's page. */
function nearestEntry(entries: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const above = entries.filter(({ path }) => `${pathname}/`.startsWith(`${path}/`));
  const [nearest] = above.toSorted((a, b) => b.path.length - a.path.length);
  return nearest ?? entries.find(({ path }) => path === screenAt(pathname)?.page);
}

interface Count {
  readonly n: number;
  readonly label: string;
  /** Filled, because clients wait for an answer. */
  readonly hot?: boolean;
}

function useCounts(user: CurrentUser): Readonly<Record<string, Count>> {
  const api = useApi();
  const may = (page: Page) => ({ enabled: mayOpen(user, page) });
  const { data: unread = 0 } = useQuery({ ...unreadQuery(api), ...may("/inbox") });
  const { data: waiting = [] } = useQuery({ ...waitingQuery(api), ...may("/appointments") });
  const { data: updates = 0 } = useQuery({
    ...waitingUpdatesQuery(api),
    ...may("/contact-updates"),
  });
  const { data: conflicts = 0 } = useQuery({
    ...waitingConflictsQuery(api),
    ...may("/appointment-management"),
  });
  const { data: requests } = useQuery({
    ...requestCountsQuery(api),
    ...may("/potential-appointments"),
  });
  return {
    "/inbox": { n: unread, label: "unread", hot: true },
    "/appointments": {
      n: waiting.filter(({ kind }) => kind === "request").length,
      label: "waiting",
      hot: true,
    },
    "/potential-appointments": { n: requests?.pending ?? 0, label: "waiting" },
    "/contact-updates": { n: updates, label: "waiting" },
    "/appointment-management": { n: conflicts, label: "waiting" },
  };
}

interface EntryProps {
  entry: MenuEntry;
  isHere: boolean;
  count: Count | undefined;
  onGo: (() => void) | undefined;
}

function Entry({ entry: { path, title, icon, preload }, isHere, count, onGo }: EntryProps) {
  const [pathname] = useLocation();
  const counted = count && count.n > 0 ? count : undefined;
  const name = counted ? `${title}, ${counted.n} ${counted.label}` : title;
  return (
    <Link
      href={path}
      aria-current={isHere ? (pathname === path ? "page" : true) : undefined}
      data-tip={name}
      data-tip-side="right"
      onPointerEnter={() => void preload().catch(() => undefined)}
      onClick={() => {
        onGo?.();
        focusTitle(title);
      }}
    >
      <Icon of={icon} />
      <span className="words clip">{title}</span>
      {counted && (
        <b className={classes("count", counted.hot && "hot")}>
          {counted.n}
          <span className="sr"> {counted.label}</span>
        </b>
      )}
    </Link>
  );
}
