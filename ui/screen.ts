import type { ComponentType } from "react";
import type { Page } from "#src/shared/permissions.ts";
import type { Prefetcher } from "./api.ts";
import { type Cached, cached } from "./cached.ts";

export interface Place {
  readonly pathname: string;
  readonly search: string;
}

export interface Screen extends Cached<object> {
  /** With `:id` where a number stands, `:key` where anything does. */
  readonly path: string;
  readonly title: string;
  /** The module's name in the build's manifest: what the page preloads. */
  readonly module: string;
  /** "public": anyone; "staff": who is signed in; "page": staff who have `page`, or this path, among their pages; "admin": admins. */
  readonly access: "public" | "staff" | "page" | "admin";
  /** The page whose permission opens it, where that is another one. */
  readonly page?: Page;
  /** The salon's own page for its clients: framed by itself (ui/public), also for staff who look at it. */
  readonly forClients?: boolean;
  /** Fetches into the query cache what the first paint shows; "missing" when there is no such thing. */
  readonly prefetch?: (api: Prefetcher, place: Place) => Promise<unknown>;
}

export interface ScreenOptions extends Omit<Screen, keyof Cached<object>> {
  readonly load: () => Promise<ComponentType<object>>;
}

export function screen({ load, ...rest }: ScreenOptions): Screen {
  return { ...rest, ...cached(load) };
}

export function screenIn(screens: readonly Screen[], pathname: string): Screen | undefined {
  const path = pathname === "/" ? pathname : pathname.replace(/\/+$/, "");
  return screens.find((one) => one.path === path || patternOf(one.path).test(path));
}

/** "/contacts/:id" is "/contacts/" and a number; a client's link is told what is wrong with it by its page. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(":id", "[1-9]\\d{0,14}").replace(":key", "[^/]+")}$`);
}
