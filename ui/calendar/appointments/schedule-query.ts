import { addDays, isDay } from "#src/shared/wall-time.ts";

export type View = "day" | "week";

/** The screen's state, parsed from its address. */
export interface ScheduleQuery {
  /** Undefined for today, or for the nearest day with appointments if today has none. */
  readonly date: string | undefined;
  readonly view: View;
  /** The employee whose week, or whose list on a phone, is shown. */
  readonly employee: number | undefined;
  readonly isNew: boolean;
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
    employee: idOf("employee"),
    isNew: params.get("new") === "1",
    visit: idOf("visit"),
  };
}

export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The days of a view. A week begins on the date itself, which is today at first, so that what is over takes no space. */
export function spanOf(date: string, view: View): Span {
  return { from: date, to: view === "day" ? date : addDays(date, 6) };
}

export function daysOf({ from, to }: Span): string[] {
  const days = [from];
  for (let day = from; day < to; days.push(day)) day = addDays(day, 1);
  return days;
}
