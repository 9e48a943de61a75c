import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Appointment, appointments } from "#src/calendar/appointments/contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { describeChange } from "./describe-change.ts";
import { bodyOf, type FormValues, valuesOf } from "./form-values.ts";
import { hasLaterVisits } from "./format-repeat.ts";
import { type RepeatPreview, seriesOf } from "./use-repeat-preview.ts";

interface Options {
  readonly appointment: Appointment;
  readonly employees: readonly Employee[];
  readonly form: UseFormReturn<FormValues>;
  readonly preview: RepeatPreview;
  /** Whether the client is texted; undefined while nothing changed for the client. */
  readonly notify: boolean | undefined;
  readonly onClose: () => void;
}

/**
 * Writes what was changed; asks first when it overlaps another appointment, and what a change of a repeating one
 * applies to.
 */
export function useSave({ appointment, employees, form, preview, notify, onClose }: Options) {
  const [clash, setClash] = useState<string>();
  const [scope, setScope] = useState<Scope>();
  const [asking, setAsking] = useState<FormValues>();
  const change = useAct(appointments.change, {
    onDone: onClose,
    errors(error: Error) {
      const message = fieldErrorsOf(error)["allowOverlap"];
      if (message === undefined) return { setError: form.setError };
      setClash(message);
      return "inline";
    },
    done: (changed, { body }) => ({
      title: body.scope === "following" ? "Appointments updated" : "Appointment updated",
      description: describeChange(appointment, changed, employees) || undefined,
    }),
  });

  function send(values: FormValues, of: Scope | undefined) {
    const repeat = seriesOf(values, preview);
    const allowOverlap =
      clash !== undefined || (repeat !== undefined && preview.choice === "anyway");
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
  }

  return {
    isPending: change.isPending,
    clash,
    clearClash: () => setClash(undefined),
    save(values: FormValues) {
      const mustAsk = hasLaterVisits(appointment) && clash === undefined;
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

/** Only changed fields: values hidden from this user must not be written back. */
function changesOf(appointment: Appointment, values: FormValues) {
  const before = valuesOf(appointment);
  const [sentBefore, after] = [bodyOf(before), bodyOf(values)].map(toText);
  const isTyped = before.services.length > 0 && values.services.length === 0;
  return {
    ...Object.fromEntries(
      Object.entries(bodyOf(values)).filter(([field]) => after?.[field] !== sentBefore?.[field]),
    ),
    ...(isTyped && { serviceId: null }),
  } as Partial<ReturnType<typeof bodyOf>> & { serviceId?: null };
}

/** For comparing lists. */
function toText(body: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [field, JSON.stringify(value)]),
  );
}
