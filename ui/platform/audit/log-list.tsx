import type { AuditLog } from "#src/platform/audit/contract.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayHeading, type WallTime, wallTime } from "#ui/shell/format/dates.ts";
import { LogRow } from "./log-row.tsx";

/** The entries by day, the newest first. */
export function LogList({ logs }: { logs: readonly AuditLog[] }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {daysOf(logs, timeZone).map(({ time, rows }) => {
        const heading = dayHeading(time, today);
        return (
          <section key={rows[0]?.log.id} aria-label={heading}>
            <h2 className="sm dim mb-2 font-label">{heading}</h2>
            <ul className="card overflow-hidden" aria-label={`Logs, ${heading}`}>
              {rows.map(({ log, time }) => (
                <LogRow key={log.id} log={log} time={time} />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

interface Row {
  readonly log: AuditLog;
  readonly time: WallTime;
}

/** Days of the business's zone. */
function daysOf(logs: readonly AuditLog[], timeZone: string) {
  const days: { time: WallTime; rows: Row[] }[] = [];
  for (const log of logs) {
    const time = wallTime(log.createdAt, timeZone);
    const last = days.at(-1);
    if (last && isSameDay(last.time, time)) last.rows.push({ log, time });
    else days.push({ time, rows: [{ log, time }] });
  }
  return days;
}

function isSameDay(one: WallTime, other: WallTime): boolean {
  return one.year === other.year && one.month === other.month && one.day === other.day;
}
