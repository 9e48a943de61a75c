import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

export const reviews = {
  /** Where the browser goes to sign in at Google; it comes back to the callback below. */
  startSignIn: get("/api/google-reviews/oauth/start", {
    reply: z.object({ authUrl: z.string() }),
  }),
  disconnect: post("/api/google-reviews/oauth/disconnect"),
};

/** What went wrong on the way, as the address of Settings says it. */
export type SignInFailure = "denied" | "expired" | "refused" | "business";
