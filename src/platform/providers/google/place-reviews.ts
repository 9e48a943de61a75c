import { z } from "zod";
import type {
  ListedReview,
  ReviewListing,
  ReviewsAccess,
} from "#src/platform/providers/reviews.ts";
import { googleMessage } from "./messages.ts";
import { type Addresses, PLACES_BASE } from "./operations.ts";
import { fetchGoogle, UNEXPECTED_REPLY } from "./request.ts";

const Words = z.object({ text: z.string() });
const Review = z.object({
  name: z.string().min(1),
  rating: z.number().min(1).max(5),
  text: z.optional(Words),
  /** The original; `text` may be a translation. */
  originalText: z.optional(Words),
  authorAttribution: z.optional(z.object({ displayName: z.optional(z.string()) })),
  publishTime: z.iso.datetime({ offset: true }),
});
const Place = z.object({ reviews: z.optional(z.array(Review)) });

/** Lists the newest five reviews, so a missing review may still exist. */
export async function listPlaceReviews(
  { googleBusinessBase }: Addresses,
  { apiKey = "", placeId = "" }: ReviewsAccess,
): Promise<ReviewListing> {
  const asked = await fetchGoogle(
    `${googleBusinessBase ?? PLACES_BASE}/v1/places/${encodeURIComponent(placeId)}?languageCode=en`,
    { "x-goog-api-key": apiKey, "x-goog-fieldmask": "reviews" },
    googleMessage,
  );
  if (asked.kind !== "answer") return asked;
  const place = Place.safeParse(asked.body).data;
  if (!place) return UNEXPECTED_REPLY;
  return { kind: "listed", reviews: (place.reviews ?? []).map(toListedReview), isComplete: false };
}

function toListedReview(review: z.infer<typeof Review>): ListedReview {
  const { displayName = "" } = review.authorAttribution ?? {};
  const at = Date.parse(review.publishTime);
  return {
    id: review.name,
    reviewerName: displayName.trim(),
    rating: Math.round(review.rating),
    text: (review.originalText ?? review.text)?.text.trim() ?? "",
    reviewedAt: at,
    changedAt: at,
  };
}
