import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import LogOut from "lucide-react/icons/log-out";
import Plus from "lucide-react/icons/plus";
import Search from "lucide-react/icons/search";
import SunMoon from "lucide-react/icons/sun-moon";
import UserRound from "lucide-react/icons/user-round";
import UserRoundCog from "lucide-react/icons/user-round-cog";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import { useLocation } from "wouter";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { contactSearchQuery } from "#ui/shell/data/contact-search.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { menuFor } from "#ui/shell/layout/menu-entries.ts";
import { useSignOut } from "#ui/shell/layout/sign-out.ts";
import { switchTheme } from "#ui/shell/layout/theme.ts";
import { GO } from "./shortcuts.ts";

export interface Command {
  readonly id: string;
  readonly group: "Go to" | "Actions" | "Contacts";
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
    run: () => navigate(path),
    ...rest,
  });

  const screens = menuFor(user)
    .flatMap(({ entries }) => entries)
    .map(({ path, title, icon }) => to(path, { group: "Go to", title, icon }));
  screens.push(to("/account", { group: "Go to", title: "Your account", icon: UserRoundCog }));

  const create = (path: string, title: string, icon: LucideIcon) =>
    to(path, { group: "Actions", title, icon });
  const isAdmin = user.role === "admin";
  const mayAddContact = mayOpen(user, "/contacts") && seesClients(user);
  const actions: (Command | false)[] = [
    mayOpen(user, "/campaigns") &&
      // The same label as on /campaigns: only admins create more than a draft.
      create("/campaigns?new=1", isAdmin ? "New Campaign" : "New Draft", Plus),
    mayAddContact && create("/contacts?new=1", "Add Contact", UserRoundPlus),
    isAdmin && create("/appointments?new=1", "Add Appointment", CalendarPlus),
    { id: "theme", group: "Actions", title: "Switch theme", icon: SunMoon, run: switchTheme },
    { id: "sign-out", group: "Actions", title: "Sign out", icon: LogOut, run: () => signOut.run() },
  ];

  const clients = found.map((contact) =>
    to(`/contacts?q=${encodeURIComponent(contact.name)}`, {
      group: "Contacts",
      title: formatPhone(contact.name),
      detail: formatPhone(contact.phoneNumber),
      icon: UserRound,
    }),
  );

  const text = query.trim();
  const search =
    text !== "" && mayOpen(user, "/contacts")
      ? [
          to(`/contacts?q=${encodeURIComponent(text)}`, {
            group: "Contacts",
            title: `Search contacts for “${text}”`,
            icon: Search,
          }),
        ]
      : [];

  return [
    ...[...screens, ...actions.flatMap((action) => action || [])].filter(({ title }) =>
      matches(title, text),
    ),
    ...clients.map((command, at) => ({ ...command, id: `contact-${at}` })),
    ...search.map((command) => ({ ...command, id: "search" })),
  ];
}

function keysFor(path: string): string | undefined {
  const keys = Object.entries(GO).find(([, to]) => to === path)?.[0];
  return keys?.toUpperCase();
}

function matches(title: string, text: string): boolean {
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => title.toLowerCase().includes(word));
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
