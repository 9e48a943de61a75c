import { useMutation, useQueryClient } from "@tanstack/react-query";
import { memberships } from "#src/billing/memberships/contract.ts";
import { useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

export function useApprove(id: string) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => api(memberships.approve, { params: { id } }),
    onSuccess() {
      toasts.show({ title: "Membership approved", description: "Clients can be invited now." });
      return refresh(client, "memberships");
    },
    onError: (error) => tellError(toasts, error),
  });
}
