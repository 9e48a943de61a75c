import { useFormContext } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { DEFAULT_SMTP_PORT } from "#src/platform/settings/fields-contract.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { CardBadge } from "./connection-badge.tsx";
import { MAIL } from "./connections.ts";
import type { SettingsValues } from "./form-values.ts";
import { SecretSetting } from "./secret-setting.tsx";
import { SectionCard, WIDE } from "./section-card.tsx";
import { TestMail } from "./test-mail.tsx";
import { NumberField, TextField } from "./text-field.tsx";

export function SmtpCard({ settings }: { settings: Settings }) {
  const { register } = useFormContext<SettingsValues>();
  return (
    <SectionCard id="smtp" trailing={<CardBadge connection={MAIL} settings={settings} />}>
      <TextField name="smtpHost" label="Host" placeholder="smtp.example.com" spellCheck={false} />
      <NumberField
        name="smtpPort"
        label="Port"
        max={65535}
        placeholder={String(DEFAULT_SMTP_PORT)}
      />
      <TextField name="smtpUser" label="Username" autoCapitalize="none" spellCheck={false} />
      <SecretSetting
        name="smtpPassword"
        label="Password"
        hint="Stored encrypted."
        settings={settings}
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
        hint="If it's different from the username."
      />
      <div className={WIDE}>
        <Checkbox {...register("smtpSecure")} aria-describedby="smtp-secure-hint">
          Secure connection
        </Checkbox>
        <p id="smtp-secure-hint" className="hint mt-1">
          Only connects to a server with encryption and a trusted certificate.
        </p>
      </div>
      <TestMail connection={MAIL} name="testSmtp" settings={settings}>
        Test SMTP
      </TestMail>
    </SectionCard>
  );
}
