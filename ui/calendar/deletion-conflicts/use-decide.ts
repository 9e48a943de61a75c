import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import { useApi, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";

/** One of the candidates goes, or all stay. */
export function useDecide(id: number, onDone: () => void) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const params = { id };
  const decide = useMutation({
    mutationFn: (appointmentId: number | undefined) =>
      appointmentId === undefined
        ? api(deletionConflicts.dismiss, { params })
        : api(deletionConflicts.resolve, { params, body: { appointmentId } }),
    onSuccess(_, appointmentId) {
      toasts.show({
        title: appointmentId === undefined ? "Nothing was deleted" : "Appointment deleted",
      });
      onDone();
      return refresh(client, "deletion-conflicts", "appointments");
    },
  });
  return {
    running: decide.isPending,
    words: decide.error ? wordsOf(decide.error) : undefined,
    remove: (appointmentId: number) => decide.mutate(appointmentId),
    keep: () => decide.mutate(undefined),
  };
}
