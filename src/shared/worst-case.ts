import { fillFields, hasFields } from "./merge-fields.ts";
import { countSegments, type SegmentCount } from "./sms-segments.ts";

/** The text at its longest, once each of these names is filled in: what one client may cost at most. */
export function worstCase(message: string, names: readonly string[]): SegmentCount {
  const longest = hasFields(message) ? ["", ...names] : [""];
  return longest
    .map((name) => countSegments(fillFields(message, { name, phoneNumber: "" })))
    .reduce((worst, count) => (isWorse(count, worst) ? count : worst));
}

function isWorse(one: SegmentCount, other: SegmentCount): boolean {
  return (
    one.segments > other.segments ||
    (one.segments === other.segments && one.remaining < other.remaining)
  );
}
