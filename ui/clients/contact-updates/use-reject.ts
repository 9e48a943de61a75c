import { useMutation, useQueryClient } from "@tanstack/react-query";
import { contactUpdates } from "#src/clients/contact-updates/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";

export function useReject(id: number, onDone: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const reject = useMutation({
    mutationFn: () => api(contactUpdates.reject, { params: { id } }),
    onSuccess() {
      toasts.show({ title: "Request rejected" });
      onDone();
      return refresh(client, "contact-updates");
    },
  });
  return {
    isPending: reject.isPending,
    words: reject.error ? wordsOf(reject.error) : undefined,
    run: () => reject.mutate(),
  };
}
