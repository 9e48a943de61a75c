import type { Settings } from "#src/platform/settings/contract.ts";
import { ClearAppointments } from "#ui/calendar/settings/clear-appointments.tsx";
import { ImportAppointments } from "#ui/calendar/settings/import-appointments.tsx";
import { ExportsCard } from "#ui/integrations/exports/exports-card.tsx";
import { ZapierCard } from "#ui/integrations/zapier/zapier-card.tsx";
import { BackupCard } from "#ui/platform/settings/backup-card.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";

export function AdvancedTools({ settings }: { settings: Settings }) {
  return (
    <>
      <ZapierCard settings={settings} />
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
