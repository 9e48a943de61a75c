import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatMoney } from "#src/shared/money.ts";
import { MONTHS } from "#src/shared/months.ts";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";

type Metadata = Readonly<Record<string, unknown>>;

/** A value that an action changed. */
interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** More than these are counted instead of listed, and so are ids. */
const LISTED = 4;

/** Numbers under these names are ids, which say nothing to a reader. */
const IDS =
  /^(?:appointment|call|contact|employee|entry|membership|note|payment|plan|service|visit)(?:Id)?$/;

const SOURCES: Readonly<Record<string, string>> = {
  appointment: "While booking a visit.",
  booking: "During online booking.",
  call: "During a call.",
  checkout: "At checkout.",
  keyword: "By text.",
  online: "Online.",
  payment_link: "While texting a payment link.",
  "sign-up": "While signing up.",
  text: "By text.",
  webhook: "From another program.",
  words: "Asked for it in a text.",
};

/** The changes that an entry stores as values. Older entries only name the fields. */
export function changesOf({ changes }: Metadata): readonly Change[] {
  return Array.isArray(changes) ? changes : [];
}

export function changeOf(metadata: Metadata, field: string): Change | undefined {
  return changesOf(metadata).find((one) => one.field === field);
}

/** What an entry's metadata says, in the order of its keys; nested objects and ids are left to the details. */
export function metadataSentences(metadata: Metadata, currency: string): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const sentence = isCents(key, value)
      ? [key === "tip" && "Tip:", `${formatMoney(value, currency)}.`].filter(Boolean).join(" ")
      : sentenceOf(key, value, metadata);
    return sentence ? [sentence] : [];
  });
}

/** The metadata as names and values for the details, without the changes. */
export function metadataFacts(metadata: Metadata, currency: string): [string, string][] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    if (key === "changes") return [];
    const name = key === "fields" ? "Changed" : capitalize(formatName(key));
    return [[name, isCents(key, value) ? formatMoney(value, currency) : formatValue(value, key)]];
  });
}

/** "Nov 28 at 4:15 PM", or "4:15 PM", for a wall time. */
export function formatWhen(start: string, isTimeOnly = false): string {
  const clock = formatClock(start.slice(11, 16));
  return isTimeOnly ? clock : `${formatDay(start)} at ${clock}`;
}

export function formatValue(value: unknown, key = ""): string {
  if (value === null || value === "") return "None";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (Array.isArray(value)) return value.length === 0 ? "None" : joinValues(key, value);
  if (typeof value === "object")
    return Object.entries(value)
      .map(([name, one]) => `${formatName(name)}: ${formatValue(one, name)}`)
      .join(", ");
  if (key === "durationMinutes") return `${value} minutes`;
  if (key === "status") return capitalize(String(value).replaceAll("_", "-"));
  return formatDate(String(value));
}

/** "startsAt" is "Start". */
export function fieldLabel(name: string): string {
  return capitalize(fieldName(name));
}

function isCents(key: string, value: unknown): value is number {
  return typeof value === "number" && (key === "cents" || key === "tip");
}

function sentenceOf(key: string, value: unknown, metadata: Metadata): string | undefined {
  if (key === "changes") return undefined;
  // The list says how many.
  if (key === "count" && Object.values(metadata).some((list) => lengthIs(list, value)))
    return undefined;
  if (Array.isArray(value)) return listOf(key, value, metadata);
  if (typeof value === "boolean") return `${capitalize(formatName(key))}: ${value ? "yes" : "no"}.`;
  if (value === null) return `${capitalize(formatName(key))}: none.`;
  if (typeof value === "object" || (typeof value === "number" && IDS.test(key))) return undefined;
  if (key === "status" && changesOf(metadata).length > 0) return undefined;
  if (key === "name" || key === "username") return `“${value}”.`;
  if (key === "source" && value === "staff") return undefined;
  if (key === "everyWeeks") return `Every ${formatCount(Number(value), "week")}.`;
  if (key === "by" || key === "source")
    return SOURCES[String(value)] ?? `By ${formatName(String(value))}.`;
  if (key === "role") return `As ${value}.`;
  if (key === "news") return `${capitalize(String(value))}.`;
  if (typeof value === "number" && key.endsWith("s"))
    return `${formatCount(value, formatName(key).replace(/s$/, ""))}.`;
  return `${capitalize(formatName(key))}: ${formatDate(String(value))}.`;
}

/** "2026-11-28T11:00:00" is "Nov 28, 2026 at 11:00 AM", and a day is "Nov 28, 2026". All else stays. */
function formatDate(value: string): string {
  const [, year, , , clock] = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)(?::00)?)?$/.exec(value) ?? [];
  if (year === undefined) return value;
  const date = `${formatDay(value)}, ${year}`;
  return clock === undefined ? date : `${date} at ${formatClock(clock)}`;
}

function formatDay(day: string): string {
  const [, month, date] = day.split(/\D/).map(Number);
  return `${MONTHS[(month ?? 1) - 1]?.slice(0, 3)} ${date}`;
}

function listOf(key: string, values: readonly unknown[], metadata: Metadata): string | undefined {
  if (values.some((one) => typeof one === "object")) return undefined;
  if (key === "fields") {
    // The changes say more than the names of their fields.
    const others = changesOf(metadata).length > 0 ? values.filter(isWithoutValue) : values;
    return others.length === 0 ? undefined : `Changed ${joinValues(key, others)}.`;
  }
  if (key === "pages") return `Pages: ${joinValues(key, values)}.`;
  const thing = formatName(key).replace(/ ids$/, "").replace(/s$/, "");
  if (values.length === 0) return `No ${thing}s.`;
  const areIds = key.endsWith("Ids") || values.every((one) => typeof one === "number");
  if (values.length > LISTED || areIds)
    return `${formatCount(values.length, capitalize(thing).toLowerCase())}.`;
  return `${capitalize(values.length === 1 ? thing : `${thing}s`)} ${joinValues(key, values)}.`;
}

/** Whether an entry stores no values of a changed field, such as a client's name. */
function isWithoutValue(field: unknown): boolean {
  return !["startsAt", "endsAt", "durationMinutes", "employeeId", "status"].includes(String(field));
}

function joinValues(key: string, values: readonly unknown[]): string {
  if (key === "fields") return joinNames(values.map((one) => fieldName(String(one))));
  if (key === "pages") return joinNames(values.map((one) => pageTitle(String(one))));
  return joinNames(values.map((one) => formatValue(one)));
}

const FIELDS: Readonly<Record<string, string>> = {
  startsAt: "start",
  endsAt: "end",
  durationMinutes: "length",
  employeeId: "employee",
  clientName: "client",
  priceCents: "price",
};

function fieldName(name: string): string {
  return FIELDS[name] ?? formatName(name);
}

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

function lengthIs(list: unknown, count: unknown): boolean {
  return Array.isArray(list) && list.length === count;
}
