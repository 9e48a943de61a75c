import type { LucideIcon } from "lucide-react";
import CalendarOff from "lucide-react/icons/calendar-off";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import FileUp from "lucide-react/icons/file-up";
import KeyRound from "lucide-react/icons/key-round";
import MessageCircleOff from "lucide-react/icons/message-circle-off";
import Plus from "lucide-react/icons/plus";
import Settings2 from "lucide-react/icons/settings-2";
import TreePalm from "lucide-react/icons/tree-palm";
import UserRoundCog from "lucide-react/icons/user-round-cog";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import Webhook from "lucide-react/icons/webhook";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { SECTION_WORDS } from "#ui/platform/settings/search-words.ts";
import { GROUPS, SECTIONS, settingsHref } from "#ui/platform/settings/sections.ts";
import type { MenuGroup } from "#ui/shell/layout/menu-context.ts";

/** A screen, a part of one, or a dialog, with its address. */
export interface Destination {
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly group: "Go to" | "Settings" | "Actions";
  /** Where it is, next to the title. */
  readonly place: string;
  /** What owners call it, separated by commas. */
  readonly words: string;
}

export interface FoundDestination extends Destination {
  /** Which of its words was searched for, unless it is the title. */
  readonly matched: string | undefined;
}

/** The words of the menu's screens. Not in screens.ts, which every page loads. */
export const SCREEN_WORDS: Readonly<Record<string, string>> = {
  "/": "home, today, start, overview",
  "/campaigns": "marketing, mass text, bulk text, promotion, blast, newsletter, offers, special",
  "/inbox": "messages, texts, conversations, chat, SMS, replies",
  "/contacts": "clients, customers, people, phone book, birthdays, tags",
  "/appointments": "calendar, schedule, bookings, visits, diary, no-show",
  "/waitlist": "waiting list, standby, queue",
  "/potential-appointments": "booking requests, phone bookings, AI bookings",
  "/reviews": "Google reviews, stars, ratings, feedback",
  "/reports": "revenue, sales, income, statistics, no-show rate, busiest hours",
  "/memberships": "packages, monthly plans, benefits",
  "/subscriptions": "members, recurring payments, cancel a membership",
  "/payment-plans": "installments, pay in parts",
  "/payment-plan-subscriptions": "refund, refunds, invoice, invoices, failed payments, who owes",
  "/contact-updates": "changed number, new number",
  "/appointment-management": "duplicate appointments, deleted appointments, conflicts",
  "/call-transcripts": "calls, recordings, phone calls, voicemail",
  "/settings/services":
    "price, prices, price list, treatments, menu, deposit, deposits, duration, cleanup time, processing time",
  "/settings/hours":
    "opening times, opening hours, business hours, open, shifts, working hours, work schedule, lunch break",
  "/settings/services#online-booking":
    "book online, booking link, booking page, cancellation policy, late cancellation, notice, approve bookings",
  "/settings/salon#reminder": "automations, automatic messages, follow-up",
  "/users": "logins, permissions, roles, access, invite, invitation",
  "/settings": "preferences, configuration, options",
  "/audit-logs": "history, activity, who changed",
};

/** Parts of screens, and screens that aren't in the menu. */
const PARTS: readonly Omit<Destination, "group">[] = [
  {
    path: "/settings/hours#closed-days",
    title: "Closed Days",
    place: "Hours",
    icon: CalendarOff,
    words: "holiday, holidays, closed, Christmas, day off for all",
  },
  {
    path: "/settings/hours#time-off",
    title: "Time Off",
    place: "Hours",
    icon: TreePalm,
    words: "vacation, sick, sick day, leave, absence, day off, block time",
  },
  {
    path: "/settings/services#import-services",
    title: "Import Services",
    place: "Services",
    icon: FileUp,
    words: "import a price list, CSV",
  },
  {
    path: "/contacts#import",
    title: "Import Contacts",
    place: "Contacts",
    icon: FileUp,
    words: "import, import clients, upload, CSV, Excel, move from another program",
  },
  {
    path: "/contacts?state=opted-out",
    title: "Opted-Out Clients",
    place: "Contacts",
    icon: MessageCircleOff,
    words: "stop, unsubscribe, unsubscribed, opt out, do not text, blocked",
  },
  {
    path: "/account",
    title: "Your account",
    place: "Account",
    icon: UserRoundCog,
    words: "profile, my account, username, email",
  },
  {
    path: "/account#password",
    title: "Password",
    place: "Your account",
    icon: KeyRound,
    words: "change password, new password, PIN",
  },
  {
    path: "/account#two-step",
    title: "Two-Step Sign-In",
    place: "Your account",
    icon: KeyRound,
    words: "2FA, two-factor, authenticator, security code",
  },
  {
    path: "/account#sessions",
    title: "Sessions",
    place: "Your account",
    icon: KeyRound,
    words: "devices, signed-in devices, lost phone",
  },
  {
    path: "/account#notifications",
    title: "Notifications on This Device",
    place: "Your account",
    icon: KeyRound,
    words: "push, alerts, notify me, sounds",
  },
  {
    path: "/api-reference",
    title: "API Reference",
    place: "Zapier",
    icon: Webhook,
    words: "developers, API, integration",
  },
];

