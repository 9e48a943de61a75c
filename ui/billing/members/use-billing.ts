import { useMutation } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { loadMembers } from "./queries.ts";

/** On to Stripe's own page for the card. */
export function useBilling(subscriptionId: number) {
  const api = useApi();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async () =>
      api((await loadMembers()).members.openBilling, { body: { subscriptionId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => tellError(toasts, error),
  });
}
