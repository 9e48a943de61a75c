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
