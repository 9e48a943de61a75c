import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import type { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { showError } from "#ui/shell/data/error-toast.ts";
import { refresh } from "#ui/shell/data/read.ts";
import type { Change, Fields } from "./describe-change.ts";
import { hasLaterVisits } from "./format-repeat.ts";
import { LISTED, type Listed } from "./queries.ts";

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

  const { mutate } = useMutation({
    async mutationFn({ appointment, to, allowOverlap, scope, notify, ...change }: Change) {
      const { appointments } = await import("#src/calendar/appointments/contract.ts");
      return api(appointments.change, {
        params: { id: appointment.id },
        body: {
          ...to,
          ...(allowOverlap && { allowOverlap }),
          ...(scope && { scope }),
          ...(notify !== undefined && { notify }),
          ...(change.deposit && { deposit: change.deposit }),
          ...(change.onlyPart && { onlyPart: true }),
        },
      });
    },
    async onMutate({ appointment, to }) {
      await client.cancelQueries(LISTED);
      const before = client.getQueriesData<Listed>(LISTED);
      client.setQueriesData<Listed>(
        LISTED,
        (listed) => listed && applyChange(listed, appointment, to),
      );
      return { before };
    },
    onSuccess(changed, change) {
      if (change.chargesFee) void charge(change.appointment.id, change.chargesFee);
      void tell(changed, change);
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

  /** Its code is loaded with the first fee. */
  async function charge(id: number, amount: string) {
    const { chargeFee } = await import("./use-charge-fee.ts");
    await chargeFee({ api, client, toasts }, id, amount);
  }

  /** Its words are loaded with the first change. */
  async function tell(changed: Appointment, change: Change) {
    const { describeDone } = await import("./describe-change.ts");
    const employees = client.getQueryData(employeesQuery(api).queryKey);
    const message = describeDone(change, changed, employees, { mutate, withdrawText });
    if (message) toasts.show(message);
  }

  function withdrawText(appointment: Appointment, scope?: Scope) {
    mutate({ appointment, to: {}, scope, notify: false });
  }

  return {
    question,
    dismissQuestion: () => setQuestion(undefined),
    conflict,
    dismissConflict: () => setConflict(undefined),
    withdrawText,
    move(
      appointment: Appointment,
      to: Fields,
      choice: { notify?: boolean; allowOverlap?: boolean } = {},
    ) {
      const change = { appointment, to, notify: true, ...choice, done: "Appointment moved" };
      if (!hasLaterVisits(appointment)) return mutate(change);
      return setQuestion({
        appointment,
        title: "Move Repeating Appointment",
        choose(scope) {
          setQuestion(undefined);
          // What is in the way of the later visits hasn't been said yet.
          const all = { ...change, scope, allowOverlap: false, done: "Visits moved" };
          mutate(scope === "one" ? change : all);
        },
      });
    },
    setStatus(appointment: Appointment, status: SettableStatus, choice: StatusChoice = {}) {
      const change = { appointment, to: { status }, ...choice };
      const isAll = choice.scope === "following";
      if (status === "canceled")
        mutate({ ...change, done: isAll ? "Appointments canceled" : "Appointment canceled" });
      else if (appointment.status === "canceled")
        mutate({ ...change, notify: true, done: "Appointment put back" });
      // A refund can be taken back for a few seconds.
      else mutate(choice.deposit ? { ...change, done: "Marked as no-show" } : change);
    },
  };
}

/** What a cancellation applies to, whether the client is texted, and what becomes of the deposit. */
export interface StatusChoice {
  readonly scope?: Scope | undefined;
  readonly notify?: boolean;
  readonly deposit?: DepositChoice;
  readonly chargesFee?: string;
  readonly onlyPart?: boolean;
}

export type Changes = ReturnType<typeof useChanges>;

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
