import { useMutation, useQueryClient } from "@tanstack/react-query";
import { reviews } from "#src/reviews/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

/** Asking Google, and looking at the names again: both take a while and tell what came of it. */
export function useGoogleActs() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const reload = () => refresh(client, "reviews");

  const fetch = useMutation({
    mutationFn: () => api(reviews.fetch),
    onSuccess({ message }) {
      toasts.show({ title: "Reviews fetched", description: message });
      return reload();
    },
    onError(error) {
      tellError(toasts, error, {
        title: "Error fetching reviews",
        fallback: "Failed to fetch reviews from Google",
      });
      return reload();
    },
  });

  const rematch = useMutation({
    mutationFn: () => api(reviews.rematch),
    onSuccess({ message }) {
      toasts.show({ title: "Reviews re-matched", description: message });
      return reload();
    },
    onError: (error) =>
      tellError(toasts, error, {
        title: "Error re-matching reviews",
        fallback: "Failed to re-match reviews",
      }),
  });

  return { fetch, rematch };
}
