import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation } from "wouter";
import { type Appointment, appointments } from "#src/calendar/appointments/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import type { ToastMessage } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { mediumDay } from "./days.ts";
import { bodyOf, type FormValues, valuesOf } from "./form-values.ts";

interface Options {
  readonly appointment: Appointment | undefined;
  readonly form: UseFormReturn<FormValues>;
  /** The day on the screen. */
  readonly date: string;
  readonly onClose: () => void;
}

/** Books a new appointment, or writes what was changed; asks first when it overlaps another one. */
export function useSave({ appointment, form, date, onClose }: Options) {
  const [, navigate] = useLocation();
  const [clash, setClash] = useState<string>();
  const allowOverlap = clash !== undefined;
  const options = {
    onDone: onClose,
    errors(error: Error) {
      const message = fieldErrorsOf(error)["allowOverlap"];
      if (message === undefined)
        return {
          setError: form.setError,
          fallback: appointment ? undefined : "Failed to create appointment",
        };
      setClash(message);
      return "inline";
    },
  };
  const create = useAct(appointments.create, {
    ...options,
    done: ({ appointmentDate }) => createdMessage(appointmentDate, date, navigate),
  });
  const change = useAct(appointments.change, { ...options, done: "Appointment updated" });

  return {
    isPending: create.isPending || change.isPending,
    clash,
    clearClash: () => setClash(undefined),
    save(values: FormValues) {
      if (!appointment) {
        const { serviceId, ...body } = bodyOf(values);
        create.run({ body: { ...body, ...(serviceId && { serviceId }), allowOverlap } });
      } else
        change.run({
          params: { id: appointment.id },
          body: { ...changesOf(appointment, values), allowOverlap },
        });
    },
  };
}

/** An appointment on another screen or day is one press away. */
function createdMessage(
  appointmentDate: string,
  shown: string,
  navigate: (to: string) => void,
): ToastMessage {
  const day = dayOf(appointmentDate);
  if (day === shown && location.pathname === "/appointments")
    return { title: "Appointment created" };
  return {
    title: "Appointment created",
    description: `${mediumDay(day, appointmentDate)} at ${formatClock(appointmentDate)}`,
    action: { label: "View", run: () => navigate(`/appointments?date=${day}`) },
  };
}

/** Only changed fields: values hidden from this user must not be written back. */
function changesOf(appointment: Appointment, values: FormValues) {
  const before = bodyOf(valuesOf(appointment, { date: "", employeeId: undefined }));
  const after = bodyOf(values);
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => value !== before[field as keyof typeof before],
    ),
  ) as Partial<typeof after>;
}
