import type { Settings } from "#src/platform/settings/contract.ts";
import { Employees } from "#ui/calendar/employees/employees.tsx";
import { HoursCard } from "#ui/calendar/settings/hours-card.tsx";
import { ReminderCard } from "#ui/calendar/settings/reminder-card.tsx";
import { ThankYouCard } from "#ui/calendar/settings/thank-you-card.tsx";
import { BusinessCard } from "#ui/platform/settings/business-card.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";

export function SalonCards({ settings }: { settings: Settings }) {
  return (
    <>
      <BusinessCard />
      <HoursCard />
      <ThankYouCard settings={settings} />
      <ReminderCard settings={settings} />
    </>
  );
}

export function SalonTools() {
  return (
    <SectionCard id="employees">
      <Employees />
    </SectionCard>
  );
}
