import Bot from "lucide-react/icons/bot";
import CircleAlert from "lucide-react/icons/circle-alert";
import Trash2 from "lucide-react/icons/trash-2";
import UserRound from "lucide-react/icons/user-round";
import type { AuditLog } from "#src/platform/audit/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { actionLabel } from "./action-labels.ts";
import { metadataSentences } from "./metadata-sentences.ts";
import { formatMoment } from "./moment-format.ts";

export function LogCard({ log }: { log: AuditLog }) {
  const timeZone = useTimeZone();
  const facts = [
    ["Actor", log.actorName],
    ["Actor ID", log.actorId],
    ["Target ID", log.targetId],
    ["IP address", log.ipAddress],
  ] as const;

  return (
    <li className="card px-4 py-3">
      <div className="row items-baseline gap-3">
        <h2 className="h3 grow">{actionLabel(log.action)}</h2>
        <time dateTime={log.createdAt} className="xs faint num flex-none">
          {formatMoment(log.createdAt, timeZone)}
        </time>
      </div>
      <Metadata of={log.metadata} />
      <div className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1.5">
        <ActionBadge action={log.action} />
        <Badge icon={log.actorType === "user" ? UserRound : Bot}>{log.actorType}</Badge>
        {log.targetType && <Badge>{log.targetType}</Badge>}
      </div>
      <dl className="xs dim mt-2 flex flex-wrap gap-x-5 gap-y-0.5">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="flex min-w-0 gap-1.5">
                <dt className="faint flex-none">{name}</dt>
                <dd className="num min-w-0 break-all">{value}</dd>
              </div>
            ),
        )}
      </dl>
      <RawMetadata of={log.metadata} />
    </li>
  );
}

function ActionBadge({ action }: Pick<AuditLog, "action">) {
  if (/\.(delete|erase|clear|remove)/.test(action))
    return (
      <Badge tone="bad" icon={Trash2}>
        {action}
      </Badge>
    );
  if (/(failed|wrong|undeliverable|paused)$/.test(action))
    return (
      <Badge tone="bad" icon={CircleAlert}>
        {action}
      </Badge>
    );
  return <Badge>{action}</Badge>;
}

function Metadata({ of }: { of: AuditLog["metadata"] }) {
  const sentences = metadataSentences(of);
  if (sentences.length === 0) return null;
  return <p className="dim mt-0.5 text-sm wrap-anywhere">{sentences.join(" ")}</p>;
}

/** The record itself, on request. */
function RawMetadata({ of }: { of: AuditLog["metadata"] }) {
  if (Object.keys(of).length === 0) return null;
  return (
    <details className="mt-1">
      <summary className="xs faint min-h-6 w-fit cursor-pointer leading-6">Show JSON</summary>
      <pre className="mt-1 whitespace-pre-wrap break-all rounded-md bg-sunken px-3 py-2 text-xs">
        {JSON.stringify(of, null, 2)}
      </pre>
    </details>
  );
}
