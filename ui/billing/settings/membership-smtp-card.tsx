import type { Settings } from "#src/platform/settings/contract.ts";
import { DEFAULT_SMTP_PORT } from "#src/shared/constants.ts";
import { CardBadge } from "#ui/platform/settings/connection-badge.tsx";
import { MEMBERSHIP_MAIL } from "#ui/platform/settings/connections.ts";
import { SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { TestMail } from "#ui/platform/settings/test-mail.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";

export function MembershipSmtpCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard
      id="membership-smtp"
      trailing={<CardBadge connection={MEMBERSHIP_MAIL} settings={settings} />}
    >
      <p className={`sm dim ${WIDE}`}>
        Only if emails to members should come from another address. Leave blank to use the mail
        server under Advanced.
      </p>
      <TextField
        name="membershipSmtpHost"
        label="Membership host"
        placeholder={settings.smtpHost || "smtp.example.com"}
        spellCheck={false}
      />
      <NumberField
        name="membershipSmtpPort"
        label="Membership port"
        max={65535}
        placeholder={String(DEFAULT_SMTP_PORT)}
      />
      <TextField
        name="membershipSmtpUser"
        label="Membership username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SecretSetting
        name="membershipSmtpPassword"
        label="Membership password"
        hint="Stored encrypted."
        settings={settings}
      />
      <TextField
        name="membershipSmtpFromName"
        label="Membership from name (optional)"
        placeholder={settings.smtpFromName || settings.businessName}
        className={WIDE}
      />
      <SwitchSetting
        name="membershipSmtpSecure"
        hint="Only connects to a server with encryption and a trusted certificate."
      >
        Secure membership connection
      </SwitchSetting>
      <TestMail connection={MEMBERSHIP_MAIL} name="testMembershipSmtp" settings={settings}>
        Test Membership SMTP
      </TestMail>
    </SectionCard>
  );
}
