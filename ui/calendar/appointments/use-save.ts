import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Appointment, appointments } from "#src/calendar/appointments/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { tellFormError } from "#ui/shell/form/form.ts";
import { bodyOf, type FormValues, valuesOf } from "./form-values.ts";

interface Options {
  readonly appointment: Appointment | undefined;
  readonly form: UseFormReturn<FormValues>;
  readonly onClose: () => void;
}

/** Books a new one, or writes what was changed; a clash is asked about before. */
export function useSave({ appointment, form, onClose }: Options) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [clash, setClash] = useState<string>();
  // One for each opened form: pressed twice, it is booked once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());

  const save = useMutation({
    mutationFn: (values: FormValues) => {
      const allowOverlap = clash !== undefined;
      if (!appointment)
        return api(appointments.create, {
          body: { ...bodyOf(values), allowOverlap },
          idempotencyKey,
        });
      const changes = changesOf(appointment, values);
      return api(appointments.change, {
        params: { id: appointment.id },
        body: { ...changes, allowOverlap },
      });
    },
    onSuccess() {
      toasts.show({ title: appointment ? "Appointment updated" : "Appointment created" });
      onClose();
      return refresh(client, "appointments");
    },
    onError(error) {
      const words = error instanceof ApiError ? error.errors["allowOverlap"] : undefined;
      setKey(crypto.randomUUID());
      if (words !== undefined) return setClash(words);
      const fallback = appointment ? undefined : "Failed to create appointment";
      tellFormError(toasts, error, form.setError, { fallback });
      return undefined;
    },
  });

  return { save, clash, forgetClash: () => setClash(undefined) };
}

/** Only what is different: what is hidden from this person must not be written back. */
function changesOf(appointment: Appointment, values: FormValues) {
  const before = bodyOf(valuesOf(appointment, { date: "", employeeId: undefined }));
  const after = bodyOf(values);
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => value !== before[field as keyof typeof before],
    ),
  ) as Partial<typeof after>;
}
