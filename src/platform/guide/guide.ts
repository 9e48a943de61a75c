import MiniSearch from "minisearch";
import { renderGuide } from "./render-guide.ts" with { type: "macro" };
import type { GuideChapter, GuidePage } from "./render-guide.ts";

/** The owner's guide, in its order. */
export const CHAPTERS: readonly GuideChapter[] = JSON.parse(renderGuide());

export const GUIDE_PAGES = CHAPTERS.flatMap(({ pages }) => pages);

export function findGuidePage(slug: string): GuidePage | undefined {
  return GUIDE_PAGES.find((page) => page.slug === slug);
}

/** The pages before and after one. */
export function neighborsOf({ slug }: GuidePage): (GuidePage | undefined)[] {
  const at = GUIDE_PAGES.findIndex((page) => page.slug === slug);
  return [GUIDE_PAGES[at - 1], GUIDE_PAGES[at + 1]];
}

const MAX_FOUND = 12;
/** Characters before the first word that was found, and half of those shown. */
const AROUND = 120;

export interface Found {
  readonly address: string;
  readonly title: string;
  readonly page: string;
  /** Some of the text around what was found. */
  readonly excerpt: string;
}

/** Finds sections by words of an owner, also misspelled or begun, best first. */
export function searchGuide(typed: string): Found[] {
  return searcher()
    .search(typed)
    .slice(0, MAX_FOUND)
    .map(({ id, title, page, text, terms }) => {
      const body = text.startsWith(title) ? text.slice(title.length).trim() : text;
      return { address: `/guide/${id}`, title, page, excerpt: excerptOf(body, terms) };
    });
}

let index: MiniSearch | undefined;

function searcher(): MiniSearch {
  if (index) return index;
  index = new MiniSearch({
    fields: ["page", "title", "words", "text"],
    storeFields: ["page", "title", "text"],
    processTerm: (term) => {
      const word = term.toLowerCase().replace(/['’]/g, "");
      return IGNORED.has(word) ? null : stem(word);
    },
    searchOptions: {
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { page: 3, title: 4, words: 5 },
    },
  });
  index.addAll(
    GUIDE_PAGES.flatMap(({ slug, title: page, sections }) =>
      sections.map(({ id, title, text, words }) => ({
        id: id === "" ? slug : `${slug}#${id}`,
        page,
        title: title || page,
        text,
        words,
      })),
    ),
  );
  return index;
}

const IGNORED = new Set(
  "a an and are can cant do does dont for get how i in is isnt it me my no not of on or the to what why with you".split(
    " ",
  ),
);

/** Good enough to find "arriving" by "arrive" and "cards" by "card". */
function stem(word: string): string {
  return word.length < 5 ? word.replace(/s$/, "") : word.replace(/(?:ing|ed|es|e|s)$/, "");
}

function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const found = terms.map((term) => lower.indexOf(term)).filter((at) => at >= 0);
  const first = Math.min(...found, lower.length);
  const from = first === lower.length || first < AROUND ? 0 : text.indexOf(" ", first - AROUND) + 1;
  const end = from + 2 * AROUND;
  const shown = text.slice(from, end < text.length ? text.lastIndexOf(" ", end) : undefined);
  return `${from > 0 ? "… " : ""}${shown}${end < text.length ? " …" : ""}`;
}
