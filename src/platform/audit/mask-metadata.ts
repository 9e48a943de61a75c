const HIDDEN = "hidden";

/** Fields whose values Parlor chooses and no person types. All others are hidden. */
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

/** Returns the metadata as shown to users who may not see clients' names or numbers. */
export function maskMetadata(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [
      name,
      VISIBLE_FIELDS.has(name) ? value : maskTexts(value),
    ]),
  );
}

/** Replaces texts; ids, counts and booleans stay. */
function maskTexts(value: unknown): unknown {
  if (typeof value === "string") return HIDDEN;
  if (Array.isArray(value)) return value.map(maskTexts);
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, maskTexts(one)]));
  return value;
}
