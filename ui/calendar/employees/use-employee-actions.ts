import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Employee, employees } from "#src/calendar/employees/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { tellError } from "#ui/shell/data/error-toast.ts";
import { refreshEmployees } from "./employee-queries.ts";

export interface OwnHours {
  readonly workStartTime: string;
  readonly workEndTime: string;
}

export function useAddEmployee(onAdded: () => void) {
  const { api, done, failed } = useTelling();
  const add = useMutation({
    mutationFn: (name: string) => api(employees.create, { body: { name } }),
    onSuccess() {
      onAdded();
      return done("Employee added");
    },
    onError: failed("Failed to add employee"),
  });
  return { add: add.mutate, adding: add.isPending, error: fieldWords(add.error, "name") };
}

export function useHours({ id }: Employee, onSaved: () => void) {
  const { api, done, failed } = useTelling();
  const save = useMutation({
    mutationFn: (hours: OwnHours) => api(employees.change, { params: { id }, body: hours }),
    onSuccess() {
      onSaved();
      return done("Working hours updated");
    },
    onError: failed("Failed to update working hours"),
  });
  return {
    save: save.mutate,
    saving: save.isPending,
    error: fieldWords(save.error, "workEndTime"),
  };
}

/** To another place among the columns; it shows by itself, so nothing is said. */
export function usePlaceAmong() {
  const { api, failed } = useTelling();
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ id, displayOrder }: { id: number; displayOrder: number }) =>
      api(employees.change, { params: { id }, body: { displayOrder } }),
    onSuccess: () => refreshEmployees(client),
    onError: failed("Failed to move employee"),
  });
  return move.mutate;
}

export function useDeleteEmployee({ id }: Employee, onDeleted: () => void) {
  const { api, done, failed } = useTelling();
  const removal = useMutation({
    mutationFn: () => api(employees.remove, { params: { id } }),
    onSuccess() {
      onDeleted();
      return done("Employee deleted");
    },
    onError: failed("Failed to delete employee"),
  });
  return { remove: removal.mutate, removing: removal.isPending, error: removal.error };
}

function useTelling() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  return {
    api,
    done(title: string) {
      toasts.show({ title });
      return refreshEmployees(client);
    },
    failed: (title: string) => (error: unknown) => tellError(toasts, error, { title }),
  };
}

function fieldWords(error: unknown, field: string): string | undefined {
  return error instanceof ApiError ? error.errors[field] : undefined;
}
