import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { SecretField } from "#ui/kit/secret-field.tsx";
import type { SecretName, SettingsValues } from "./form-values.ts";

interface SecretSettingProps {
  name: SecretName;
  label: string;
  hint?: ReactNode;
  settings: Settings;
}

export const SEALED = "Stored encrypted. Only the last four characters can be shown.";

/** A secret in the settings form: kept if unedited, removed if emptied. */
export function SecretSetting({ name, label, hint = SEALED, settings }: SecretSettingProps) {
  const { control } = useFormContext<SettingsValues>();
  const stored = settings[name];
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <SecretField
          label={label}
          hint={stored?.set && field.value === "" ? "Leave blank to remove it." : hint}
          error={fieldState.error?.message}
          lastFour={stored?.set ? (stored.last4 ?? "") : undefined}
          value={field.value ?? undefined}
          onValueChange={(value) => field.onChange(value ?? null)}
        />
      )}
    />
  );
}
