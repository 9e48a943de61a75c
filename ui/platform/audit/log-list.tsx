import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import { useState } from "react";
import type { AuditLog } from "#src/platform/audit/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayHeading, type WallTime, wallTime } from "#ui/shell/format/dates.ts";
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
            {runsOf(ofDay).map((run) => (
              <LogRun key={run[0]?.log.id} rows={run} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

interface TimedLog {
  readonly log: AuditLog;
  readonly time: WallTime;
}

/** What Parlor does many times in a row is one run; what people do stays apart. */
function runsOf(rows: readonly TimedLog[]): TimedLog[][] {
  const runs: TimedLog[][] = [];
  for (const row of rows) {
    const run = runs.at(-1);
    const before = run?.at(-1)?.log;
    if (
      row.log.actorType === "system" &&
      before?.action === row.log.action &&
      before.actorType === "system"
    )
      run?.push(row);
    else runs.push([row]);
  }
  return runs;
}

const FOLDED_FROM = 4;

/** The first entry of a long run, and the others on request. */
function LogRun({ rows }: { rows: readonly TimedLog[] }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = rows.length >= FOLDED_FROM;
  const visible = isLong && !isOpen ? rows.slice(0, 1) : rows;
  return (
    <>
      {visible.map(({ log, time }) => (
        <LogRow key={log.id} log={log} time={time} />
      ))}
      {isLong && (
        <li className="px-4 pb-2 pl-13">
          <Button
            size="tiny"
            variant="quiet"
            className="-ml-2.5"
            icon={isOpen ? ChevronUp : ChevronDown}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? "Show Fewer" : `Show ${formatNumber(rows.length - 1)} More Like This`}
          </Button>
        </li>
      )}
    </>
  );
}
