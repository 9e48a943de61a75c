import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Appointment,
  type AppointmentChange,
  appointments,
  type SettableStatus,
} from "#src/calendar/appointments/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import type { Listed } from "./queries.ts";

type Fields = Partial<Omit<AppointmentChange, "allowOverlap">>;

interface Change {
  readonly appointment: Appointment;
  readonly to: Fields;
  readonly allowOverlap?: boolean;
  /** The toast's title, with an undo button; omitted when the change is itself an undo. */
  readonly done?: string;
}

/** The reason against a change, and how to proceed anyway. */
export interface Conflict {
  readonly words: string;
  readonly proceed: () => void;
}

/** Optimistic changes, which are rolled back when the server refuses them. */
export function useChanges() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [conflict, setConflict] = useState<Conflict>();
  const LISTS = { queryKey: [appointments.list.path] };

  const { mutate } = useMutation({
    mutationFn: ({ appointment, to, allowOverlap }: Change) =>
      api(appointments.change, {
        params: { id: appointment.id },
        body: { ...to, ...(allowOverlap && { allowOverlap }) },
      }),
    async onMutate({ appointment, to }) {
      await client.cancelQueries(LISTS);
      const before = client.getQueriesData<Listed>(LISTS);
      client.setQueriesData<Listed>(
        LISTS,
        (listed) => listed && applyChange(listed, appointment, to),
      );
      return { before };
    },
    onSuccess(_, { appointment, to, done }) {
      if (done) toasts.show({ title: done, undo: () => mutate(reverseOf(appointment, to)) });
    },
    onError(error, change, context) {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
      const words = error instanceof ApiError ? error.errors["allowOverlap"] : undefined;
      if (words === undefined) showError(toasts, error);
      else
        setConflict({
          words,
          proceed: () => {
            setConflict(undefined);
            mutate({ ...change, allowOverlap: true });
          },
        });
    },
    onSettled: () => refresh(client, "appointments"),
  });

  return {
    conflict,
    dismissConflict: () => setConflict(undefined),
    move: (appointment: Appointment, to: { employeeId: number; appointmentDate: string }) =>
      mutate({ appointment, to, done: "Appointment moved" }),
    setStatus: (appointment: Appointment, status: SettableStatus) =>
      mutate({
        appointment,
        to: { status },
        ...(status === "canceled" && { done: "Appointment canceled" }),
      }),
  };
}

export type Changes = ReturnType<typeof useChanges>;

/** The previous values. Overlaps are allowed, because the appointment was there before. */
function reverseOf(appointment: Appointment, to: Fields): Change {
  // A request that was answered can't become one again.
  const status = appointment.status === "requested" ? {} : { status: true };
  const former = Object.keys({ ...to, ...status }).map((field) => [
    field,
    appointment[field as keyof Appointment],
  ]);
  return { appointment, to: Object.fromEntries(former) as Fields, allowOverlap: true };
}

/** The refetch adds the rest, such as overlaps. */
function applyChange(listed: Listed, { id }: Appointment, to: Fields): Listed {
  const changed = listed.appointments.map((one) =>
    one.id === id ? ({ ...one, ...to } as Appointment) : one,
  );
  return {
    ...listed,
    appointments: changed.toSorted((one, other) =>
      one.appointmentDate < other.appointmentDate ? -1 : 1,
    ),
  };
}
