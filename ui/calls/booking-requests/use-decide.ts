import { useMutation, useQueryClient } from "@tanstack/react-query";
import { potentialAppointments } from "#src/calls/booking-requests/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";

export function useReject(id: number, onDone: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const reject = useMutation({
    mutationFn: () => api(potentialAppointments.reject, { params: { id } }),
    onSuccess() {
      toasts.show({ title: "Request rejected" });
      onDone();
    },
    // Somebody else may have been quicker: then the list is old.
    onSettled: () => refresh(client, "potential-appointments"),
  });
  return {
    isPending: reject.isPending,
    words: reject.error ? wordsOf(reject.error) : undefined,
    run: () => reject.mutate(),
  };
}

export function useReopen(id: number) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: () => api(potentialAppointments.reopen, { params: { id } }),
    onSuccess: () => toasts.show({ title: "Request reopened" }),
    onError: (error) => tellError(toasts, error),
    onSettled: () => refresh(client, "potential-appointments"),
  });
}
