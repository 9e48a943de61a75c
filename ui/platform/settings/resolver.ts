import type { Resolver } from "react-hook-form";
import { SettingsChange } from "#src/platform/settings/shapes-contract.ts";
import { SETTINGS, type SettingName } from "#src/platform/settings/table-contract.ts";
import { fieldOf } from "#ui/messaging/settings/template-fields.ts";
import type { FieldName, SettingsValues } from "./form-values.ts";

/**
 * Validates with the contract's shape and returns only the changes. Its context is the saved
 * settings.
 */
export const resolver: Resolver<SettingsValues, SettingsValues, SettingsChange> = (
  values,
  saved,
) => {
  const parsed = SettingsChange.safeParse(saved ? changeOf(values, saved) : {});
  if (parsed.success) return { values: parsed.data, errors: {} };

  const errors: Partial<Record<FieldName, { type: string; message: string }>> = {};
  for (const { path, code, message } of parsed.error.issues)
    errors[fieldOf(path.join("."))] ??= { type: code, message };
  return { values: {}, errors };
};

function changeOf(values: SettingsValues, saved: SettingsValues): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  for (const name of Object.keys(values) as FieldName[]) {
    const value = values[name];
    if (value === saved[name] || value === null) continue;
    if (name.startsWith("template")) change["campaignTemplate"] = templateOf(values);
    else if (name === "verificationCountries") change[name] = codesIn(String(value));
    else change[name] = toSent(name as SettingName, value);
  }
  return change;
}

/** "us, CA" names two. */
function codesIn(typed: string): string[] {
  return [
    ...new Set(
      typed
        .toUpperCase()
        .split(/[^A-Z0-9]+/)
        .filter(Boolean),
    ),
  ];
}

function templateOf(values: SettingsValues) {
  const { templateMessageCount: count, templateDelaySeconds: delay, templateMessage } = values;
  if (`${count}${delay}${templateMessage}`.trim() === "") return null;
  return { messageCount: Number(count), delaySeconds: Number(delay), message: templateMessage };
}

/** An empty cap is null; other numbers are sent as numbers. */
function toSent(name: SettingName, value: string | boolean): unknown {
  const { default: initial } = SETTINGS[name];
  if (initial === null && value === "") return null;
  return initial === null || typeof initial === "number" ? Number(value) : value;
}
