import { html, raw } from "hono/html";
import { CHAPTERS, findGuidePage, neighborsOf } from "#src/platform/guide/guide.ts";
import type { GuidePage } from "#src/platform/guide/render-guide.ts";
import { type Found, searchGuide } from "#src/platform/guide/search-guide.ts";
import { CHOSEN_THEME, DEVICE_THEME } from "#src/shared/device-theme.ts";
import { GUIDE_STYLE } from "./guide-style.ts";

type Html = ReturnType<typeof html>;

/** What a page shows, and where it is in the list of pages. */
export interface GuideView {
  readonly title: string;
  readonly slug?: string;
  /** What was searched for. */
  readonly typed?: string;
  readonly body: Html;
}

export const MAX_TYPED = 200;

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

export function resultsView(typed: string): GuideView {
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

export function missingView(): GuideView {
  const body = html`<article><h1>Page not found</h1><p>Search for it above, or look at <a href="/guide">all pages</a>.</p></article>`;
  return { title: "Page not found", body };
}
