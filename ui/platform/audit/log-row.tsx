import Bot from "lucide-react/icons/bot";
import ChevronDown from "lucide-react/icons/chevron-down";
import CircleAlert from "lucide-react/icons/circle-alert";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Link } from "wouter";
import type { AuditLog } from "#src/platform/audit/contract.ts";
import { padTwo } from "#src/shared/clock-time.ts";
import { MONTHS } from "#src/shared/months.ts";
import { mayOpen, type Visitor } from "#src/shared/permissions.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatClock, type WallTime } from "#ui/shell/format/dates.ts";
import { sentenceOf } from "./log-sentence.ts";
import {
  changeOf,
  changesOf,
  fieldLabel,
  formatValue,
  formatWhen,
  metadataFacts,
  metadataSentences,
} from "./metadata-text.ts";

interface LogRowProps {
  log: AuditLog;
  /** In the business's zone. */
  time: WallTime;
}

export function LogRow({ log, time }: LogRowProps) {
  const [isOpen, setOpen] = useState(false);
  const currency = useCurrency();
  const sentence = sentenceOf(log);
  const details = detailsOf(log, sentence, currency);
  return (
    <li className="border-line border-t first:border-t-0">
      <div className="relative flex min-h-12 items-center gap-3 px-4 py-2 hover:bg-hover">
        <Actor log={log} />
        {/* On a phone, the time is below the sentence, after the details. */}
        <div className="flex min-w-0 flex-1 items-center gap-3 wrap-anywhere phone:block">
          <div className="min-w-0 flex-1 phone:inline">
            <p>
              <Sentence log={log} sentence={sentence} /> <Warning action={log.action} />
            </p>
            {details && <p className="sm dim phone:mr-2 phone:inline">{details}</p>}
          </div>
          <time
            dateTime={log.createdAt}
            className="xs faint num w-15 flex-none text-right phone:w-auto"
          >
            {formatClock(time)}
          </time>
        </div>
        {/* The whole row opens; only the links lie above the button. */}
        <button
          type="button"
          className="faint flex-none after:absolute after:inset-0"
          aria-label="Details"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of={ChevronDown} className={classes(isOpen && "rotate-180")} />
        </button>
      </div>
      {isOpen && <LogFacts log={log} time={time} />}
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
  const icon = /\.(delete|erase|clear|remove)/.test(action)
    ? Trash2
    : /(failed|wrong|undeliverable|paused)$/.test(action)
      ? CircleAlert
      : undefined;
  return icon && <Icon of={icon} size="s" className="inline text-bad-ink align-[-2px]" />;
}

/** The sentence with the actor, and with links to the client and the visit. */
function Sentence({ log, sentence }: { log: AuditLog; sentence: string }) {
  const { user } = useCurrentUser();
  const mentions = mentionsOf(log, user);
  return sentence.split(/\{(\w+)\}/).map((part, at) => {
    if (at % 2 === 0) return part;
    const { known, unknown, href } = mentions[part as MentionName];
    if (!known) return at === 1 && sentence.startsWith("{") ? unknown.replace(/^a/, "A") : unknown;
    return href ? (
      <Link key={part} href={href} className="link relative z-1 font-label underline">
        {known}
      </Link>
    ) : (
      <b key={part}>{known}</b>
    );
  });
}

type MentionName = "actor" | "client" | "visit" | "name";

interface Mention {
  readonly known: string | null | undefined;
  /** In place of it once it was deleted. */
  readonly unknown: string;
  readonly href?: string | false | undefined;
}

/** What may be mentioned. It links to a screen that the user may open. */
function mentionsOf(log: AuditLog, user: Visitor | null): Record<MentionName, Mention> {
  const { contactId = null, clientName, visitId, day, name } = log.subject ?? {};
  const opens = (page: string) => user !== null && mayOpen(user, page);
  const client = contactId !== null && opens("/contacts") && `/contacts/${contactId}`;
  const visit = visitId && opens("/appointments") && `/appointments?visit=${visitId}&date=${day}`;
  const campaign =
    log.targetType === "campaign" && opens("/campaigns") && `/campaigns/${log.targetId}`;
  return {
    actor: {
      known: log.actorName ?? (log.actorType === "system" ? "Parlor" : undefined),
      unknown: "a deleted user",
    },
    client: { known: clientName, unknown: "a client", href: client },
    visit: {
      known: clientName && `${clientName}'s visit`,
      unknown: "a visit",
      href: visit || client,
    },
    name: { known: name ?? usernameOf(log), unknown: "a deleted one", href: campaign },
  };
}

/** Under which someone couldn't sign in. */
function usernameOf({ action, metadata }: AuditLog): string | undefined {
  return action === "user.login_failed" && metadata["username"]
    ? String(metadata["username"])
    : undefined;
}

/** One line below the sentence: the visit, then what else was recorded. */
function detailsOf(log: AuditLog, sentence: string, currency: string): string {
  const { subject, metadata } = log;
  const start = changeOf(metadata, "startsAt");
  const visit = [subject?.service, !start && subject?.startsAt && formatWhen(subject.startsAt)];
  const before = start && `Before: ${formatWhen(String(start.before))}`;
  const actor = !sentence.includes("{actor}") && log.actorName && `By ${log.actorName}`;
  return [visit.filter(Boolean).join(", "), before, actor]
    .flatMap((words) => (words ? `${words}.` : []))
    .concat(metadataSentences(metadata, currency))
    .filter((words) => words !== `“${subject?.name ?? usernameOf(log)}”.`)
    .join(" ");
}

function LogFacts({ log, time }: LogRowProps) {
  const currency = useCurrency();
  const changes = changesOf(log.metadata);
  const facts = [
    ...metadataFacts(log.metadata, currency),
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
    <div className="sm grid gap-3 border-line border-t bg-sunken py-3 pr-4 pl-13">
      {changes.length > 0 && (
        <table className="w-full table-fixed text-left">
          <thead>
            <tr className="faint">
              {["Field", "Before", "After"].map((heading) => (
                <th key={heading} className="pb-1 font-normal">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changes.map(({ field, before, after }) => (
              <tr key={field} className="align-top">
                <td className="faint py-0.5 pr-3">{fieldLabel(field)}</td>
                <td className="num py-0.5 pr-3 wrap-anywhere">{formatValue(before, field)}</td>
                <td className="num py-0.5 wrap-anywhere">{formatValue(after, field)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-6 gap-y-1 phone:gap-x-4">
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="contents">
                <dt className="faint">{name}</dt>
                <dd className="num wrap-anywhere">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </div>
  );
}

/** "Nov 20, 2026 16:00:05". Zones differ by whole minutes, so the seconds are those of UTC. */
function formatMoment(iso: string, { year, month, day, hour, minute }: WallTime): string {
  const clock = [hour, minute, new Date(iso).getUTCSeconds()].map(padTwo).join(":");
  return `${MONTHS[month - 1]?.slice(0, 3)} ${day}, ${year} ${clock}`;
}
