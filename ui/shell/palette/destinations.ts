import type { LucideIcon } from "lucide-react";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import Plus from "lucide-react/icons/plus";
import Settings2 from "lucide-react/icons/settings-2";
import UserRoundPlus from "lucide-react/icons/user-round-plus";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { SECTION_WORDS } from "#ui/platform/settings/search-words.ts";
import { GROUPS, SECTIONS, settingsHref } from "#ui/platform/settings/sections.ts";
import type { MenuGroup } from "#ui/shell/layout/menu-context.ts";
import { type Destination, PARTS, SCREEN_WORDS } from "./owner-words.ts";

export interface FoundDestination extends Destination {
  /** Which of its words was searched for, unless it is the title. */
  readonly matched: string | undefined;
}

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
