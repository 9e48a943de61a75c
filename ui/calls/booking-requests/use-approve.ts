import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import {
  type PotentialAppointment,
  potentialAppointments,
} from "#src/calls/booking-requests/contract.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { type BookingValues, bodyOf } from "./booking-values.ts";

/**
 * Books what the form says, or without values only marks the request; asks first when the appointment
 * overlaps another one.
 */
export function useApprove(
  request: PotentialAppointment,
  form: UseFormReturn<BookingValues>,
  onClose: () => void,
) {
  const [clash, setClash] = useState<string>();
  const { run, isPending } = useAct(potentialAppointments.approve, {
    done: ({ confirmation }) =>
      confirmation
        ? { title: "Appointment booked", description: confirmation.message }
        : "Request approved",
    onDone: onClose,
    errors(error) {
      const message = fieldErrorsOf(error)["allowOverlap"];
      if (message === undefined) return { setError: form.setError };
      setClash(message);
      return "inline";
    },
  });

  return {
    isPending,
    clash,
    clearClash: () => setClash(undefined),
    approve: (values: BookingValues | undefined) =>
      run({
        params: { id: request.id },
        body: values ? { ...bodyOf(values), allowOverlap: clash !== undefined } : {},
      }),
  };
}