/** Everything that this user may open. */
export function destinationsFor(
  user: CurrentUser,
  menu: readonly MenuGroup[],
): readonly Destination[] {
  const isAdmin = user.role === "admin";
  const entries = menu.flatMap(({ caption = "Menu", entries }) =>
    entries.map(
      ({ path, title, icon }): Destination => ({
        path,
        title,
        icon,
        group: "Go to",
        place: caption,
        words: SCREEN_WORDS[path] ?? "",
      }),
    ),
  );
  const parts = PARTS.filter(({ path }) => {
    const screen = path.replace(/[?#].*/, "");
    const mayOpen =
      screen === "/account" ||
      (screen === "/api-reference" ? isAdmin : entries.some((entry) => entry.path === screen));
    return mayOpen && (path !== "/contacts#import" || seesClients(user));
  }).map((part): Destination => ({ ...part, group: "Go to" }));
  const sections = SECTIONS.map(
    ({ id, title, group }): Destination => ({
      path: settingsHref(id),
      title,
      icon: Settings2,
      group: "Settings",
      place: GROUPS.find((one) => one.id === group)?.title ?? "",
      words: SECTION_WORDS[id],
    }),
  );
  return [...entries, ...parts, ...(isAdmin ? sections : []), ...actionsFor(user)];
}

function actionsFor(user: CurrentUser): readonly Destination[] {
  const action = (path: string, title: string, icon: LucideIcon, words: string): Destination => ({
    path,
    title,
    icon,
    group: "Actions",
    place: "Action",
    words,
  });
  const isAdmin = user.role === "admin";
  return [
    mayOpen(user, "/campaigns") &&
      // The same label as on /campaigns: only admins create more than a draft.
      action("/campaigns?new=1", isAdmin ? "New Campaign" : "New Draft", Plus, "send a mass text"),
    mayOpen(user, "/contacts") &&
      seesClients(user) &&
      action("/contacts?new=1", "Add Contact", UserRoundPlus, "add a client, new client"),
    isAdmin &&
      action("/appointments?new=1", "Add Appointment", CalendarPlus, "book, walk-in, new booking"),
  ].filter((one) => one !== false);
}

/** The destinations of which every typed word begins a word, the closest first. */
export function findDestinations(
  user: CurrentUser,
  menu: readonly MenuGroup[],
  typed: string,
): readonly FoundDestination[] {
  const scored = destinationsFor(user, menu).flatMap((destination) => {
    const score = scoreOf(destination, typed);
    return score === undefined ? [] : [{ destination, score }];
  });
  const best = scored.toSorted((one, other) => one.score - other.score);
  // Two names of one place: the menu's entry and the section it leads to.
  const places = new Map(
    best.toReversed().map(({ destination }) => [destination.path, destination]),
  );
  return best
    .filter(({ destination }) => places.get(destination.path) === destination)
    .map(({ destination }) => ({ ...destination, matched: matchedWords(destination, typed) }));
}

/** 0 is the closest. */
function scoreOf({ title, words }: Pick<Destination, "title" | "words">, typed: string) {
  const text = typed.trim().toLowerCase();
  const own = words.toLowerCase().split(", ");
  const scores = [
    title.toLowerCase() === text,
    own.includes(text),
    title.toLowerCase().startsWith(text),
    begins(title, typed),
    own.some((one) => begins(one, typed)),
    begins(`${title} ${words}`, typed),
  ];
  const score = scores.indexOf(true);
  return score < 0 ? undefined : score;
}

export function begins(text: string, typed: string): boolean {
  const own = wordsOf(text);
  return wordsOf(typed).every((word) => own.some((one) => one.startsWith(word)));
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function matchedWords({ title, words }: Destination, typed: string): string | undefined {
  if (begins(title, typed)) return undefined;
  const own = words.split(", ");
  return (
    own.find((one) => one.toLowerCase() === typed.trim().toLowerCase()) ??
    own.find((one) => begins(one, typed))
  );
}
