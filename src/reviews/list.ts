import * as store from "#db/reviews/reviews.ts";
import type { App, Staff } from "#src/app.ts";
import { searchableBy } from "#src/platform/masking/masking.ts";
import { nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Review } from "./contract.ts";
import { NOBODY, shown } from "./to-review.ts";

interface Wanted {
  readonly q: string;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Rows at a time: a few milliseconds of the loop. */
const SLICE = 500;

/** Newest first. A search reads along the list until it has found enough. @throws Problem 400 */
export async function listReviews(
  app: App,
  actor: Staff,
  { q, before, limit }: Wanted,
): Promise<Review[]> {
  let place = before === undefined ? undefined : placeOf(app, before);
  if (q === "") return store.listReviews(app.db, place, limit).map(shown);

  const matches = matcherFor(actor, q);
  const found: store.ReviewRow[] = [];
  while (matches && found.length < limit) {
    const slice = store.listReviews(app.db, place, SLICE);
    found.push(...slice.filter(matches));
    if (slice.length < SLICE) break;
    place = slice.at(-1);
    await Bun.sleep(0);
  }
  return found.slice(0, limit).map(shown);
}

/** Undefined where nothing may be found: what is hidden is not searched. */
function matcherFor(actor: Staff, q: string): ((row: store.ReviewRow) => boolean) | undefined {
  const by = searchableBy(actor, q);
  const words = nameKey(q).split(" ");
  if (by === "nothing" || words[0] === "") return undefined;
  const digits = /^[\d\s()+.-]+$/.test(q) ? q.replace(/\D/g, "") : "";
  return ({ nameKey: key, contactName, contactPhone }) => {
    if (digits.length >= 3 && contactPhone?.includes(digits)) return true;
    if (by === "phones") return false;
    const contactKey = contactName === null ? "" : nameKey(contactName);
    return [key || nameKey(NOBODY), contactKey].some((one) =>
      words.every((word) => one.includes(word)),
    );
  };
}

function placeOf(app: App, id: number): store.ReviewPlace {
  const place = store.placeOf(app.db, id);
  if (place) return place;
  const words = "There is no review with this id.";
  throw new Problem(400, words, { errors: { before: words } });
}
