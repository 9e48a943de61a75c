import { fillFields, hasFields, longestClients } from "./merge-fields.ts";
import { countSegments, type SegmentCount } from "./sms-segments.ts";

/** Returns the segments of the longest text when these names are filled in: the highest cost for one client. */
export function worstCase(message: string, names: readonly string[]): SegmentCount {
  const clients = longestClients(hasFields(message) ? names : []);
  return clients
    .map((client) => countSegments(fillFields(message, client)))
    .reduce((worst, count) => (isWorse(count, worst) ? count : worst));
}

function isWorse(one: SegmentCount, other: SegmentCount): boolean {
  return (
    one.segments > other.segments ||
    (one.segments === other.segments && one.remaining < other.remaining)
  );
}
