import * as z from "zod/mini";
import { clientName, clientPhone, clientWords } from "#src/shared/client-fields.ts";
import { get, post, remove } from "#src/shared/endpoint.ts";

/** As many as a list has, unless fewer are asked for. */
export const MOST_REVIEWS = 200;

const Review = z.object({
  id: z.number(),
  googleReviewId: z.string(),
  /** "A Google user" for who has no name there. */
  reviewerName: clientName("contactId"),
  rating: z.number(),
  reviewText: clientWords(),
  reviewTime: z.string(),
  contactId: z.nullable(z.number()),
  contact: z.nullable(
    z.object({ id: z.number(), name: clientName("id"), phoneNumber: clientPhone() }),
  ),
  /** By a person, not by the name. */
  manuallyMatched: z.boolean(),
  discountApplied: z.boolean(),
  /** The same: the discount was given, and somebody has noted it. */
  checkedOff: z.boolean(),
  /** A user's id; both null once that user is gone. */
  checkedOffBy: z.nullable(z.string()),
  checkedOffByUsername: z.nullable(z.string()),
  checkedOffAt: z.nullable(z.string()),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type Review = z.infer<typeof Review>;

const List = z.object({
  /** Looks for the reviewer and the contact, by name or number. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  /** The id of the last review of the page before. */
  before: z.optional(z.coerce.number().check(z.int())),
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_REVIEWS)), MOST_REVIEWS),
});

const Stats = z.object({ total: z.number(), matched: z.number(), discounted: z.number() });
export type ReviewStats = z.infer<typeof Stats>;

const Connection = z.object({
  /** By the business's account, by key and place (the newest five), or not at all. */
  source: z.enum(["account", "place", "none"]),
  /** Empty where no account is signed in. */
  businessName: z.string(),
  lastFetchedAt: z.nullable(z.string()),
  /** Why the last try did not work; null once one has. */
  problem: z.nullable(z.string()),
});
export type ReviewConnection = z.infer<typeof Connection>;

const Told = z.object({
  /** For a person; it may have several lines. */
  message: z.string(),
});

export const reviews = {
  /** Newest first; of a page that is full there may be more. */
  list: get("/api/google-reviews", {
    query: List,
    reply: z.array(Review),
    reads: ["reviews", "contacts"],
  }),
  stats: get("/api/google-reviews/stats", { reply: Stats, reads: ["reviews", "contacts"] }),
  connection: get("/api/google-reviews/connection", {
    reply: Connection,
    reads: ["reviews", "settings"],
  }),
  fetch: post("/api/google-reviews/fetch", { reply: Told, isLong: true }),
  /** `matched`: how many have a contact now who had none, or another one. */
  rematch: post("/api/google-reviews/rematch", {
    reply: z.extend(Told, { matched: z.number() }),
    isLong: true,
  }),
  match: post("/api/google-reviews/:id/match", {
    body: z.object({ contactId: z.number().check(z.int()) }),
    reply: Review,
  }),
  /** It is none of the clients; the machine does not match it again. */
  unmatch: remove("/api/google-reviews/:id/match", { reply: Review }),
  checkOff: post("/api/google-reviews/:id/check-off", { reply: Review }),
  uncheck: post("/api/google-reviews/:id/uncheck", { reply: Review }),
  /** Where the browser goes to sign in at Google; it comes back to the callback below. */
  startSignIn: get("/api/google-reviews/oauth/start", {
    reply: z.object({ authUrl: z.string() }),
  }),
  disconnect: post("/api/google-reviews/oauth/disconnect"),
};

/** What went wrong on the way, as the address of Settings says it. */
export type SignInFailure = "denied" | "expired" | "refused" | "business";
