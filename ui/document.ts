import { DEVICE_THEME } from "#src/shared/device-theme.ts";

/** Written by scripts/client-build.ts next to the assets. */
export interface Manifest {
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

export interface DocumentParts {
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

/** Applies the visitor's theme before the first paint, so that a light page never flashes dark. */
const THEME = `try{if(localStorage.getItem("theme")==="light")document.documentElement.dataset.theme="light"}catch{}`;

/** The arch of the salon's seal. */
const CLIENT_ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 44"><path d="M0 44V20a20 20 0 0 1 40 0v24z" fill="#7a4a35"/><path d="M12 44V21a8 8 0 0 1 16 0v23" fill="#f3e0cf"/></svg>')}`;

/** Makes the staff's screens installable. */
const WEB_APP = `<link rel="manifest" href="/manifest.webmanifest"><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png"><meta name="theme-color" media="(prefers-color-scheme: dark)" content="#1b171a"><meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4f0f3">`;

export function documentOf(page: DocumentParts): string {
  const nonce = ` nonce="${page.nonce}"`;
  const preloads = page.preload
    .map((file) => `<link rel="modulepreload" href="/assets/${file}"${nonce}>`)
    .join("");
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
    `<link rel="stylesheet" href="/assets/${page.manifest.css}">${fonts}${preloads}<script type="module" src="/assets/${entry}"${nonce}></script>`;

  return `<!doctype html><html lang="en"${page.forClients ? " data-public" : ""}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml([page.title, page.owner].filter(Boolean).join(" · "))}</title><meta name="description" content="${escapeHtml(page.description)}"><meta name="color-scheme" content="dark light"><link rel="icon" href="${page.forClients ? CLIENT_ICON : "/icon.svg"}" type="image/svg+xml">${page.forClients ? "" : WEB_APP}<script${nonce}>${page.forClients ? DEVICE_THEME : THEME}</script>${assets}</head><body><div id="root">${page.html}</div><script type="application/json" id="boot"${nonce}>${scriptSafe(page.boot)}</script></body></html>`;
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
