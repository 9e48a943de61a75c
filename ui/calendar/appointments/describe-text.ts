import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { serverNow } from "#ui/shell/format/server-time.ts";

/** Says when the client is texted about the last change; undefined if they aren't. */
export function describeText({ textDueAt }: Pick<Appointment, "textDueAt">): string | undefined {
  if (!textDueAt) return undefined;
  return Date.parse(textDueAt) - serverNow() > 2 * MINUTE_MS
    ? "We'll text the client when quiet hours end."
    : "We'll text the client in a minute.";
}
