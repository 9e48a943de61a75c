import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { DEFAULT_SMTP_PORT } from "#src/platform/settings/fields-contract.ts";
import { COUNTRIES } from "#ui/platform/settings/choices.ts";
import { ConnectionBadge } from "#ui/platform/settings/connection-badge.tsx";
import { MEMBERSHIP_MAIL } from "#ui/platform/settings/connections.ts";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SelectSetting } from "#ui/platform/settings/select-setting.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { TestMail } from "#ui/platform/settings/test-mail.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";

export function PaymentsCards({ settings }: { settings: Settings }) {
  return (
    <>
      <FeesCard />
      <ClientPagesCard />
      <CodesCard />
      <MembershipSmtpCard settings={settings} />
    </>
  );
}

const FEES = [
  { value: "none", label: "No fee" },
  { value: "fixed", label: "A fixed amount" },
  { value: "share", label: "A percentage of the price" },
];

const CARD_RULES = [
  { value: "never", label: "Never" },
  { value: "new-clients", label: "From new clients" },
  { value: "over-amount", label: "For visits at or above a price" },
  { value: "no-show", label: "From clients who missed a visit" },
  { value: "always", label: "Always" },
];

/** What a missed visit costs, and who leaves a card to book online. */
function FeesCard() {
  const { control } = useFormContext<SettingsValues>();
  const [fee, rule] = useWatch({ control, name: ["noShowFee", "bookingCardRule"] });
  return (
    <SectionCard id="fees">
      <SelectSetting
        name="noShowFee"
        label="No-show and late-cancellation fee"
        hint="You're asked each time. Nothing is charged automatically."
        options={FEES}
      />
      {fee === "fixed" && (
        <TextField
          name="noShowFeeAmount"
          label="Fee"
          inputMode="decimal"
          hint="We never charge more than the price of the visit."
        />
      )}
      {fee === "share" && (
        <NumberField name="noShowFeePercent" label="Percent of the price" min={1} max={100} />
      )}
      <SelectSetting
        name="bookingCardRule"
        label="Ask for a card when clients book online"
        hint="Not for services with a deposit, and only while Stripe is connected."
        options={CARD_RULES}
      />
      {rule === "over-amount" && (
        <TextField name="bookingCardAmount" label="From this price" inputMode="decimal" />
      )}
      <TextField
        name="tipNote"
        label="Note about tips"
        hint="Shown where clients add a tip, such as “All tips go to Elena.”"
        className={WIDE}
      />
      <p className={`hint ${WIDE}`}>
        Clients agree to your fee before they add a card, and we keep their agreement. Ask a lawyer
        whether your state allows your fees.
      </p>
    </SectionCard>
  );
}

function ClientPagesCard() {
  const { control } = useFormContext<SettingsValues>();
  const [on, domain] = useWatch({
    control,
    name: ["membershipDomainEnabled", "membershipDomain"],
  });
  return (
    <SectionCard id="client-pages">
      <SwitchSetting
        name="membershipDomainEnabled"
        hint="Sign-up pages, invites and the portals use it. Staff pages don't open there."
      >
        Use a separate domain for client pages
      </SwitchSetting>
      {(on || domain !== "") && (
        <TextField
          name="membershipDomain"
          label="Domain"
          placeholder="members.example.com"
          spellCheck={false}
          autoCapitalize="none"
          className={WIDE}
          hint={
            on && domain.trim() === ""
              ? "Until you add a domain, client pages use this server's address."
              : "At your domain provider, point this domain to your server. Then add it to your TLS proxy."
          }
        />
      )}
    </SectionCard>
  );
}

/** Attackers could request codes for expensive foreign numbers. */
function CodesCard() {
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

function MembershipSmtpCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard
      id="membership-smtp"
      trailing={<ConnectionBadge connection={MEMBERSHIP_MAIL} settings={settings} />}
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
