import { Controller, useFormContext } from "react-hook-form";
import type { Settings } from "#src/settings/contract.ts";
import { SecretField } from "#ui/kit/secret-field.tsx";
import type { SettingsValues } from "./form-values.ts";
import { SectionCard } from "./section-card.tsx";
import { TextField } from "./text-field.tsx";
import { TwilioBadge } from "./twilio-badge.tsx";

export function TwilioCard({ settings }: { settings: Settings }) {
  const { control } = useFormContext<SettingsValues>();
  const { twilioAuthToken: token } = settings;
  return (
    <SectionCard
      id="twilio"
      aside={
        <span className="mr-1 flex">
          <TwilioBadge settings={settings} />
        </span>
      }
    >
      <TextField
        name="twilioAccountSid"
        label="Account SID"
        className="num"
        placeholder="AC…"
        spellCheck={false}
      />
      <Controller
        control={control}
        name="twilioAuthToken"
        render={({ field, fieldState }) => (
          <SecretField
            label="Auth token"
            hint="Stored encrypted. Only the last four characters can be shown."
            error={fieldState.error?.message}
            lastFour={token?.set ? (token.last4 ?? "") : undefined}
            value={field.value ?? undefined}
            onValueChange={(value) => field.onChange(value ?? null)}
          />
        )}
      />
      <TextField
        name="twilioPhoneNumber"
        label="Phone number"
        type="tel"
        placeholder="+1"
        hint="The number your texts come from."
      />
      <TextField
        name="twilioMessagingServiceSid"
        label="Messaging Service SID (optional)"
        placeholder="MG…"
        spellCheck={false}
        hint="Only if you registered your number with one."
      />
    </SectionCard>
  );
}
