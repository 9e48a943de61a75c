import { Controller, useFormContext } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Select } from "#ui/kit/select.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";

const REQUIRED = [
  { value: "off", label: "No one" },
  { value: "admins", label: "Administrators" },
  { value: "everyone", label: "Everyone" },
] as const;

export function SignInCard() {
  const { control } = useFormContext<SettingsValues>();
  return (
    <SectionCard id="sign-in">
      <Controller
        control={control}
        name="secondFactorRequired"
        render={({ field, fieldState }) => (
          <Field
            label="Two-step sign-in is required for"
            className={WIDE}
            hint="Users without it must set it up the next time they open Parlor."
            error={fieldState.error?.message}
          >
            <Select value={field.value} onValueChange={field.onChange} options={REQUIRED} />
          </Field>
        )}
      />
      <SwitchSetting
        name="registrationOpen"
        apart
        hint="New accounts wait for your approval. When this is off, only people you invite under Users can register."
      >
        Anyone can register
      </SwitchSetting>
    </SectionCard>
  );
}
