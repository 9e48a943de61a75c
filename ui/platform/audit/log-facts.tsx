import type { AuditLog } from "#src/platform/audit/contract.ts";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { formatMoment } from "./moment-format.ts";

/** Every field of an entry, and its metadata as recorded. */
export function LogFacts({ log }: { log: AuditLog }) {
  const timeZone = useTimeZone();
  const facts = [
    ["Action", log.action],
    ["Time", formatMoment(log.createdAt, timeZone)],
    ["Actor", log.actorName],
    ["Actor type", log.actorType],
    ["Actor ID", log.actorId],
    ["Target type", log.targetType],
    ["Target ID", log.targetId],
    ["IP address", log.ipAddress],
    ["Browser", log.userAgent],
  ] as const;

  return (
    <div className="grid gap-3 px-4 pt-1 pb-4 pl-13">
      <dl className="sm grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="faint">{name}</dt>
                <dd className="num break-all">{value}</dd>
              </div>
            ),
        )}
      </dl>
      {Object.keys(log.metadata).length > 0 && (
        <pre className="whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 text-xs">
          {JSON.stringify(log.metadata, null, 2)}
        </pre>
      )}
    </div>
  );
}
