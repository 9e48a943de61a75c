import type { Context } from "hono";
import { html, raw } from "hono/html";
import {
  CHAPTERS,
  type Found,
  findGuidePage,
  neighborsOf,
  searchGuide,
} from "#src/platform/guide/guide.ts";
import type { GuidePage } from "#src/platform/guide/render-guide.ts";
import { CHOSEN_THEME, DEVICE_THEME } from "#src/shared/device-theme.ts";
import type { Manifest } from "./assets.ts";

const NONCE_BYTES = 16;

/** The contents, or what was found for the words that someone typed. */
export function replyWithContents(c: Context, manifest: Manifest): Promise<Response> {
  const typed = (c.req.query("q") ?? "").trim().slice(0, MAX_TYPED);
  return reply(c, manifest, typed === "" ? contentsView() : resultsView(typed));
}

export function replyWithPage(c: Context, manifest: Manifest, slug: string): Promise<Response> {
  const page = findGuidePage(slug);
  return page ? reply(c, manifest, articleView(page)) : reply(c, manifest, missingView(), 404);
}

async function reply(
  c: Context,
  { css, fonts }: Manifest,
  view: GuideView,
  status: 200 | 404 = 200,
) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
  const options = { styles: `/assets/${css}`, fonts, nonce, isServed: true };
  return c.html(await renderGuideDocument(view, options), status, {
    "cache-control": "no-store",
    "content-security-policy": contentSecurityPolicy(nonce),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "img-src 'self'",
    "font-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

type Html = ReturnType<typeof html>;

/** What a page shows, and where it is in the list of pages. */
interface GuideView {
  readonly title: string;
  readonly slug?: string;
  /** What was searched for. */
  readonly typed?: string;
  readonly body: Html;
}

const MAX_TYPED = 200;

interface DocumentOptions {
  /** The address of the product's styles. */
  readonly styles: string;
  /** Fonts of every page: text that waited for them would move what is below. */
  readonly fonts?: readonly string[];
  readonly nonce: string;
  /** Whether the page is served by a running Parlor, which has a search and screens. */
  readonly isServed: boolean;
}

/** A document that can be read without scripts; the only one sets the theme. */
export function renderGuideDocument(view: GuideView, options: DocumentOptions) {
  const { title, slug, typed = "", body } = view;
  const { styles, fonts = [], nonce, isServed } = options;
  const current = (page: GuidePage) => (page.slug === slug ? raw(' aria-current="page"') : "");
  const search = html`<form role="search" action="/guide"><label class="sr" for="q">Search the guide</label><input id="q" class="input" type="search" name="q" value="${typed}" placeholder="Search, such as: texts not arriving" maxlength="${MAX_TYPED}"><button class="btn">Search</button></form><a class="to-app" href="/">Open Parlor</a>`;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title} · Parlor Guide</title><meta name="description" content="How to run the front desk of your salon, spa or clinic with Parlor"><meta name="color-scheme" content="dark light"><link rel="icon" href="/icon.svg" type="image/svg+xml"><script nonce="${nonce}">${raw(isServed ? CHOSEN_THEME : DEVICE_THEME)}</script>${fonts.map((font) => html`<link rel="preload" href="/assets/${font}" as="font" type="font/woff2" crossorigin>`)}<link rel="stylesheet" href="${styles}"><style nonce="${nonce}">${raw(GUIDE_STYLE)}</style></head><body class="guide-page">
<a class="skip" href="#page">Skip to content</a>
<header><a class="home" href="/guide">Parlor Guide</a>${isServed ? search : ""}</header>
<div class="guide"><main id="page" tabindex="-1">${body}</main>
<nav aria-label="Pages of the guide">${CHAPTERS.map(
    (chapter) =>
      html`<h2>${chapter.title}</h2><ul>${chapter.pages.map((page) => html`<li><a href="/guide/${page.slug}"${current(page)}>${page.title}</a></li>`)}</ul>`,
  )}</nav></div></body></html>`;
}

export function articleView(page: GuidePage): GuideView {
  const [before, after] = neighborsOf(page);
  const next = after && html`<a rel="next" href="/guide/${after.slug}">Next: ${after.title}</a>`;
  const last = before
    ? html`<a rel="prev" href="/guide/${before.slug}">Back: ${before.title}</a>`
    : html`<span></span>`;
  const body = html`<article>${raw(page.html)}</article><footer>${last}${next}</footer>`;
  return { title: page.title, slug: page.slug, body };
}

export function contentsView(): GuideView {
  const chapters = CHAPTERS.map(
    ({ title, pages }) =>
      html`<h2>${title}</h2><dl>${pages.map((page) => html`<div><dt><a href="/guide/${page.slug}">${page.title}</a></dt><dd>${page.summary}</dd></div>`)}</dl>`,
  );
  return {
    title: "Contents",
    body: html`<article class="contents"><h1>Guide</h1><p>How to run the front desk of your salon, spa or clinic with Parlor. For owners: no technical knowledge needed, except for one evening with a small server.</p>${chapters}</article>`,
  };
}

function resultsView(typed: string): GuideView {
  const found = searchGuide(typed);
  const body = html`<article class="results"><h1>Results for “${typed}”</h1>${found.length > 0 ? html`<dl>${found.map(toResultRow)}</dl>` : nothingFound()}</article>`;
  return { title: typed, typed, body };
}

function toResultRow({ address, title, page, excerpt }: Found) {
  const place = title === page ? "" : html` <span>in ${page}</span>`;
  return html`<div><dt><a href="${address}">${title}</a>${place}</dt><dd>${excerpt}</dd></div>`;
}

function nothingFound() {
  const help = findGuidePage("when-something-is-wrong");
  return html`<p>Nothing found. Try fewer or other words, or look at <a href="/guide/${help?.slug}">${help?.title}</a>.</p>`;
}

function missingView(): GuideView {
  const body = html`<article><h1>Page Not Found</h1><p>Search for it above, or look at <a href="/guide">all pages</a>.</p></article>`;
  return { title: "Page Not Found", body };
}

/** The guide's own styles: a document to read, in the product's colors and type. */
const GUIDE_STYLE = `
.guide-page{height:auto;overflow:visible;background:var(--canvas)}
header{position:sticky;top:0;z-index:1;display:flex;gap:12px 16px;align-items:center;padding:10px 24px;background:var(--surface);border-bottom:1px solid var(--line)}
.home{font:400 20px/28px var(--font-display)}
header form{display:flex;gap:8px;flex:1;max-width:520px;margin-left:auto}
header .input{flex:1;min-width:0}
.guide{display:grid;grid-template-columns:240px minmax(0,720px);gap:56px;justify-content:center;padding:32px 24px 96px}
nav{grid-column:1;grid-row:1;align-self:start;position:sticky;top:84px;max-height:calc(100dvh - 100px);overflow:auto}
nav h2{margin:20px 10px 4px;font-size:12px;line-height:16px;color:var(--ink-3)}
nav h2:first-child{margin-top:0}
nav a{display:block;padding:4px 10px;border-radius:6px;color:var(--ink-2)}
nav a:hover{background:var(--hover)}
nav a[aria-current]{background:var(--select);color:var(--ink);font-weight:550}
main{grid-column:2;grid-row:1;outline:0}
article{font-size:16px;line-height:26px;overflow-wrap:break-word}
article h1{font:400 28px/34px var(--font-display);margin:0 0 16px}
article h2{font-size:20px;line-height:28px;font-weight:550;margin:40px 0 12px;scroll-margin-top:80px}
article h3{font-weight:550;margin:28px 0 8px;scroll-margin-top:80px}
article :is(p,ul,ol,pre,table,blockquote){margin:0 0 16px}
article ul{list-style:disc;padding-left:22px}
article ol{list-style:decimal;padding-left:22px}
article li{margin:4px 0}
article li::marker{color:var(--ink-3)}
article :is(a),footer a{color:var(--accent-ink);text-decoration:underline;text-underline-offset:3px}
article code{font:14px/20px ui-monospace,monospace;padding:1px 5px;border-radius:6px;background:var(--trough);overflow-wrap:anywhere}
article pre{padding:14px 16px;border-radius:12px;border:1px solid var(--line);background:var(--raised);white-space:pre-wrap}
article pre code{padding:0;background:none}
article blockquote{padding:12px 16px;border-radius:12px;background:var(--accent-soft)}
article blockquote>:last-child{margin:0}
article table{width:100%;border-collapse:collapse;font-size:14px;line-height:20px}
article :is(th,td){text-align:left;vertical-align:top;padding:10px 16px 10px 0;border-bottom:1px solid var(--line)}
article :is(th,td):last-child{padding-right:0}
article th{color:var(--ink-3)}
article img{max-width:100%;height:auto;margin:8px 0 20px;border-radius:12px;border:1px solid var(--line)}
:root:not([data-theme=light]) .in-light,[data-theme=light] .in-dark{display:none}
article .sections{columns:2;column-gap:32px;list-style:none;padding:14px 16px;border:1px solid var(--line);border-radius:12px;background:var(--surface);font-size:14px;line-height:20px}
article .sections li{break-inside:avoid;margin:0;padding:4px 0}
.contents dl{display:grid;grid-template-columns:1fr 1fr;gap:20px 32px}
article dt span,article dd{color:var(--ink-2)}
.results dl>div{padding:12px 0;border-bottom:1px solid var(--line)}
article dd{margin:2px 0 0;font-size:14px;line-height:20px}
footer{display:flex;flex-wrap:wrap;gap:12px 24px;justify-content:space-between;margin-top:48px;padding-top:20px;border-top:1px solid var(--line)}
@media(width<1024px){.guide{display:block;max-width:768px;margin:0 auto}nav{position:static;max-height:none;margin-top:48px;padding-top:20px;border-top:1px solid var(--line);columns:2}nav ul{break-inside:avoid}nav h2{break-after:avoid}}
@media(width<640px){header{flex-wrap:wrap;padding:10px 16px}.to-app{margin-left:auto}header form{order:1;flex-basis:100%;max-width:none}.guide{padding:24px 16px 64px}nav{columns:1}nav a{padding:10px}article .sections{columns:1}article .sections a{display:block;padding:6px 0}.contents dl{grid-template-columns:1fr}article :is(th,td){padding-right:10px}}
@media print{header,nav,footer,.skip,.sections{display:none!important}.guide{display:block;padding:0}article{font-size:11pt;line-height:1.5}article :is(pre,tr,img){break-inside:avoid}article :is(h2,h3){break-after:avoid}article img{max-height:110mm;width:auto;max-width:100%}article pre{border:1px solid #999}.in-dark{display:none!important}.in-light{display:block!important}}
`;
