import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useLocation } from "wouter";
import {
  type Appointment,
  appointments,
  type CreatedAppointment,
} from "#src/calendar/appointments/contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import type { ToastMessage } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { mediumDay } from "./days.ts";
import { bodyOf, type FormValues, valuesOf } from "./form-values.ts";
import { hasLaterVisits } from "./format-repeat.ts";
import { describeText } from "./notify-box.tsx";
import { repeatOf } from "./repeat-values.ts";
import type { RepeatPreview } from "./use-repeat-preview.ts";

interface Options {
  readonly appointment: Appointment | undefined;
  readonly form: UseFormReturn<FormValues>;
  /** The day on the screen. */
  readonly date: string;
  readonly preview: RepeatPreview;
  /** Whether the client is texted; undefined while there is nothing to tell. */
  readonly notify: boolean | undefined;
  readonly onClose: () => void;
}

/**
 * Books a new appointment or a series, or writes what was changed; asks first when it overlaps another one, and what a
 * change of a repeating appointment applies to.
 */
export function useSave({ appointment, form, date, preview, notify, onClose }: Options) {
  const [, navigate] = useLocation();
  const [clash, setClash] = useState<string>();
  const [scope, setScope] = useState<Scope>();
  const [asking, setAsking] = useState<FormValues>();
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
    done: (created) => createdMessage(created, date, navigate),
  });
  const change = useAct(appointments.change, {
    ...options,
    done: (changed, { body }) => ({
      title: body.scope === "following" ? "Visits updated" : "Appointment updated",
      description: describeText(changed),
    }),
  });

  function send(values: FormValues, of: Scope | undefined) {
    const repeat = seriesOf(values, preview);
    const allowOverlap =
      clash !== undefined || (repeat !== undefined && preview.choice === "anyway");
    if (appointment)
      return change.run({
        params: { id: appointment.id },
        body: {
          ...changesOf(appointment, values),
          ...(repeat && { repeat }),
          ...(of && { scope: of }),
          ...(notify !== undefined && { notify }),
          allowOverlap,
        },
      });
    const { serviceId, ...body } = bodyOf(values);
    return create.run({
      body: {
        ...body,
        ...(serviceId && { serviceId }),
        ...(repeat && { repeat }),
        ...(notify && { notify }),
        allowOverlap,
      },
    });
  }

  return {
    isPending: create.isPending || change.isPending,
    clash,
    clearClash: () => setClash(undefined),
    save(values: FormValues) {
      const mustAsk = appointment && hasLaterVisits(appointment) && clash === undefined;
      if (mustAsk && Object.keys(changesOf(appointment, values)).length > 0) setAsking(values);
      else send(values, scope);
    },
    /** Whether it has to be chosen what the change applies to. */
    asksScope: asking !== undefined,
    dismissScope: () => setAsking(undefined),
    chooseScope(chosen: Scope) {
      setAsking(undefined);
      setScope(chosen);
      if (asking) send(asking, chosen);
    },
  };
}

/** Leaves out only conflicts that are shown for these values. The server refuses those that are not known yet. */
function seriesOf(values: FormValues, { visits = [], isCurrent, choice }: RepeatPreview) {
  const repeat = repeatOf(values);
  const conflicts = visits.flatMap(({ day, conflict }) => (conflict === null ? [] : day));
  return repeat && { ...repeat, skip: isCurrent && choice === "skip" ? conflicts : [] };
}

/** An appointment on another screen or day is one press away. */
function createdMessage(
  created: CreatedAppointment,
  shown: string,
  navigate: (to: string) => void,
): ToastMessage {
  const { appointmentDate } = created;
  const day = dayOf(appointmentDate);
  const title = created.repeat ? "Appointments created" : "Appointment created";
  const text = describeText(created);
  if (day === shown && location.pathname === "/appointments") return { title, description: text };
  const when = `${mediumDay(day, appointmentDate)} at ${formatClock(appointmentDate)}`;
  return {
    title,
    description: text ? `${when}. ${text}` : when,
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
