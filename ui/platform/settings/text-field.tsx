import type { ComponentProps, ReactNode } from "react";
import { type FormState, useFormContext } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { TimeInput } from "#ui/shell/fields/date-input.tsx";
import type { SettingsValues } from "./form-values.ts";

interface TextFieldProps extends Omit<ComponentProps<"input">, "name"> {
  name: keyof SettingsValues;
  label: ReactNode;
  hint?: ReactNode;
  /** Of the field, not of the input. */
  className?: string;
}

/** A labeled input of the settings form, with the server's error. */
export function TextField({ name, label, hint, className, ...rest }: TextFieldProps) {
  const { register, formState } = useFormContext<SettingsValues>();
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message} className={className}>
      <Input
        autoComplete="off"
        {...rest}
        {...register(name)}
        defaultValue={savedText(formState, name)}
      />
    </Field>
  );
}

/** What a field shows until the page is live, when the form fills it in. */
export function savedText(
  { defaultValues }: FormState<SettingsValues>,
  name: keyof SettingsValues,
): string | undefined {
  const saved = defaultValues?.[name];
  return typeof saved === "string" ? saved : undefined;
}

export function TimeSetting({
  name,
  label,
  hint,
}: Pick<TextFieldProps, "name" | "label" | "hint">) {
  const { register, formState } = useFormContext<SettingsValues>();
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      <TimeInput {...register(name)} />
    </Field>
  );
}

/** A whole number, from 1 unless `min` is given. */
export function NumberField(props: TextFieldProps) {
  return <TextField type="number" inputMode="numeric" min={1} {...props} />;
}
