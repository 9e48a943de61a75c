import { reviews } from "#src/reviews/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";

/** Fetching reviews from Google and matching them again: both take a while and report the outcome. */
export function useGoogleActions() {
  const fetch = useAct(reviews.fetch, {
    done: ({ message }) => ({ title: "Reviews fetched", description: message }),
    errors: { title: "Error fetching reviews", fallback: "Failed to fetch reviews from Google" },
  });
  const rematch = useAct(reviews.rematch, {
    done: ({ message }) => ({ title: "Reviews re-matched", description: message }),
    errors: { title: "Error re-matching reviews", fallback: "Failed to re-match reviews" },
  });
  return { fetch, rematch };
}
