import type { Settings } from "#src/settings/contract.ts";
import { BackupCard } from "./backup-card.tsx";
import { BusinessCard } from "./business-card.tsx";
import { ClearAppointments } from "./clear-appointments.tsx";
import { ClientPagesCard } from "./client-pages-card.tsx";
import { CodesCard } from "./codes-card.tsx";
import { CostCard } from "./cost-card.tsx";
import { DeliverabilityCard } from "./deliverability-card.tsx";
import { Employees } from "./employees.tsx";
import { GoogleCard } from "./google-card.tsx";
import { HoursCard } from "./hours-card.tsx";
import { ImportAppointments } from "./import-appointments.tsx";
import { ManualCheck } from "./manual-check.tsx";
import { MembershipSmtpCard } from "./membership-smtp-card.tsx";
import { PaceCard } from "./pace-card.tsx";
import { ReminderCard } from "./reminder-card.tsx";
import { SectionCard } from "./section-card.tsx";
import { SmtpCard } from "./smtp-card.tsx";
import { StripeCard } from "./stripe-card.tsx";
import { TemplateCard } from "./template-card.tsx";
import { ThankYouCard } from "./thank-you-card.tsx";
import { TwilioCard } from "./twilio-card.tsx";
import { VoiceCard } from "./voice-card.tsx";
import { WebhookCard } from "./webhook-card.tsx";
import { ZapierCard } from "./zapier-card.tsx";

/** The rest of the form, below what is first in sight. */
export function FormCards({ settings }: { settings: Settings }) {
  return (
    <>
      <TwilioCard settings={settings} />
      <BusinessCard />
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

/** Outside the form: what these do, they do at once. */
export function OtherCards({ settings }: { settings: Settings }) {
  return (
    <>
      <ZapierCard settings={settings} />
      <SectionCard id="manual-check">
        <ManualCheck />
      </SectionCard>
      <SectionCard id="employees">
        <Employees />
      </SectionCard>
      <SectionCard id="import-appointments">
        <ImportAppointments />
      </SectionCard>
      <BackupCard />
      <SectionCard id="clear-appointments">
        <ClearAppointments />
      </SectionCard>
    </>
  );
}
