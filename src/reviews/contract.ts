import * as z from "zod/mini";
import { clientName, clientPhone, clientText } from "#src/shared/client-fields.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";

/** The default and maximum page size. */
export const MAX_REVIEWS = 200;

const Review = z.object({
  id: z.number(),
  googleReviewId: z.string(),
  /** "A Google user" for an anonymous reviewer. */
  reviewerName: clientName("contactId"),
  rating: z.number(),
  reviewText: clientText(),
  reviewTime: z.string(),
  contactId: z.nullable(z.number()),
  contact: z.nullable(
    z.object({ id: z.number(), name: clientName("id"), phoneNumber: clientPhone() }),
  ),
  /** Whether a person matched it, not the name matching. */
  manuallyMatched: z.boolean(),
  discountApplied: z.boolean(),
  /** Equal to discountApplied: staff have recorded the discount. */
  checkedOff: z.boolean(),
  /** A user's id. Both are null once that user is deleted. */
  checkedOffBy: z.nullable(z.string()),
  checkedOffByUsername: z.nullable(z.string()),
  checkedOffAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Review = z.infer<typeof Review>;

const ListQuery = z.object({
  /** Searches reviewers and contacts by name or number. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  /** The last id of the previous page. */
  before: z.optional(z.coerce.number().check(z.int())),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MAX_REVIEWS)), MAX_REVIEWS),
});

const Stats = z.object({ total: z.number(), matched: z.number(), discounted: z.number() });
export type ReviewStats = z.infer<typeof Stats>;

const Connection = z.object({
  /** The business's account, an API key with a place (the newest five reviews), or none. */
  source: z.enum(["account", "place", "none"]),
  /** Empty if no account is signed in. */
  businessName: z.string(),
  lastFetchedAt: z.nullable(z.string()),
  /** The reason why the last fetch failed; null after a success. */
  problem: z.nullable(z.string()),
});
export type ReviewConnection = z.infer<typeof Connection>;

const MessageReply = z.object({
  /** May have several lines. */
  message: z.string(),
});

export const reviews = {
  /** Newest first. After a full page there may be more. */
  list: get("/api/google-reviews", {
    query: ListQuery,
    reply: z.array(Review),
    reads: ["reviews", "contacts"],
  }),
  stats: get("/api/google-reviews/stats", { reply: Stats, reads: ["reviews", "contacts"] }),
  connection: get("/api/google-reviews/connection", {
    reply: Connection,
    reads: ["reviews", "settings"],
  }),
  fetch: post("/api/google-reviews/fetch", {
    reply: MessageReply,
    isLong: true,
    changes: ["reviews"],
  }),
  /** `matched` counts the reviews with a new or another contact. */
  rematch: post("/api/google-reviews/rematch", {
    reply: z.extend(MessageReply, { matched: z.number() }),
    isLong: true,
    changes: ["reviews"],
  }),
  match: post("/api/google-reviews/:id/match", {
    body: z.object({ contactId: z.number().check(z.int()) }),
    reply: Review,
    changes: ["reviews"],
  }),
  /** Marks a review as not from a client. It is not matched automatically again. */
  unmatch: remove("/api/google-reviews/:id/match", { reply: Review, changes: ["reviews"] }),
  checkOff: post("/api/google-reviews/:id/check-off", { reply: Review, changes: ["reviews"] }),
  uncheck: post("/api/google-reviews/:id/uncheck", { reply: Review, changes: ["reviews"] }),
  /** Returns the URL of Google's sign-in, which redirects back to the callback. */
  startSignIn: get("/api/google-reviews/oauth/start", {
    reply: z.object({ authUrl: z.string() }),
  }),
  disconnect: post("/api/google-reviews/oauth/disconnect", { changes: ["settings", "reviews"] }),
};

/** The reason of a failed sign-in, as passed in the URL of Settings. */
export type SignInFailure = "denied" | "expired" | "refused" | "business";
