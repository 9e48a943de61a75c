import { useFormContext, useWatch } from "react-hook-form";
import { COUNTRIES } from "#ui/platform/settings/choices.ts";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

/** Attackers could request codes for expensive foreign numbers. */
export function CodesCard() {
  const { control } = useFormContext<SettingsValues>();
  const typed = useWatch({ control, name: "verificationCountries" });
  return (
    <SectionCard id="codes">
      <TextField
        name="verificationCountries"
        label="Countries for sign-in codes"
        placeholder="US, CA"
        spellCheck={false}
        autoCapitalize="characters"
        className={WIDE}
        hint={`${namesOf(typed)}. Clients in other countries can't sign in with a code. Only list the countries you need. Texts to some are expensive.`}
      />
    </SectionCard>
  );
}

function namesOf(typed: string): string {
  const codes = typed
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean);
  const names = codes.map((code) => COUNTRIES.find(({ value }) => value === code)?.label ?? code);
  return names.join(", ") || "None yet";
}
