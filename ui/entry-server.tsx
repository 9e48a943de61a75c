import { dehydrate } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { createToasts } from "#ui/kit/toasts.tsx";
import { prefetchShell } from "#ui/shell/data/queries.ts";
import { createApi, createQueryClient } from "./api.ts";
import { App } from "./app.tsx";
import { ClientApp } from "./client-app.tsx";
import { clientHome, clientScreenAt } from "./client-screens.ts";
import { currentUserQuery } from "./current-user.ts";
import { documentOf, type Manifest } from "./document.ts";
import { everyScreenAt } from "./every-screen.ts";
import { LAYOUT_MODULE, staffLayout } from "./layout.ts";
import type { Screen } from "./screen.ts";
import { createUiState } from "./ui-state.ts";

export type { Manifest };

export interface PageRequest {
  readonly pathname: string;
  /** Including the question mark, or empty. */
  readonly search: string;
  /** Requests the API in this process as the visitor. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  readonly sidebarOpen: boolean;
  readonly setUpHidden: boolean;
  readonly servicesSkipped: boolean;
  readonly nonce: string;
  readonly manifest: Manifest;
  /** Identifies the running program. */
  readonly build: string;
  /** The number of the latest change before the page's data was read. */
  readonly lastChange: number;
  readonly demo: boolean;
  readonly site: Site;
}

/** The members' domain has only the client pages. */
type Site = "all" | "clients";

/** The access rule of an address. */
export interface ScreenAccess {
  readonly access: Screen["access"] | "missing";
  /** The permission that opens it. */
  readonly page: string;
  readonly forClients: boolean;
  /** The address that it redirects to; undefined for most. */
  readonly leadsTo: string | undefined;
}

/** For the server's redirects and status codes. */
export function accessOf(pathname: string, site: Site): ScreenAccess {
  const screen = screenOn(site, pathname);
  return {
    access: screen?.access ?? "missing",
    page: screen?.page ?? pathname,
    forClients: site === "clients" || screen?.forClients === true,
    leadsTo: screen?.leadsTo,
  };
}

function screenOn(site: Site, pathname: string): Screen | undefined {
  return site === "clients" ? clientScreenAt(pathname) : everyScreenAt(pathname);
}

/**
 * Renders the whole document with its data. `missing` is true when the requested object does not
 * exist.
 */
export async function renderPage(page: PageRequest): Promise<{ html: string; missing: boolean }> {
  const client = createQueryClient();
  const api = createApi(page.fetch);
  const place = { pathname: page.pathname, search: page.search.replace(/^\?/, "") };
  const screen =
    screenOn(page.site, page.pathname) ?? (page.site === "clients" ? clientHome : undefined);

  const forClients = screen?.forClients === true;
  const user = forClients ? null : await client.fetchQuery(currentUserQuery(api));
  await Promise.all([screen?.preload(), user && staffLayout.preload()]);
  const [business, , prefetched] = await Promise.all([
    forClients ? client.fetchQuery(businessQuery(api)) : undefined,
    user && prefetchShell({ api, client }, user),
    screen && (user || screen.access === "public")
      ? screen.prefetch?.({ api, client }, place).catch(() => undefined)
      : undefined,
  ]);

  const { sidebarOpen, setUpHidden, servicesSkipped, demo } = page;
  const ui = { sidebarOpen, setUpHidden, servicesSkipped, demo, now: Date.now() };
  const Whole = forClients ? ClientApp : App;
  const html = renderToString(
    <Whole
      api={api}
      client={client}
      ui={createUiState(ui)}
      toasts={createToasts()}
      place={place}
    />,
  );
  const whole = documentOf({
    html,
    title: screen?.title ?? "Page not found",
    owner: business ? business.name : "Parlor",
    description: business
      ? `${screen?.title ?? "Page not found"} at ${business.name}`
      : "The front desk of your salon, spa or clinic",
    forClients,
    boot: {
      queries: dehydrate(client),
      ui,
      build: page.build,
      ...(!forClients && { lastChange: page.lastChange, ...lateImportsOf(page.manifest) }),
    },
    nonce: page.nonce,
    manifest: page.manifest,
    preload: scriptsOf(forClients ? page.manifest.forClients : page.manifest, [
      screen?.module ?? "",
      ...(user ? [LAYOUT_MODULE] : []),
    ]),
  });
  return { html: whole, missing: prefetched === "missing" };
}

function lateImportsOf({ lateImports }: Manifest): { lateImports?: string } {
  return lateImports ? { lateImports: `/assets/${lateImports}` } : {};
}

function scriptsOf(
  { preload }: Pick<Manifest, "preload">,
  modules: readonly string[],
): readonly string[] {
  return [...new Set(modules.flatMap((module) => preload[module] ?? []))];
}
