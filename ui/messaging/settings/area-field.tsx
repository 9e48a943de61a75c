import type { ReactNode } from "react";
import { useFormContext } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import type { FieldName, SettingsValues } from "#ui/platform/settings/form-values.ts";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { savedText } from "#ui/platform/settings/text-field.tsx";

interface AreaFieldProps {
  name: FieldName;
  label: string;
  hint: ReactNode;
  rows?: number;
  placeholder?: string;
}

export function AreaField({ name, label, hint, ...rest }: AreaFieldProps) {
  const { register, formState } = useFormContext<SettingsValues>();
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message} className={WIDE}>
      <Textarea
        className="field-sizing-content min-h-21 max-h-80"
        {...rest}
        {...register(name)}
        defaultValue={savedText(formState, name)}
      />
    </Field>
  );
}
