import { useMutation } from "@tanstack/react-query";
import { useCall } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { loadMembers } from "./queries.ts";

/** On to Stripe's own page for the card. */
export function useBilling(subscriptionId: number) {
  const call = useCall();
  const toasts = useToasts();
  return useMutation({
    mutationFn: async () =>
      call((await loadMembers()).members.openBilling, { body: { subscriptionId } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => tellError(toasts, error),
  });
}
