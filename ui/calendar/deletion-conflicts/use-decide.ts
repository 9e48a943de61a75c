import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import { useCall, wordsOf } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";

/** One of the candidates goes, or all stay. */
export function useDecide(id: number, onDone: () => void) {
  const call = useCall();
  const client = useQueryClient();
  const toasts = useToasts();
  const params = { id };
  const decide = useMutation({
    mutationFn: (appointmentId: number | undefined) =>
      appointmentId === undefined
        ? call(deletionConflicts.dismiss, { params })
        : call(deletionConflicts.resolve, { params, body: { appointmentId } }),
    onSuccess(_, appointmentId) {
      toasts.show({
        title: appointmentId === undefined ? "Nothing was deleted" : "Appointment deleted",
      });
      onDone();
      return Promise.all(
        ["deletion-conflicts", "appointments"].map((key) =>
          client.invalidateQueries({ queryKey: [key] }),
        ),
      );
    },
  });
  return {
    running: decide.isPending,
    words: decide.error ? wordsOf(decide.error) : undefined,
    remove: (appointmentId: number) => decide.mutate(appointmentId),
    keep: () => decide.mutate(undefined),
  };
}
