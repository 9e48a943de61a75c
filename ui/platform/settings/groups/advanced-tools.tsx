import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Backups, backups } from "#src/platform/backups/contract.ts";
import type { Settings } from "#src/platform/settings/contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { ClearAppointments, ImportAppointments } from "#ui/calendar/settings/appointment-tools.tsx";
import { ExportsCard } from "#ui/integrations/exports/exports-card.tsx";
import { ZapierCard } from "#ui/integrations/zapier/zapier-card.tsx";
import { Button } from "#ui/kit/button.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { backupsQuery } from "#ui/platform/settings/queries.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";

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

function BackupCard() {
  const api = useApi();
  const client = useQueryClient();
  const { data } = useQuery(backupsQuery(api));
  const make = useAct(backups.make, {
    done: "Backup started",
    onDone: (next) => client.setQueryData(backupsQuery(api).queryKey, next),
  });
  const running = make.isPending || (data?.running ?? false);

  return (
    <SectionCard id="backups">
      <div className={`${WIDE} flex items-center gap-2 min-w-0 flex-wrap`}>
        <div className="flex-1 min-w-0 basis-60" role="status">
          <p className="h3">{data ? <LastBackup {...data} /> : "Looking…"}</p>
          {data && (
            <p className="hint mt-1">
              {data.nightly
                ? `Every night at ${data.time}.`
                : "This demo doesn't make nightly backups."}{" "}
              {formatCount(data.kept, "copy", "copies")} in{" "}
              <span className="break-all">{data.folder}</span>: the last 7 days and 4 weeks.
            </p>
          )}
        </div>
        <Button busy={running && "Backing up..."} onClick={() => make.run()}>
          Back Up Now
        </Button>
      </div>
      {data?.last && !data.last.ok && !running && (
        <ErrorNote className={WIDE}>The last attempt failed: {data.last.message}</ErrorNote>
      )}
      <p className={`hint ${WIDE}`}>
        Also copy this folder to another machine, and keep the file secret.key somewhere else.
      </p>
    </SectionCard>
  );
}

function LastBackup({ lastGoodAt, last }: Backups) {
  if (lastGoodAt === null) return "Last backup: none yet";
  const size = last?.ok && last.bytes !== null ? `, ${megabytes(last.bytes)}` : "";
  return (
    <>
      Last backup: <RelativeTime iso={lastGoodAt} inline />
      {size}
    </>
  );
}

function megabytes(bytes: number): string {
  return `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`;
}
