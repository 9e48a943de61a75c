import type { SettingsValues } from "./form-values.ts";

const FIELDS = [
  "smtpHost",
  "smtpPort",
  "smtpUser",
  "smtpPassword",
  "smtpSecure",
  "smtpFromName",
  "smtpFromAddress",
] as const satisfies readonly (keyof SettingsValues)[];

type Dirty = Readonly<Partial<Record<keyof SettingsValues, boolean>>>;

/** A test is of what is saved. */
export function isMailDirty(dirty: Dirty): boolean {
  return FIELDS.some((name) => dirty[name]);
}
