import type { Waiting } from "#src/messaging/dashboard/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatClock, formatShortDay, type WallTime, wallTimeOf } from "#ui/shell/format/dates.ts";

/** What waits, in one sentence. */
export function describeWaiting(
  { kind, name, visit, count = 1, words }: Waiting,
  now: WallTime,
): string {
  if (!visit) {
    if (kind === "opt-out") return words ? `“${words}” may be an opt-out` : "May have opted out";
    if (kind === "contact-update")
      return words?.replace(/\+\d+/g, formatPhone) ?? "Another program sent a new name or number";
    if (kind === "conflict") return `One visit to delete: ${words || "choose which"}`;
    if (kind === "call") return `Asked on the phone: ${words}`;
    if (kind === "text") {
      const text = words || "Sent a picture";
      return count > 1 ? `Oldest from ${formatPhone(name)}: ${text}` : text;
    }
    return words || "Waiting for a decision";
  }
  const start = wallTimeOf(visit.start);
  const when = `${formatShortDay(start, now)} at ${formatClock(start)}`;
  if (kind === "call")
    return `Asked on the phone: ${words}. Free: ${when} with ${visit.employeeName}`;
  const what = `${visit.service} with ${visit.employeeName}, ${when}`;
  if (kind === "fee") return `Canceled late: ${what}`;
  if (kind === "deposit")
    return [`Deposit unpaid: ${what}`, visit.textingBarrier].filter(Boolean).join(". ");
  if (kind !== "affected") return `Requested ${what}`;
  return count > 1
    ? `First: ${formatPhone(name)}, ${when} with ${visit.employeeName}`
    : `Outside your hours now: ${what}`;
}
