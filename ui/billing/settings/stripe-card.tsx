import type { Settings } from "#src/platform/settings/contract.ts";
import { ConnectionBadge } from "#ui/platform/settings/connection-badge.tsx";
import { ConnectionTest } from "#ui/platform/settings/connection-test.tsx";
import { STRIPE } from "#ui/platform/settings/connections.ts";
import { CopyField, publicBase } from "#ui/platform/settings/copy-field.tsx";
import { SEALED, SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

export function StripeCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="stripe" trailing={<ConnectionBadge connection={STRIPE} settings={settings} />}>
      <TextField
        name="stripePublishableKey"
        label="Publishable key"
        placeholder="pk_…"
        spellCheck={false}
        hint="In Stripe, under Developers, API keys."
      />
      <SecretSetting
        name="stripeSecretKey"
        label="Secret key"
        hint={`Starts with sk_, or rk_ for a restricted key. ${SEALED}`}
        settings={settings}
      />
      <SecretSetting
        name="stripeWebhookSecret"
        label="Webhook signing secret"
        hint="Starts with whsec_. Stripe shows it when you add the webhook address."
        settings={settings}
      />
      <TextField
        name="stripePortalConfigId"
        label="Portal configuration (optional)"
        placeholder="bpc_…"
        spellCheck={false}
        hint="Where members change their card. Leave blank for Stripe's default."
      />
      <TextField
        name="statementName"
        label="Name on card statements (optional)"
        maxLength={22}
        placeholder={settings.businessName.toUpperCase().slice(0, 22)}
        hint="5 to 22 characters. A name clients recognize prevents disputes."
      />
      <div className={WIDE}>
        <CopyField label="Webhook address" base={publicBase(settings)} path="/api/stripe/webhook" />
        <p className="hint mt-1.5">
          In Stripe, under Developers, Webhooks: add it with the events checkout.session,
          customer.subscription, invoice, subscription_schedule, charge.refunded, refund and
          charge.dispute.
        </p>
      </div>
      <ConnectionTest connection={STRIPE} settings={settings} />
    </SectionCard>
  );
}
