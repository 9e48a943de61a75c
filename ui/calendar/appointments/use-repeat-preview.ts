import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { type Appointment, appointments } from "#src/calendar/appointments/contract.ts";
import type { PlannedVisit } from "#src/calendar/appointments/repeat-contract.ts";
import { type Api, errorMessage, useApi } from "#ui/api.ts";
import { useDebounced } from "#ui/shell/data/debounce.ts";
import { bodyOf, errorsOf, type FormValues } from "./form-values.ts";
import { repeatOf } from "./repeat-values.ts";

/** What to do with the visits that have a conflict. */
type ConflictChoice = "skip" | "anyway";

export interface RepeatPreview {
  /** Undefined until they are loaded, and for an appointment that does not repeat. */
  readonly visits: readonly PlannedVisit[] | undefined;
  /** False while the visits are those of an earlier state of the form. */
  readonly isCurrent: boolean;
  readonly error: string | undefined;
  readonly choice: ConflictChoice;
  readonly setChoice: (choice: ConflictChoice) => void;
}

/** The visits of the series that the form describes, each with its conflicts. */
export function useRepeatPreview(
  { watch }: UseFormReturn<FormValues>,
  appointment: Appointment | undefined,
): RepeatPreview {
  const api = useApi();
  const [choice, setChoice] = useState<ConflictChoice>("skip");
  const values = watch();
  const repeat = repeatOf(values);
  const request = repeat ? checkOf(values, { repeat, appointmentId: appointment?.id }) : NOTHING;
  const body = useDebounced(request);
  const { data, error, isPlaceholderData } = useQuery({
    ...checkQuery(api, body),
    placeholderData: keepPreviousData,
  });
  const isOn = body !== NOTHING;
  return {
    visits: isOn && !error ? data?.visits : undefined,
    isCurrent: body === request && !isPlaceholderData,
    error: isOn && error ? errorMessage(error) : undefined,
    choice,
    setChoice,
  };
}

const NOTHING = "null";

/** What to check about the visits of the form, as JSON: nothing while something is missing that the check needs. */
export function checkOf(
  values: FormValues,
  more: { readonly repeat?: object; readonly appointmentId: number | undefined },
): string {
  const { clientName: _, ...errors } = errorsOf(values);
  if (Object.values(errors).some((one) => one !== undefined)) return NOTHING;
  const { clientName, phoneNumber, ...visit } = bodyOf(values);
  return JSON.stringify({ ...visit, ...more });
}

/** The visits that a form describes, each with its conflicts. */
export function checkQuery(api: Api, body: string) {
  return {
    queryKey: [appointments.previewRepeat.path, body],
    queryFn: () => api(appointments.previewRepeat, { body: JSON.parse(body) }),
    enabled: body !== NOTHING,
    gcTime: 60_000,
    meta: { reads: ["appointments", "waitlist", "time-off", "hours", "services"] },
  };
}

/** Leaves out only conflicts that are shown for these values. The server refuses those that are not known yet. */
export function seriesOf(values: FormValues, preview: RepeatPreview) {
  const repeat = repeatOf(values);
  return repeat && { ...repeat, skip: preview.choice === "skip" ? conflictsOf(preview) : [] };
}

/** The days with a conflict that is shown for the present values. */
export function conflictsOf({ visits = [], isCurrent }: RepeatPreview): string[] {
  return isCurrent ? visits.flatMap(({ day, conflict }) => (conflict === null ? [] : day)) : [];
}
