import type { AuditLog } from "#src/platform/audit/contract.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayHeading, wallTime } from "#ui/shell/format/dates.ts";
import { LogRow } from "./log-row.tsx";

/** The entries by day of the business's zone, the newest first. */
export function LogList({ logs }: { logs: readonly AuditLog[] }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const rows = logs.map((log) => ({ log, time: wallTime(log.createdAt, timeZone) }));
  // A day has one group, although entries are out of order after a clock was set back.
  const days = Map.groupBy(rows, ({ time }) => dayHeading(time, today));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {[...days].map(([heading, ofDay]) => (
        <section key={heading} aria-label={heading}>
          <h2 className="sm dim mb-2 font-label">{heading}</h2>
          <ul className="card overflow-hidden" aria-label={`Logs, ${heading}`}>
            {ofDay.map(({ log, time }) => (
              <LogRow key={log.id} log={log} time={time} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
