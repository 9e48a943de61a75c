import * as store from "#db/reviews/reviews.ts";
import type { App, Staff } from "#src/app.ts";
import { searchScope } from "#src/platform/masking/masking.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { nameKey } from "#src/shared/names.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import type { Review } from "./contract.ts";

interface ListOptions {
  readonly q: string;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** Rows per slice, which take a few milliseconds. */
const SLICE_SIZE = 500;

/** Lists reviews, newest first. A search scans the list until the page is full. @throws Problem 400 */
export async function listReviews(
  app: App,
  actor: Staff,
  { q, before, limit }: ListOptions,
): Promise<Review[]> {
  let position = before === undefined ? undefined : getPosition(app, before);
  if (q === "") return store.listReviews(app.db, position, limit).map(toReview);

  const matches = createMatcher(actor, q);
  const found: store.ReviewRow[] = [];
  while (matches && found.length < limit) {
    const slice = store.listReviews(app.db, position, SLICE_SIZE);
    found.push(...slice.filter(matches));
    if (slice.length < SLICE_SIZE) break;
    position = slice.at(-1);
    await Bun.sleep(0);
  }
  return found.slice(0, limit).map(toReview);
}

/** Returns undefined if nothing can match. Fields hidden from the actor are not searched. */
function createMatcher(actor: Staff, q: string): ((row: store.ReviewRow) => boolean) | undefined {
  const by = searchScope(actor, q);
  const words = nameKey(q).split(" ");
  if (by === "nothing" || words[0] === "") return undefined;
  const digits = /^[\d\s()+.-]+$/.test(q) ? q.replace(/\D/g, "") : "";
  return ({ nameKey: key, contactName, contactPhone }) => {
    if (digits.length >= 3 && contactPhone?.includes(digits)) return true;
    if (by === "phones") return false;
    const contactKey = contactName === null ? "" : nameKey(contactName);
    return [key || nameKey(ANONYMOUS_REVIEWER), contactKey].some((one) =>
      words.every((word) => one.includes(word)),
    );
  };
}

function getPosition(app: App, id: number): store.ReviewPosition {
  const position = store.findReviewPosition(app.db, id);
  if (position) return position;
  throw fieldProblem(400, "before", "This review doesn't exist.");
}

/** Google's name for anonymous reviewers. */
export const ANONYMOUS_REVIEWER = "A Google user";

export function toReview(row: store.ReviewRow): Review {
  const { contactId, contactName, contactPhone } = row;
  return {
    ...row,
    reviewerName: row.reviewerName || ANONYMOUS_REVIEWER,
    reviewTime: toIso(row.reviewedAt),
    contact:
      contactId === null
        ? null
        : { id: contactId, name: contactName ?? "", phoneNumber: contactPhone ?? "" },
    discountApplied: row.checkedOff,
    checkedOffAt: toIso(row.checkedOffAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}
