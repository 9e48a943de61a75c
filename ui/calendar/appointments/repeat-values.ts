import type { Repeat } from "#src/calendar/appointments/repeat-contract.ts";

/** Weeks between two visits as a select's value, or "custom". */
export const NEVER = "never";
export const CUSTOM = "custom";
export const RHYTHMS = [
  { value: NEVER, label: "Does not repeat" },
  { value: "1", label: "Every week" },
  { value: "2", label: "Every 2 weeks" },
  { value: "4", label: "Every 4 weeks" },
  { value: CUSTOM, label: "Custom…" },
] as const;

/** How an appointment repeats, as a form's texts. */
export interface RepeatValues {
  repeats: string;
  everyWeeks: string;
  ends: "count" | "until";
  count: string;
  until: string;
}

export const NO_REPEAT: RepeatValues = {
  repeats: NEVER,
  everyWeeks: "3",
  ends: "count",
  count: "6",
  until: "",
};

/** The request's part for values that passed; undefined for a single appointment. */
export function repeatOf(values: RepeatValues): Omit<Repeat, "skip"> | undefined {
  if (values.repeats === NEVER) return undefined;
  const everyWeeks = Number(values.repeats === CUSTOM ? values.everyWeeks : values.repeats);
  return values.ends === "count"
    ? { everyWeeks, count: Number(values.count) }
    : { everyWeeks, until: values.until };
}

export function repeatErrorsOf(
  values: RepeatValues & { readonly date: string },
): Partial<Record<keyof RepeatValues, string | undefined>> {
  if (values.repeats === NEVER) return {};
  return {
    everyWeeks:
      values.repeats === CUSTOM && !isWithin(values.everyWeeks, 1, 52)
        ? "Enter 1 to 52 weeks"
        : undefined,
    count:
      values.ends === "count" && !isWithin(values.count, 2, 52)
        ? "Enter 2 to 52 visits"
        : undefined,
    until:
      values.ends === "until" && values.until <= values.date
        ? "Choose a date after the first visit"
        : undefined,
  };
}

function isWithin(text: string, from: number, to: number): boolean {
  const figure = Number(text);
  return Number.isInteger(figure) && figure >= from && figure <= to;
}
