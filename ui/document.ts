/** Written by scripts/client-build.ts beside the assets. */
export interface Manifest {
  readonly entry: string;
  readonly css: string;
  readonly fonts: readonly string[];
  readonly preload: Readonly<Record<string, readonly string[]>>;
  readonly files: Readonly<
    Record<string, { readonly type: string; readonly enc: readonly string[] }>
  >;
  /** Development only: extra markup for the head, instead of entry and css. */
  readonly devHead?: string;
}

export interface DocumentParts {
  readonly html: string;
  readonly title: string;
  readonly boot: unknown;
  readonly nonce: string;
  readonly manifest: Manifest;
  readonly preload: readonly string[];
}

/** Before the first paint: the visitor's theme, so that a light page never flashes dark. */
const THEME = `try{if(localStorage.getItem("theme")==="light")document.documentElement.dataset.theme="light"}catch{}`;

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
  const assets =
    page.manifest.devHead ??
    `<link rel="stylesheet" href="/assets/${page.manifest.css}">${fonts}${preloads}<script type="module" src="/assets/${page.manifest.entry}"${nonce}></script>`;

  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(page.title)} · Parlor</title><meta name="color-scheme" content="dark light"><link rel="icon" href="/icon.svg" type="image/svg+xml"><script${nonce}>${THEME}</script>${assets}</head><body><div id="root">${page.html}</div><script type="application/json" id="boot"${nonce}>${scriptSafe(page.boot)}</script></body></html>`;
}

function scriptSafe(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
