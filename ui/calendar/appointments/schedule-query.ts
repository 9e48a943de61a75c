import { addDays, isDay } from "#src/shared/wall-time.ts";
import { WEEKDAYS, type Weekday, weekdayOf } from "#src/shared/working-hours.ts";

export type View = "day" | "week";

/** The screen's state, parsed from its address. */
export interface ScheduleQuery {
  /** Undefined for today, or for the nearest day with appointments if today has none. */
  readonly date: string | undefined;
  readonly view: View;
  /** The weekday with which a week begins; undefined for the date itself. */
  readonly starts: Weekday | undefined;
  /** The employee whose week, or whose list on a phone, is shown. */
  readonly employee: number | undefined;
  readonly isNew: boolean;
  /** The time of the new visit with the employee, such as "14:30". */
  readonly newAt: string | undefined;
  /** The new visit is of someone at the desk. */
  readonly isWalkIn: boolean;
  /** The visit whose dialog is open, by its id. */
  readonly visit: number | undefined;
}

export function parseView(params: URLSearchParams): ScheduleQuery {
  const date = params.get("date") ?? "";
  const idOf = (name: string) => {
    const id = Number(params.get(name));
    return Number.isSafeInteger(id) && id > 0 ? id : undefined;
  };
  return {
    date: isDay(date) ? date : undefined,
    view: params.get("view") === "week" ? "week" : "day",
    starts: WEEKDAYS.find((weekday) => weekday === params.get("starts")),
    employee: idOf("employee"),
    isNew: params.has("new"),
    newAt: /^([01]\d|2[0-3]):[0-5]\d$/.exec(params.get("new") ?? "")?.[0],
    isWalkIn: params.get("new") === "walk-in",
    visit: idOf("visit"),
  };
}

export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days of a view. A week begins on the date itself, which is today at first, or on the weekday before it. */
export function spanOf(
  date: string,
  { view, starts }: Pick<ScheduleQuery, "view" | "starts">,
): Span {
  if (view === "day") return { from: date, to: date };
  let from = date;
  while (starts && weekdayOf(from) !== starts) from = addDays(from, -1);
  return { from, to: addDays(from, 6) };
}

/** Where the browser keeps the weekday with which weeks begin. */
export const WEEK_STARTS = "week_starts";

/** The weekday with which weeks begin in this browser; empty for the day that is shown. */
export function readWeekStart(): string {
  try {
    return localStorage.getItem(WEEK_STARTS) ?? "";
  } catch {
    return "";
  }
}
