import { DateField } from "./date-field.tsx";
import { TimeField } from "./time-field.tsx";

/** Loaded together: most dialogs have both. */
export const OWN_FIELDS = { date: DateField, time: TimeField };
