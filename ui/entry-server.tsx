import { dehydrate, hashKey, type QueryClient } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import type { SsrContext } from "wouter";
import { CHOSEN_THEME, DEVICE_THEME } from "#src/shared/device-theme.ts";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import type { ZoneOffsets } from "#src/shared/zone-offsets.ts";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { createToasts } from "#ui/kit/toasts.tsx";
import { prefetchShell } from "#ui/shell/data/queries.ts";
import { type Api, ApiError, createQueryClient, type LooseInput, toTexts } from "./api.ts";
import { App } from "./app.tsx";
import { ClientApp } from "./client-app.tsx";
import { clientNotFound, clientScreenAt } from "./client-screens.ts";
import { currentUserQuery } from "./current-user.ts";
import { KEEP_EARLY_INPUT } from "./early-input.ts";
import { everyScreenAt } from "./every-screen.ts";
import { LAYOUT_MODULE, staffLayout } from "./layout.ts";
import type { Screen } from "./screen.ts";
import { createUiState } from "./ui-state.ts";

export type { Manifest };

export interface PageRequest {
  readonly pathname: string;
  /** Including the question mark, or empty. */
  readonly search: string;
  /** Reads the API in this process as the visitor. */
  readonly read: (
    endpoint: AnyEndpoint,
    input: Record<"params" | "query", Record<string, string>>,
  ) => Promise<
    | { readonly reply: unknown; readonly headers: Headers }
    | { readonly status: number; readonly body: string }
  >;
  readonly sidebarOpen: boolean | undefined;
  readonly setUpHidden: boolean;
  readonly servicesSkipped: boolean;
  readonly nonce: string;
  readonly manifest: Manifest;
  /** Identifies the running program. */
  readonly build: string;
  /** The number of the latest change before the page's data was read. */
  readonly lastChange: number;
  readonly clock: ZoneOffsets;
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

interface RenderedPage {
  readonly html: string;
  /** The requested object does not exist. */
  readonly missing: boolean;
  /** The address that the page leads to instead. */
  readonly redirectTo: string | undefined;
}

/** Renders the whole document with its data. */
export async function renderPage(page: PageRequest): Promise<RenderedPage> {
  const client = createServerClient();
  const api = localApi(page.read);
  const place = { pathname: page.pathname, search: page.search.replace(/^\?/, "") };
  const found = screenOn(page.site, page.pathname);
  const isForStaff = page.site === "all" && found?.forClients !== true;
  const user = isForStaff ? await client.fetchQuery(currentUserQuery(api)) : null;
  // Staff see it inside their own layout.
  const screen = found ?? (user ? undefined : clientNotFound);
  const forClients = screen?.forClients === true;
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
  globalThis.zoneOffsets = page.clock;
  const redirect: SsrContext = {};
  const html = renderToString(
    <Whole
      api={api}
      client={client}
      ui={createUiState(ui)}
      toasts={createToasts()}
      place={{ ...place, redirect }}
    />,
  );
  const whole = documentOf({
    html,
    title: screen?.title ?? "Page Not Found",
    owner: business ? business.name : "Parlor",
    description: business
      ? `${screen?.title ?? "Page Not Found"} at ${business.name}`
      : "The front desk of your salon, spa or clinic",
    forClients,
    boot: {
      queries: dehydrate(client),
      ui,
      build: page.build,
      clock: page.clock,
      ...(!forClients && { lastChange: page.lastChange, ...lateImportsOf(page.manifest) }),
    },
    nonce: page.nonce,
    manifest: page.manifest,
    preload: scriptsOf(forClients ? page.manifest.forClients : page.manifest, [
      screen?.module ?? "",
      ...(user ? [LAYOUT_MODULE] : []),
    ]),
  });
  return { html: whole, missing: prefetched === "missing", redirectTo: redirect.redirectTo };
}

/** With the library's hashes of keys, which the browser makes too. Most keys are an address alone, which is faster. */
function createServerClient(): QueryClient {
  const client = createQueryClient();
  const { queries } = client.getDefaultOptions();
  const queryKeyHashFn = (key: readonly unknown[]) =>
    key.length === 1 && typeof key[0] === "string" ? `["${key[0]}"]` : hashKey(key);
  client.setDefaultOptions({ queries: { ...queries, queryKeyHashFn } });
  return client;
}

/** The API without requests. */
function localApi(read: PageRequest["read"]): Api {
  return async (endpoint, ...[input]) => {
    const { params = {}, query = {}, onHeaders } = (input ?? {}) as LooseInput;
    const answer = await read(endpoint, { params: toTexts(params), query: toTexts(query) });
    if ("status" in answer) throw new ApiError(answer.status, answer.body);
    onHeaders?.(answer.headers);
    return answer.reply as never;
  };
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

/** Written by scripts/client-build.ts next to the assets. */
interface Manifest {
  readonly entry: string;
  /** For signed-in users: the files that each lazy import needs; empty in development. */
  readonly lateImports: string;
  /** The client pages have their own build. */
  readonly forClients: Pick<Manifest, "entry" | "preload">;
  readonly css: string;
  readonly fonts: readonly string[];
  readonly preload: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<
    Record<string, { readonly type: string; readonly enc: readonly string[] }>
  >;
  /** Development only: extra markup for the head, instead of entry and css. */
  readonly devHead?: string;
  readonly devHeadForClients?: string;
}

interface DocumentParts {
  readonly html: string;
  readonly title: string;
  /** The site name after the title; client pages show the business instead. */
  readonly owner: string;
  readonly forClients: boolean;
  /** Shown by search engines, and by chats in which the page's address is posted. */
  readonly description: string;
  readonly boot: unknown;
  readonly nonce: string;
  readonly manifest: Manifest;
  readonly preload: readonly string[];
}

/** The arch of the salon's seal. */
const CLIENT_ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 44"><path d="M0 44V20a20 20 0 0 1 40 0v24z" fill="#7a4a35"/><path d="M12 44V21a8 8 0 0 1 16 0v23" fill="#f3e0cf"/></svg>')}`;

/** Makes the staff's screens installable. */
const WEB_APP = `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b171a"><meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f0f3">`;

function documentOf(page: DocumentParts): string {
  const nonce = ` nonce="${page.nonce}"`;
  const fonts = page.manifest.fonts
    .map(
      (file) =>
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`,
    )
    .join("");
  const { devHead, devHeadForClients } = page.manifest;
  const { entry } = page.forClients ? page.manifest.forClients : page.manifest;
  const assets =
    (page.forClients ? devHeadForClients : devHead) ??
    `<script${nonce}>${loadAfterPaint([...page.preload, entry])}</script><link rel="stylesheet" href="/assets/${page.manifest.css}">${fonts}`;

  return `<!doctype html><html lang="en"${page.forClients ? " data-public" : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml([page.title, page.owner].filter(Boolean).join(" · "))}</title><meta name="description" content="${escapeHtml(page.description)}"><meta name="color-scheme" content="dark light"><link rel="icon" href="${page.forClients ? CLIENT_ICON : "/icon.svg"}" type="image/svg+xml">${page.forClients ? "" : WEB_APP}<script${nonce}>${page.forClients ? DEVICE_THEME : CHOSEN_THEME}${KEEP_EARLY_INPUT}</script>${assets}</head><body><div id="root">${page.html}</div><script type="application/json" id="boot"${nonce}>${scriptSafe(page.boot)}</script></body></html>`;
}

/**
 * An inline script that loads the page's modules, of which the last is the entry, once the server's page was painted:
 * they would compete with its styles and fonts for the network, and with the paint for the processor. A hidden tab isn't
 * painted.
 */
function loadAfterPaint(modules: readonly string[]): string {
  const imports = modules.map((file) => `import"/assets/${file}"`).join(";");
  return `{let n=document.currentScript.nonce,d=document,go=()=>d.head.append(Object.assign(d.createElement("script"),{type:"module",nonce:n,text:${JSON.stringify(imports)}}));addEventListener("DOMContentLoaded",()=>d.hidden?go():requestAnimationFrame(()=>setTimeout(go)))}`;
}

function scriptSafe(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
