const HIDDEN = "hidden";

/** Words that the product itself chose, never a person's: everything else is hidden. */
const VISIBLE_FIELDS = new Set([
  "as",
  "by",
  "change",
  "fields",
  "kind",
  "type",
  "lineType",
  "pages",
  "path",
  "role",
  "scheduledFor",
  "source",
  "state",
  "status",
]);

/** Of metadata what may be shown to somebody from whom clients' names or numbers are hidden. */
export function maskMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      VISIBLE_FIELDS.has(name) ? value : maskTexts(value),
    ]),
  );
}

/** Ids, counts and yes or no stay. */
function maskTexts(value: unknown): unknown {
  if (typeof value === "string") return HIDDEN;
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskTexts(one)]));
  return value;
}
