import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  type Appointment,
  type AppointmentChange,
  appointments,
  type SettableStatus,
} from "#src/calendar/appointments/contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { hasLaterVisits } from "./format-repeat.ts";
import type { Listed } from "./queries.ts";

type Fields = Partial<Omit<AppointmentChange, "allowOverlap" | "scope" | "repeat">>;

interface Change {
  readonly appointment: Appointment;
  readonly to: Fields;
  readonly allowOverlap?: boolean;
  readonly scope?: Scope;
  /** The toast's title, with an undo button; omitted when the change is itself an undo. */
  readonly done?: string;
}

/** A change of a repeating appointment, before it is known what it applies to. */
interface ScopeQuestion {
  readonly appointment: Appointment;
  readonly title: string;
  readonly choose: (scope: Scope) => void;
}

/** The reason against a change, and how to proceed anyway. */
export interface Conflict {
  readonly message: string;
  readonly proceed: () => void;
}

/** Optimistic changes, which are rolled back when the server refuses them. */
export function useChanges() {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [conflict, setConflict] = useState<Conflict>();
  const [question, setQuestion] = useState<ScopeQuestion>();
  const LISTS = { queryKey: [appointments.list.path] };

  const { mutate } = useMutation({
    mutationFn: ({ appointment, to, allowOverlap, scope }: Change) =>
      api(appointments.change, {
        params: { id: appointment.id },
        body: { ...to, ...(allowOverlap && { allowOverlap }), ...(scope && { scope }) },
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
    onSuccess(_, { appointment, to, done, scope }) {
      // The changes of the later visits are not known here, so no Undo is offered.
      if (done && scope === "following") toasts.show({ title: done });
      else if (done) toasts.show({ title: done, undo: () => mutate(reverseOf(appointment, to)) });
    },
    onError(error, change, context) {
      for (const [key, data] of context?.before ?? []) client.setQueryData(key, data);
      const message = error instanceof ApiError ? error.errors["allowOverlap"] : undefined;
      if (message === undefined) showError(toasts, error);
      else
        setConflict({
          message,
          proceed: () => {
            setConflict(undefined);
            mutate({ ...change, allowOverlap: true });
          },
        });
    },
    onSettled: () => refresh(client, "appointments"),
  });

  /** Asks first where later visits may be meant too. */
  function changeOneOrMore(change: Change, question: { title: string; doneForAll: string }) {
    const { appointment } = change;
    if (!hasLaterVisits(appointment)) return mutate(change);
    setQuestion({
      appointment,
      title: question.title,
      choose(scope) {
        setQuestion(undefined);
        mutate(scope === "one" ? change : { ...change, scope, done: question.doneForAll });
      },
    });
  }

  return {
    question,
    dismissQuestion: () => setQuestion(undefined),
    conflict,
    dismissConflict: () => setConflict(undefined),
    move: (appointment: Appointment, to: { employeeId: number; appointmentDate: string }) =>
      changeOneOrMore(
        { appointment, to, done: "Appointment moved" },
        { title: "Move repeating appointment", doneForAll: "Visits moved" },
      ),
    setStatus(appointment: Appointment, status: SettableStatus) {
      if (status !== "canceled") return mutate({ appointment, to: { status } });
      return changeOneOrMore(
        { appointment, to: { status }, done: "Appointment canceled" },
        { title: "Cancel repeating appointment", doneForAll: "Visits canceled" },
      );
    },
  };
}

export type Changes = ReturnType<typeof useChanges>;

/** The previous values. Overlaps are allowed, because the appointment was there before. */
function reverseOf(appointment: Appointment, to: Fields): Change {
  // A booking request that was answered can't be opened again.
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
