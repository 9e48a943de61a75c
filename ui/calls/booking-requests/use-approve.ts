import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { useToasts } from "#ui/kit/toasts.tsx";
import { refresh } from "#ui/shell/data/read.ts";
import { tellFormError } from "#ui/shell/form/form.ts";
import { type BookingValues, bodyOf } from "./booking-values.ts";

/** Books what the form says, or with nothing said only marks it; a clash is asked about before. */
export function useApprove(
  request: PotentialAppointment,
  form: UseFormReturn<BookingValues>,
  onClose: () => void,
) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [clash, setClash] = useState<string>();
  // One for each opened form: pressed twice, it is booked and texted once.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());

  const approve = useMutation({
    mutationFn: (values: BookingValues | undefined) =>
      api(potentialAppointments.approve, {
        params: { id: request.id },
        body: values ? { ...bodyOf(values), allowOverlap: clash !== undefined } : {},
        idempotencyKey,
      }),
    onSuccess({ confirmation }) {
      if (confirmation)
        toasts.show({ title: "Appointment booked", description: confirmation.words });
      else toasts.show({ title: "Request approved" });
      onClose();
    },
    onError(error) {
      const words = error instanceof ApiError ? error.errors["allowOverlap"] : undefined;
      setKey(crypto.randomUUID());
      if (words !== undefined) return setClash(words);
      tellFormError(toasts, error, form.setError);
      return undefined;
    },
    // Somebody else may have been quicker: then the list is old. The form need not wait for the new one.
    onSettled: () => void refresh(client, "potential-appointments", "appointments"),
  });
  return { approve, clash, forgetClash: () => setClash(undefined) };
}
