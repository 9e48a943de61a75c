import type { ReactNode } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Select } from "#ui/kit/select.tsx";
import { type Choice, includeSaved } from "./choices.ts";
import type { SettingsValues, TextName } from "./form-values.ts";

interface SelectSettingProps {
  name: TextName;
  label: string;
  hint?: ReactNode;
  options: readonly Choice[];
  className?: string;
}

export function SelectSetting({ name, options, ...field }: SelectSettingProps) {
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange }, fieldState }) => (
        <Field {...field} error={fieldState.error?.message}>
          <Select value={value} onValueChange={onChange} options={includeSaved(options, value)} />
        </Field>
      )}
    />
  );
}
