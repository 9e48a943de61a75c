import type { Message } from "#src/messaging/inbox/contract.ts";
import {
  dayHeading,
  daysBetween,
  formatDay,
  formatWeekday,
  type WallTime,
  wallTime,
} from "#ui/shell/format/dates.ts";
import { isFailed } from "./receipt.ts";

export type ThreadItem =
  | { readonly kind: "day"; readonly key: string; readonly label: string }
  | { readonly kind: "run"; readonly key: string; readonly messages: readonly Message[] };

const RUN_MS = 5 * 60_000;

/** The thread's items: days, and runs of messages that share a time and a receipt. */
export function threadItems(
  messages: readonly Message[],
  timeZone: string,
  now: number,
): readonly ThreadItem[] {
  const today = wallTime(now, timeZone);
  const items: ThreadItem[] = [];
  let day: WallTime | undefined;
  let run: Message[] = [];

  for (const message of messages) {
    const time = wallTime(message.createdAt, timeZone);
    const newDay = !day || daysBetween(day, time) !== 0;
    if (newDay) {
      items.push({ kind: "day", key: `day-${message.id}`, label: headOf(time, today) });
      day = time;
    }
    const last = run.at(-1);
    if (!newDay && last && isSameGroup(last, message)) {
      run.push(message);
    } else {
      run = [message];
      items.push({ kind: "run", key: `run-${message.id}`, messages: run });
    }
  }
  return items;
}

/** "Today", "Yesterday", else "Tuesday, November 18". */
function headOf(time: WallTime, today: WallTime): string {
  if (daysBetween(time, today) < 2) return dayHeading(time, today);
  const label = `${formatWeekday(time)}, ${formatDay(time)}`;
  return time.year === today.year ? label : `${label}, ${time.year}`;
}

function isSameGroup(one: Message, next: Message): boolean {
  return (
    one.direction === next.direction &&
    one.status === next.status &&
    one.purpose === "chat" &&
    next.purpose === "chat" &&
    !isFailed(next) &&
    Date.parse(next.createdAt) - Date.parse(one.createdAt) < RUN_MS
  );
}

/**
 * A retry is a new text and the failed one remains, so only failures not repeated since can be
 * retried.
 */
export function retryableIds(messages: readonly Message[]): ReadonlySet<number> {
  const repeated = new Set<string>();
  const ids = new Set<number>();
  for (const message of messages.toReversed()) {
    if (message.direction === "outbound" && message.purpose === "chat") {
      // Pictures without text cannot be told apart here; the server knows which were repeated.
      const isRepeated = message.body !== "" && repeated.has(message.body);
      if (message.canRetry && !isRepeated) ids.add(message.id);
      repeated.add(message.body);
    }
  }
  return ids;
}
