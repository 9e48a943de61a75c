import type { Settings } from "#src/platform/settings/contract.ts";
import type { SettingsChange } from "#src/platform/settings/shapes-contract.ts";
import { toTypedEnd } from "#src/shared/clock-time.ts";

type Editable = keyof SettingsChange & keyof Settings;
/** The settings with values of this type. */
type NameOf<Value> = {
  [Name in Editable]-?: NonNullable<Settings[Name]> extends Value ? Name : never;
}[Editable];

export type TextName = NameOf<string | number> | "verificationCountries";
export type SwitchName = NameOf<boolean>;
export type SecretName = NameOf<{ set: boolean }>;

/** An unset template has empty fields. */
const TEMPLATE = ["templateMessageCount", "templateDelaySeconds", "templateMessage"] as const;

export type SettingsValues = Record<TextName | (typeof TEMPLATE)[number], string> &
  Record<SwitchName, boolean> &
  Record<SecretName, string | null>;
export type FieldName = keyof SettingsValues;
export type Dirty = Readonly<Partial<Record<FieldName, boolean>>>;

/** The form's values. A secret is null until it is edited: saving null keeps the stored one. */
export function toFormValues(settings: Settings): SettingsValues {
  const { campaignTemplate: template, verificationCountries = [], ...rest } = settings;
  return {
    ...(Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [name, toFieldValue(value)]),
    ) as SettingsValues),
    systemWorkEndTime: toTypedEnd(settings.systemWorkEndTime),
    verificationCountries: verificationCountries.join(", "),
    templateMessageCount: template ? String(template.messageCount) : "",
    templateDelaySeconds: template ? String(template.delaySeconds) : "",
    templateMessage: template?.message ?? "",
  };
}

/** What was typed after the form was submitted. */
export function changedFields(
  submitted: SettingsValues,
  now: SettingsValues,
): [FieldName, SettingsValues[FieldName]][] {
  const names = Object.keys(now) as FieldName[];
  return names.filter((name) => now[name] !== submitted[name]).map((name) => [name, now[name]]);
}

function toFieldValue(value: unknown): string | boolean | null {
  if (typeof value === "boolean") return value;
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? null : String(value);
}
