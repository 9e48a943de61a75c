import { useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen, type Page } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { screenAt } from "#ui/screens.ts";
import { type MenuEntry, menuFor } from "./menu-entries.ts";
import {
  requestCountsQuery,
  waitingConflictsQuery,
  waitingUpdatesQuery,
} from "./pending-queries.ts";
import { unreadQuery } from "./unread-query.ts";

export interface MenuProps {
  user: CurrentUser;
  /** Closes the phone's menu once an entry was chosen. */
  onGo?: (() => void) | undefined;
}

export function Menu({ user, onGo }: MenuProps) {
  const counts = useCounts(user);

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
              <Entry entry={entry} count={counts[entry.path]} onGo={onGo} />
            </li>
          ))}
        </ul>,
      ])}
    </nav>
  );
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
    "/potential-appointments": { n: requests?.pending ?? 0, label: "waiting" },
    "/contact-updates": { n: updates, label: "waiting" },
    "/appointment-management": { n: conflicts, label: "waiting" },
  };
}

interface EntryProps {
  entry: MenuEntry;
  count: Count | undefined;
  onGo: (() => void) | undefined;
}

function Entry({ entry: { path, title, icon, preload }, count, onGo }: EntryProps) {
  const [pathname] = useLocation();
  const isHere = pathname === path;
  // Marks the entry on subpages too, such as a client's page.
  const isParent = screenAt(pathname)?.page === path;
  const counted = count && count.n > 0 ? count : undefined;
  const name = counted ? `${title}, ${counted.n} ${counted.label}` : title;
  return (
    <Link
      href={path}
      aria-current={isHere ? "page" : isParent || undefined}
      data-tip={name}
      data-tip-side="right"
      onPointerEnter={() => void preload().catch(() => undefined)}
      onClick={onGo}
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
