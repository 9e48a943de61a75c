import CircleAlert from "lucide-react/icons/circle-alert";
import { Controller, useFormContext } from "react-hook-form";
import type { Settings } from "#src/settings/contract.ts";
import { DEFAULT_SMTP_PORT } from "#src/shared/constants.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Note } from "#ui/kit/note.tsx";
import { SecretField } from "#ui/kit/secret-field.tsx";
import type { SettingsValues } from "./form-values.ts";
import { MailBadge } from "./mail-badge.tsx";
import { isMailDirty } from "./mail-state.ts";
import { SectionCard, WIDE } from "./section-card.tsx";
import { TextField } from "./text-field.tsx";
import { useTestSmtp } from "./use-test-smtp.ts";

export function SmtpCard({ settings }: { settings: Settings }) {
  const { control, register } = useFormContext<SettingsValues>();
  const { smtpPassword: password } = settings;
  return (
    <SectionCard
      id="smtp"
      aside={
        <span className="mr-1 flex">
          <MailBadge settings={settings} />
        </span>
      }
    >
      <TextField name="smtpHost" label="Host" placeholder="smtp.example.com" spellCheck={false} />
      <TextField
        name="smtpPort"
        label="Port"
        type="number"
        min={1}
        max={65535}
        inputMode="numeric"
        placeholder={String(DEFAULT_SMTP_PORT)}
      />
      <TextField name="smtpUser" label="User name" autoCapitalize="none" spellCheck={false} />
      <Controller
        control={control}
        name="smtpPassword"
        render={({ field, fieldState }) => (
          <SecretField
            label="Password"
            hint="Stored encrypted."
            error={fieldState.error?.message}
            lastFour={password?.set ? (password.last4 ?? "") : undefined}
            value={field.value ?? undefined}
            onValueChange={(value) => field.onChange(value ?? null)}
          />
        )}
      />
      <TextField
        name="smtpFromName"
        label="From name (optional)"
        placeholder={settings.businessName}
      />
      <TextField
        name="smtpFromAddress"
        label="From address (optional)"
        type="email"
        hint="Where it differs from the user name."
      />
      <div className={WIDE}>
        <Checkbox {...register("smtpSecure")} aria-describedby="smtp-secure-hint">
          Secure connection
        </Checkbox>
        <p id="smtp-secure-hint" className="hint mt-1">
          Mail and password only go to a server that encrypts and whose certificate can be trusted.
        </p>
      </div>
      <TestSmtp settings={settings} />
    </SectionCard>
  );
}

function TestSmtp({ settings }: { settings: Settings }) {
  const { formState } = useFormContext<SettingsValues>();
  const test = useTestSmtp();
  const unsaved = isMailDirty(formState.dirtyFields);
  return (
    <div className={`${WIDE} flex flex-col gap-3`}>
      <div className="row wrap">
        <Button
          disabled={unsaved || !settings.canMail}
          aria-describedby="test-smtp-hint"
          busy={test.running && "Sending..."}
          onClick={test.run}
        >
          Test SMTP
        </Button>
        <p id="test-smtp-hint" className="hint">
          {unsaved ? "Save your changes to test them." : "Sends a mail to your own address."}
        </p>
      </div>
      {/* The toast goes; what to put right stays. */}
      {test.refusal && !unsaved && (
        <Note tone="bad" icon={CircleAlert}>
          {test.refusal}
        </Note>
      )}
    </div>
  );
}
