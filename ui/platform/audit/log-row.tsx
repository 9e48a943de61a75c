import Bot from "lucide-react/icons/bot";
import ChevronDown from "lucide-react/icons/chevron-down";
import CircleAlert from "lucide-react/icons/circle-alert";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import type { AuditLog } from "#src/platform/audit/contract.ts";
import { formatClock as formatTimeOfDay, padTwo } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatMoney } from "#src/shared/money.ts";
import { MONTHS } from "#src/shared/months.ts";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { formatClock, type WallTime } from "#ui/shell/format/dates.ts";
import { actionLabel } from "./action-labels.ts";

interface LogRowProps {
  log: AuditLog;
  /** In the business's zone. */
  time: WallTime;
}

export function LogRow({ log, time }: LogRowProps) {
  const [isOpen, setOpen] = useState(false);
  const currency = useCurrency();
  return (
    <li className="border-line border-t first:border-t-0">
      <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 px-4 py-2 -outline-offset-2 hover:bg-hover [&::-webkit-details-marker]:hidden">
          <Actor log={log} />
          <span className="flex min-w-0 flex-1 items-center gap-x-3 @max-[560px]/page:flex-col @max-[560px]/page:items-start">
            <span className="flex items-center min-w-0 max-w-full gap-1.5 @min-[561px]/page:flex-none">
              <span className="h3 min-w-0 @min-[561px]/page:truncate">
                {actionLabel(log.action)}
              </span>
              <Warning action={log.action} />
            </span>
            <span className="sm dim clip flex-1 min-w-0 @max-[560px]/page:max-w-full @max-[560px]/page:empty:hidden">
              {metadataSentences(log.metadata, currency).join(" ")}
            </span>
            <span className="sm dim clip flex-none @max-[560px]/page:max-w-full">
              {log.actorName ?? (log.actorType === "system" ? "System" : "Unknown")}
            </span>
          </span>
          <time dateTime={log.createdAt} className="xs faint num w-15 flex-none text-right">
            {formatClock(time)}
          </time>
          <Icon of={ChevronDown} className="faint flex-none group-open:rotate-180" />
        </summary>
        {isOpen && <LogFacts log={log} time={time} />}
      </details>
    </li>
  );
}

function Actor({ log }: { log: AuditLog }) {
  if (log.actorName)
    return <Avatar id={log.actorId ?? log.actorName} name={log.actorName} size="s" />;
  return (
    <span className="grid size-6 flex-none place-items-center rounded-full bg-select">
      <Icon of={Bot} size="s" className="dim" />
    </span>
  );
}

function Warning({ action }: Pick<AuditLog, "action">) {
  if (/\.(delete|erase|clear|remove)/.test(action))
    return <Icon of={Trash2} size="s" className="flex-none text-bad-ink" />;
  if (/(failed|wrong|undeliverable|paused)$/.test(action))
    return <Icon of={CircleAlert} size="s" className="flex-none text-bad-ink" />;
  return null;
}

function LogFacts({ log, time }: LogRowProps) {
  const facts = [
    ["Action", log.action],
    ["Time", formatMoment(log.createdAt, time)],
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

/** "Nov 20, 2026 16:00:05". Zones differ by whole minutes, so the seconds are those of UTC. */
function formatMoment(iso: string, { year, month, day, hour, minute }: WallTime): string {
  const clock = [hour, minute, new Date(iso).getUTCSeconds()].map(padTwo).join(":");
  return `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year} ${clock}`;
}

/** More than these are counted instead of listed, and so are ids. */
const LISTED = 4;

/** Numbers under these names are ids, which say nothing to a reader. */
const THINGS =
  /^(?:appointment|call|contact|employee|entry|membership|payment|plan|service|visit)(?:Id)?$/;

/** What an entry's metadata says, in the order of its keys; nested objects and ids are left to the JSON. */
function metadataSentences(
  metadata: Readonly<Record<string, unknown>>,
  currency: string,
): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const sentence = isCents(key, value)
      ? [key === "tip" && "Tip:", `${formatMoney(value, currency)}.`].filter(Boolean).join(" ")
      : sentenceOf(key, value);
    return sentence ? [sentence] : [];
  });
}

function isCents(key: string, value: unknown): value is number {
  return typeof value === "number" && (key === "cents" || key === "tip");
}

function sentenceOf(key: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return listOf(key, value);
  if (typeof value === "boolean") return `${capitalize(formatName(key))}: ${value ? "yes" : "no"}.`;
  if (value === null) return `${capitalize(formatName(key))}: none.`;
  if (typeof value === "object" || (typeof value === "number" && THINGS.test(key)))
    return undefined;
  if (key === "name" || key === "username") return `“${value}”.`;
  if (key === "by" || key === "source") return `By ${formatName(String(value))}.`;
  if (key === "role") return `As ${value}.`;
  if (key === "news") return `${capitalize(String(value))}.`;
  if (typeof value === "number" && key.endsWith("s"))
    return `${formatCount(value, formatName(key).replace(/s$/, ""))}.`;
  return `${capitalize(formatName(key))}: ${formatDate(String(value))}.`;
}

/** "2026-11-28T11:00:00" is "Nov 28, 2026, 11:00 AM", and a day is "Nov 28, 2026". All else stays. */
function formatDate(value: string): string {
  const [, year, month, day, clock] =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::00)?)?$/.exec(value) ?? [];
  if (year === undefined) return value;
  const date = `${MONTHS[Number(month) - 1]?.slice(0, 3)} ${Number(day)}, ${year}`;
  return clock === undefined ? date : `${date}, ${formatTimeOfDay(clock)}`;
}

function listOf(key: string, values: readonly unknown[]): string | undefined {
  if (values.some((one) => typeof one === "object")) return undefined;
  if (key === "fields")
    return `Changed ${joinNames(values.map((one) => FIELDS[String(one)] ?? formatName(String(one))))}.`;
  if (key === "pages") return `Pages: ${joinNames(values.map((one) => pageTitle(String(one))))}.`;
  const thing = formatName(key).replace(/ ids$/, "").replace(/s$/, "");
  if (values.length === 0) return `No ${thing}s.`;
  const areIds = key.endsWith("Ids") || values.every((one) => typeof one === "number");
  if (values.length > LISTED || areIds)
    return `${formatCount(values.length, capitalize(thing).toLowerCase())}.`;
  return `${capitalize(values.length === 1 ? thing : `${thing}s`)} ${joinNames(values.map(String))}.`;
}

const FIELDS: Readonly<Record<string, string>> = {
  startsAt: "start",
  endsAt: "end",
  durationMinutes: "length",
  employeeId: "employee",
  clientName: "client",
};

/** "smtpFromName" is "SMTP from name". */
function formatName(name: string): string {
  return name
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/\b(id|api|url|smtp|sid|ip|csv|ai)\b/g, (word) => word.toUpperCase())
    .replace(/\bID\b/, "id");
}

function joinNames(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}

function pageTitle(path: string): string {
  return GRANTABLE_PAGES.find((page) => page.path === path)?.title ?? path;
}

function capitalize(text: string): string {
  return text.replace(/^\w/, (letter) => letter.toUpperCase());
}
