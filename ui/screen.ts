import type { ComponentType } from "react";
import type { Page } from "#src/shared/permissions.ts";
import type { Prefetcher } from "./api.ts";
import { type Cached, cached } from "./cached.ts";

export interface Place {
  readonly pathname: string;
  readonly search: string;
}

export interface Screen extends Cached<object> {
  /** `:id` matches a number, `:key` anything. */
  readonly path: string;
  readonly title: string;
  /** The module's name in the build's manifest, for preloading. */
  readonly module: string;
  /** "public": anyone; "staff": who is signed in; "page": staff who have `page`, or this path, among their pages; "admin": admins. */
  readonly access: "public" | "staff" | "page" | "admin";
  /** The page whose permission grants access, if it is another one. */
  readonly page?: Page | "/settings";
  /** The address that it redirects to; the query and the fragment stay. */
  readonly leadsTo?: string;
  /** A page for the salon's clients, with its own layout even for signed-in staff. */
  readonly forClients?: boolean;
  /** Prefetches the data of the first paint; resolves to "missing" if the object does not exist. */
  readonly prefetch?: (api: Prefetcher, place: Place) => Promise<unknown>;
}

export interface ScreenOptions extends Omit<Screen, keyof Cached<object>> {
  readonly load: () => Promise<ComponentType<object>>;
  /** The module whose `prefetch` the screen uses. The browser's build leaves it out. */
  readonly queries?: () => Promise<{ readonly prefetch: NonNullable<Screen["prefetch"]> }>;
}

export function screen({ load, queries, ...rest }: ScreenOptions): Screen {
  return {
    ...(queries && { prefetch: async (...where) => (await queries()).prefetch(...where) }),
    ...rest,
    ...cached(load),
  };
}

export function screenIn(screens: readonly Screen[], pathname: string): Screen | undefined {
  const path = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  return screens.find(
    (one) => one.path === path || (one.path.includes(":") && matches(one.path, path)),
  );
}

const patterns = new Map<string, RegExp>();

/** "/contacts/:id" matches a number only; client links show their own errors for invalid ids. */
function matches(pattern: string, path: string): boolean {
  const known =
    patterns.get(pattern) ??
    new RegExp(`^${pattern.replace(":id", "[1-9]\\d{0,14}").replace(":key", "[^/]+")}$`);
  patterns.set(pattern, known);
  return known.test(path);
}
