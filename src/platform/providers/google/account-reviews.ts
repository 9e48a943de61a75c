import { z } from "zod";
import type {
  ListedReview,
  Refusal,
  ReviewListing,
  ReviewsAccess,
} from "#src/platform/providers/reviews.ts";
import {
  type Addresses,
  fetchGoogle,
  type GoogleReply,
  listingMessage,
  REVIEWS_BASE,
  refreshAccessToken,
  UNEXPECTED_REPLY,
} from "./request.ts";

const RATINGS = { ONE: 1, TWO: 2, THREE: 3, FOUR: 4, FIVE: 5 } as const;
const Review = z.object({
  reviewId: z.string().min(1),
  reviewer: z.optional(
    z.object({ displayName: z.optional(z.string()), isAnonymous: z.optional(z.boolean()) }),
  ),
  starRating: z.enum(Object.keys(RATINGS) as (keyof typeof RATINGS)[]),
  comment: z.optional(z.string()),
  createTime: z.iso.datetime({ offset: true }),
  updateTime: z.iso.datetime({ offset: true }),
});
const Stamp = z.object({ reviewId: z.string(), updateTime: z.string() });
const Page = z.object({
  reviews: z.optional(z.array(z.unknown())),
  nextPageToken: z.optional(z.string()),
  totalReviewCount: z.optional(z.number()),
});
type Page = z.infer<typeof Page>;

/** How often the list is read when reviews change during reading. */
const TRIES = 3;

/**
 * Lists the account's reviews. Pages are ordered by the newest change, so a review that is written,
 * edited or deleted between two pages shifts the others, and some would come twice or not at all. The
 * first page is therefore read again at the end, and unless it is the same, everything is.
 */
export async function listAccountReviews(
  addresses: Addresses,
  access: ReviewsAccess,
): Promise<ReviewListing> {
  const ask = createPageReader(addresses, access);
  const found = new Map<string, ListedReview>();
  for (let tries = 0; tries < TRIES; tries += 1) {
    const pass = await readAllPages(ask);
    if ("message" in pass) return pass;
    if (pass.isSteady)
      return {
        kind: "listed",
        reviews: [...pass.reviews.values()],
        isComplete: pass.isReadable,
      };
    for (const review of pass.reviews.values()) addNewest(found, review);
  }
  return { kind: "listed", reviews: [...found.values()], isComplete: false };
}

type ReadPage = (pageToken: string | undefined) => Promise<Page | Refusal>;

interface Reading {
  readonly reviews: Map<string, ListedReview>;
  /** Nothing changed during reading. */
  readonly isSteady: boolean;
  /** Every review could be parsed. A review that could not still exists. */
  readonly isReadable: boolean;
}

async function readAllPages(ask: ReadPage): Promise<Reading | Refusal> {
  const reviews = new Map<string, ListedReview>();
  const tokens = new Set<string>();
  let isReadable = true;
  let first: Page | undefined;
  let token: string | undefined;
  do {
    const page = await ask(token);
    if ("message" in page) return page;
    first ??= page;
    for (const one of page.reviews ?? []) {
      const review = Review.safeParse(one).data;
      if (review) addNewest(reviews, toListedReview(review));
      else isReadable = false;
    }
    token = page.nextPageToken || undefined;
    if (token !== undefined && tokens.has(token)) return UNEXPECTED_REPLY;
    tokens.add(token ?? "");
  } while (token !== undefined);

  if (tokens.size === 1) return { reviews, isSteady: true, isReadable };
  const again = await ask(undefined);
  if ("message" in again) return again;
  return { reviews, isSteady: fingerprint(again) === fingerprint(first), isReadable };
}

/** Changes with every review that is written, edited or deleted. */
function fingerprint({ reviews = [], totalReviewCount }: Page): string {
  // Only ids and times, because addresses of pictures differ between requests.
  const changes = reviews.map((one) => Stamp.safeParse(one).data);
  return JSON.stringify([changes, totalReviewCount]);
}

function addNewest(reviews: Map<string, ListedReview>, review: ListedReview): void {
  const known = reviews.get(review.id);
  if (!known || known.changedAt <= review.changedAt) reviews.set(review.id, review);
}

/** Returns a function that reads one page. It requests an access token when there is none or it has expired. */
function createPageReader(addresses: Addresses, access: ReviewsAccess): ReadPage {
  const list = `${addresses.googleBusinessBase ?? REVIEWS_BASE}/v4/${access.accountId}/${access.locationId}/reviews`;
  let token: string | undefined;

  async function askWith(address: string): Promise<GoogleReply> {
    const isNew = token === undefined;
    if (token === undefined) {
      const answer = await refreshAccessToken(addresses, access);
      if (typeof answer !== "string") return answer;
      token = answer;
    }
    const asked = await fetchGoogle(address, { authorization: `Bearer ${token}` }, listingMessage);
    if (!("status" in asked && asked.status === 401) || isNew) return asked;
    token = undefined;
    return askWith(address);
  }

  return async (pageToken) => {
    const query = new URLSearchParams({ pageSize: "50", orderBy: "updateTime desc" });
    if (pageToken !== undefined) query.set("pageToken", pageToken);
    const asked = await askWith(`${list}?${query}`);
    if (asked.kind !== "answer") return asked;
    return Page.safeParse(asked.body).data ?? UNEXPECTED_REPLY;
  };
}

function toListedReview(review: z.infer<typeof Review>): ListedReview {
  const { displayName = "", isAnonymous = false } = review.reviewer ?? {};
  return {
    id: review.reviewId,
    reviewerName: isAnonymous ? "" : displayName.trim(),
    rating: RATINGS[review.starRating],
    text: review.comment?.trim() ?? "",
    reviewedAt: Date.parse(review.createTime),
    changedAt: Date.parse(review.updateTime),
  };
}
