import { z } from "zod";
import type { BookedReview, Fault } from "./google-book.ts";
import { googleRefusal, quota } from "./google-refusals.ts";
import { GOOGLE_REVIEWS_QUERY, googleReviews } from "./outside-contract.ts";
import { type Answer, type Asked, bearer, KEYS, type Operation, only } from "./outside-shapes.ts";

const STARS = ["STAR_RATING_UNSPECIFIED", "ONE", "TWO", "THREE", "FOUR", "FIVE"] as const;
const MOST_ON_A_PAGE = 50;
const LOCATION = "accounts/17/locations/4";

/** The list of the account's reviews, a page at a time; a page's token is a place in the list as it is then. */
export const reviews: Operation = {
  service: "google",
  method: "GET",
  path: /^\/v4\/(accounts\/\d+\/locations\/\d+)\/reviews$/,
  misuse(asked) {
    const size = Number(asked.query.get("pageSize") ?? MOST_ON_A_PAGE);
    if (!(size >= 1 && size <= MOST_ON_A_PAGE)) return `a page of ${size}`;
    if (asked.query.get("orderBy") !== "updateTime desc") return "not newest change first";
    return only(GOOGLE_REVIEWS_QUERY, asked);
  },
  answer(asked) {
    if (!bearer(asked.google.accessToken(), asked)) return googleRefusal(401, "UNAUTHENTICATED");
    const refused = refusedBy(asked);
    if (refused) return refused;
    if (asked.found[0] !== LOCATION) return googleRefusal(404, "NOT_FOUND");
    const all = asked.google.all();
    const from = Number(asked.query.get("pageToken") ?? 0);
    const to = from + Number(asked.query.get("pageSize") ?? MOST_ON_A_PAGE);
    const page = all.slice(from, to).map(toGoogleReview);
    asked.google.pageGiven();
    return {
      status: 200,
      body: {
        ...(page.length > 0 && { reviews: page, averageRating: 4.5 }),
        ...(all.length > 0 && { totalReviewCount: all.length }),
        ...(to < all.length && { nextPageToken: String(to) }),
      },
    };
  },
  contract: googleReviews,
};

/** The newest five that have words of any kind, as Places has them. */
export function placeReviews(asked: Asked): object[] {
  return asked.google
    .all()
    .toSorted((one, other) => other.createTime.localeCompare(one.createTime))
    .slice(0, 5)
    .map((review) => {
      const text = { text: review.comment, languageCode: "en" };
      return {
        name: `places/${KEYS.placeId}/reviews/Ch${review.id}`,
        relativePublishTimeDescription: "a week ago",
        rating: review.stars,
        ...(review.comment !== "" && { text, originalText: text }),
        authorAttribution: {
          displayName: review.isAnonymous ? "A Google user" : review.name,
          uri: "https://www.google.com/maps/contrib/1/reviews",
          photoUri: "https://lh3.googleusercontent.com/a/1",
        },
        publishTime: review.createTime,
      };
    });
}

const Words = z.strictObject({ text: z.string(), languageCode: z.string() });
/** By Google's reference of Places: it has no machine contract here. */
export const PlaceReview = z.strictObject({
  name: z.string().regex(/^places\/[\w-]+\/reviews\/\w+$/),
  relativePublishTimeDescription: z.string(),
  rating: z.number().min(1).max(5),
  text: z.optional(Words),
  originalText: z.optional(Words),
  authorAttribution: z.strictObject({
    displayName: z.string(),
    uri: z.string(),
    photoUri: z.string(),
  }),
  publishTime: z.iso.datetime(),
});

function toGoogleReview(review: BookedReview): object {
  const name = review.isAnonymous ? "A Google user" : review.name;
  return {
    reviewId: review.id,
    name: `${LOCATION}/reviews/${review.id}`,
    reviewer: review.isAnonymous
      ? { displayName: name, isAnonymous: true }
      : {
          displayName: name,
          profilePhotoUrl: `https://lh3.googleusercontent.com/${Math.random()}`,
        },
    starRating: STARS[review.stars],
    ...(review.comment !== "" && { comment: review.comment }),
    createTime: review.createTime,
    updateTime: review.updateTime,
  };
}

/** Of both ways to the reviews. */
export function refusedBy({ google, mood }: Asked): Answer | undefined {
  const fault = google.fault();
  if (fault) return FAULTS[fault];
  if (mood === "broken") return FAULTS.broken;
  if (mood === "busy") return FAULTS.busy;
  return mood === "no-quota" ? FAULTS["no-quota"] : undefined;
}

const FAULTS: Readonly<Record<Fault, Answer>> = {
  expired: googleRefusal(401, "UNAUTHENTICATED"),
  "no-quota": quota("0"),
  busy: quota("300"),
  broken: { status: 500, body: "oops" },
  // A reply that a proxy may send, outside Google's contract.
  malformed: { status: 200, body: "<html>" },
  "not-verified": googleRefusal(400, "FAILED_PRECONDITION"),
};
