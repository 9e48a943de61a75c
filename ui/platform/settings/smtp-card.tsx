import type { Settings } from "#src/platform/settings/contract.ts";
import { DEFAULT_SMTP_PORT } from "#src/platform/settings/fields-contract.ts";
import { ConnectionBadge } from "./connection-badge.tsx";
import { MAIL } from "./connections.ts";
import { SecretSetting } from "./secret-setting.tsx";
import { SectionCard } from "./section-card.tsx";
import { SwitchSetting } from "./switch-setting.tsx";
import { TestMail } from "./test-mail.tsx";
import { NumberField, TextField } from "./text-field.tsx";

export function SmtpCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="smtp" trailing={<ConnectionBadge connection={MAIL} settings={settings} />}>
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
      <SwitchSetting
        name="smtpSecure"
        hint="Only connects to a server with encryption and a trusted certificate."
      >
        Secure connection
      </SwitchSetting>
      <TestMail connection={MAIL} name="testSmtp" settings={settings}>
        Test SMTP
      </TestMail>
    </SectionCard>
  );
}
