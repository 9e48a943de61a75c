import type { Settings } from "#src/platform/settings/contract.ts";
import { SignInCard } from "#ui/accounts/settings/sign-in-card.tsx";
import { ClientPagesCard } from "#ui/billing/settings/client-pages-card.tsx";
import { CodesCard } from "#ui/billing/settings/codes-card.tsx";
import { MembershipSmtpCard } from "#ui/billing/settings/membership-smtp-card.tsx";
import { StripeCard } from "#ui/billing/settings/stripe-card.tsx";
import { Employees } from "#ui/calendar/employees/employees.tsx";
import { ClearAppointments } from "#ui/calendar/settings/clear-appointments.tsx";
import { HoursCard } from "#ui/calendar/settings/hours-card.tsx";
import { ImportAppointments } from "#ui/calendar/settings/import-appointments.tsx";
import { ReminderCard } from "#ui/calendar/settings/reminder-card.tsx";
import { ThankYouCard } from "#ui/calendar/settings/thank-you-card.tsx";
import { VoiceCard } from "#ui/calls/settings/voice-card.tsx";
import { ExportsCard } from "#ui/integrations/exports/exports-card.tsx";
import { WebhookCard } from "#ui/integrations/zapier/webhook-card.tsx";
import { ZapierCard } from "#ui/integrations/zapier/zapier-card.tsx";
import { CostCard } from "#ui/messaging/settings/cost-card.tsx";
import { DeliverabilityCard } from "#ui/messaging/settings/deliverability-card.tsx";
import { GetApprovedCard } from "#ui/messaging/settings/get-approved-card.tsx";
import { ManualCheck } from "#ui/messaging/settings/manual-check.tsx";
import { PaceCard } from "#ui/messaging/settings/pace-card.tsx";
import { TemplateCard } from "#ui/messaging/settings/template-card.tsx";
import { TwilioCard } from "#ui/messaging/settings/twilio-card.tsx";
import { GoogleCard } from "#ui/reviews/settings/google-card.tsx";
import { BackupCard } from "./backup-card.tsx";
import { BusinessCard } from "./business-card.tsx";
import { SectionCard } from "./section-card.tsx";
import { SmtpCard } from "./smtp-card.tsx";

/** The rest of the form, below the fold. */
export function FormCards({ settings }: { settings: Settings }) {
  return (
    <>
      <TwilioCard settings={settings} />
      <BusinessCard />
      <SignInCard />
      <SmtpCard settings={settings} />
      <MembershipSmtpCard settings={settings} />
      <PaceCard />
      <CostCard />
      <DeliverabilityCard />
      <TemplateCard />
      <WebhookCard settings={settings} />
      <HoursCard />
      <VoiceCard settings={settings} />
      <StripeCard settings={settings} />
      <ClientPagesCard />
      <CodesCard />
      <GoogleCard settings={settings} />
      <ThankYouCard settings={settings} />
      <ReminderCard settings={settings} />
    </>
  );
}

/** Outside the form: these apply at once. */
export function OtherCards({ settings }: { settings: Settings }) {
  return (
    <>
      <ZapierCard settings={settings} />
      <GetApprovedCard />
      <SectionCard id="manual-check">
        <ManualCheck />
      </SectionCard>
      <SectionCard id="employees">
        <Employees />
      </SectionCard>
      <SectionCard id="import-appointments">
        <ImportAppointments />
      </SectionCard>
      <ExportsCard />
      <BackupCard />
      <SectionCard id="clear-appointments">
        <ClearAppointments />
      </SectionCard>
    </>
  );
}
