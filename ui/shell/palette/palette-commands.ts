import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import CircleHelp from "lucide-react/icons/circle-question-mark";
import LogOut from "lucide-react/icons/log-out";
import Search from "lucide-react/icons/search";
import SunMoon from "lucide-react/icons/sun-moon";
import UserRound from "lucide-react/icons/user-round";
import { useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { fold } from "#src/shared/fold.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { goToAnchor } from "#ui/shell/layout/anchor.ts";
import { menuFor } from "#ui/shell/layout/menu-entries.ts";
import { useSignOut } from "#ui/shell/layout/sign-out.ts";
import { switchTheme } from "#ui/shell/layout/theme.ts";
import { begins, destinationsFor, findDestinations } from "./destinations.ts";
import type { Destination } from "./owner-words.ts";
import { GO } from "./shortcuts.ts";

export interface Command {
  readonly id: string;
  readonly group: Destination["group"] | "Contacts";
  readonly title: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

export function useCommands(user: CurrentUser, query: string): readonly Command[] {
  const [, navigate] = useLocation();
  const signOut = useSignOut();
  const found = useContactSearch(user, query);

  const to = (path: string, rest: Omit<Command, "id" | "run" | "keys">): Command => ({
    id: path,
    keys: keysFor(path),
    run: () => {
      navigate(path);
      goToAnchor(path);
    },
    ...rest,
  });

  const text = query.trim();
  const menu = menuFor(user);
  const isBare = ({ group, path }: Destination) => group !== "Settings" && !/#|state=/.test(path);
  const destinations =
    text === "" ? destinationsFor(user, menu).filter(isBare) : findDestinations(user, menu, text);
  const places = destinations.map(({ path, title, group, icon, ...rest }) => {
    const detail = "matched" in rest ? `${rest.matched ?? rest.place}` : undefined;
    return to(path, { group, title, icon, ...(detail && { detail }) });
  });
  const acts: Command[] = [
    {
      id: "guide",
      group: "Actions",
      title: "Guide",
      icon: CircleHelp,
      run: openGuide,
    },
    { id: "theme", group: "Actions", title: "Switch theme", icon: SunMoon, run: switchTheme },
    { id: "sign-out", group: "Actions", title: "Sign out", icon: LogOut, run: () => signOut.run() },
  ];

  // Next to a screen, clients whose names only sound like it would be in the way.
  const isClose = ({ name, phoneNumber }: Contact) =>
    begins(fold(name), fold(text)) || phoneNumber.includes(text.replace(/\D/g, "") || "-");
  const clients = (places.length > 0 ? found.filter(isClose) : found).map((contact) =>
    to(`/contacts/${contact.id}`, {
      group: "Contacts",
      title: formatPhone(contact.name),
      detail: formatPhone(contact.phoneNumber),
      icon: UserRound,
    }),
  );

  const search =
    text !== "" && mayOpen(user, "/contacts")
      ? [
          to(`/contacts?q=${encodeURIComponent(text)}`, {
            group: "Contacts",
            title: `${found.length < SHOWN ? "Search contacts" : "All contacts"} for “${text}”`,
            icon: Search,
          }),
        ]
      : [];

  const own = [
    ...places,
    ...acts.filter(({ id, title }) => begins(`${title} ${ACT_WORDS[id]}`, text)),
  ];
  return [
    // The arrow keys follow the list, which shows one group after the other.
    ...[...Map.groupBy(own, ({ group }) => group).values()].flat(),
    ...clients.map((command, at) => ({ ...command, id: `contact-${at}` })),
    ...search.map((command) => ({ ...command, id: "search" })),
  ];
}

/** In a new tab, so that unsaved input stays here. */
function openGuide(): void {
  window.open("/guide", "_blank", "noreferrer");
}

const ACT_WORDS: Readonly<Record<string, string>> = {
  guide: "help, manual, documentation, support, how to",
  theme: "dark mode, light mode, colors",
  "sign-out": "log out, logout, end the session",
};

function keysFor(path: string): string | undefined {
  const keys = Object.entries(GO).find(([, to]) => to === path)?.[0];
  return keys?.toUpperCase();
}

const AT_LEAST_LETTERS = 2;
const SHOWN = 5;

/** Clients whose name or number the server finds, for those who may open /contacts. */
function useContactSearch(user: CurrentUser, query: string): readonly Contact[] {
  const q = useDebounced(query.trim());
  const enabled = mayOpen(user, "/contacts") && q.length >= AT_LEAST_LETTERS;
  const { data } = useQuery({ ...contactSearchQuery(useApi(), q, SHOWN), enabled });
  return enabled ? (data?.contacts ?? []) : [];
}
