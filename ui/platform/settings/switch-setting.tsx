import { type ReactNode, useId } from "react";
import { useFormContext } from "react-hook-form";
import { Switch } from "#ui/kit/switch.tsx";
import type { SettingsValues, SwitchName } from "./form-values.ts";
import { WIDE } from "./section-card.tsx";

interface SwitchSettingProps {
  name: SwitchName;
  hint: ReactNode;
  apart?: boolean;
  children: ReactNode;
}

export function SwitchSetting({ name, hint, apart, children }: SwitchSettingProps) {
  const { register, formState } = useFormContext<SettingsValues>();
  const id = useId();
  return (
    <div className={`${WIDE}${apart ? " border-line border-t pt-4" : ""}`}>
      <Switch
        {...register(name)}
        defaultChecked={formState.defaultValues?.[name]}
        aria-describedby={id}
      >
        {children}
      </Switch>
      <p id={id} className="hint mt-1 touch:pointer-events-none touch:-mt-2">
        {hint}
      </p>
    </div>
  );
}
