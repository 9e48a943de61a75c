import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

/** More ids than these are counted instead of listed. */
const LISTED = 4;

/** What an entry's metadata says, in the order of its keys; nested objects are left to the JSON. */
export function metadataSentences(metadata: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(metadata).flatMap(([key, value]) => {
    const sentence = sentenceOf(key, value);
    return sentence ? [sentence] : [];
  });
}

function sentenceOf(key: string, value: unknown): string | undefined {
  if (Array.isArray(value)) return listOf(key, value);
  if (typeof value === "boolean") return `${capitalize(formatName(key))}: ${value ? "yes" : "no"}.`;
  if (value === null) return `${capitalize(formatName(key))}: none.`;
  if (typeof value === "object") return undefined;
  if (key === "name" || key === "username") return `“${value}”.`;
  if (key === "by" || key === "source") return `By ${formatName(String(value))}.`;
  if (key === "role") return `As ${value}.`;
  if (typeof value === "number" && key.endsWith("s"))
    return `${capitalize(formatName(key))}: ${value.toLocaleString("en-US")}.`;
  return `${capitalize(formatName(key))}: ${value}.`;
}

function listOf(key: string, values: readonly unknown[]): string | undefined {
  if (values.some((one) => typeof one === "object")) return undefined;
  if (key === "fields")
    return `Changed ${joinNames(values.map((one) => formatName(String(one))))}.`;
  if (key === "pages") return `Pages: ${joinNames(values.map((one) => pageTitle(String(one))))}.`;
  const thing = formatName(key).replace(/ ids$/, "").replace(/s$/, "");
  if (values.length === 0) return `No ${thing}s.`;
  if (values.length > LISTED)
    return `${formatCount(values.length, capitalize(thing).toLowerCase())}.`;
  return `${capitalize(values.length === 1 ? thing : `${thing}s`)} ${joinNames(values.map(String))}.`;
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
