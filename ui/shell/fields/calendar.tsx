import { useState } from "react";
import { DayPicker } from "react-day-picker";
import { padTwo } from "#src/shared/clock-time.ts";
import { formatLongDay } from "#src/shared/months.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { Button } from "#ui/kit/button.tsx";
import { formatWeekday, wallTimeOf } from "#ui/shell/format/dates.ts";

interface CalendarProps {
  /** All days are YYYY-MM-DD; `day` is empty while none is chosen. */
  day: string;
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  takesFocus: boolean;
  onChoose: (day: string) => void;
}

export function Calendar({ day, today, min, max, takesFocus, onChoose }: CalendarProps) {
  const [shown, setShown] = useState({ month: day || today, for: day });
  // A typed day brings its month.
  if (day !== shown.for) setShown({ month: day || shown.month, for: day });
  const shortcuts = [
    ["Today", today],
    ["In 4 Weeks", addDays(today, 28)],
  ] as const;

  return (
    <>
      <DayPicker
        key={takesFocus ? "keys" : "pointer"}
        mode="single"
        required
        autoFocus={takesFocus}
        selected={day === "" ? undefined : toDate(day)}
        onSelect={(date) => onChoose(toDay(date))}
        month={toDate(shown.month)}
        onMonthChange={(month) => setShown({ ...shown, month: toDay(month) })}
        today={toDate(today)}
        weekStartsOn={0}
        labels={{
          labelDayButton: (date, { today: isToday }) =>
            `${isToday ? "Today, " : ""}${formatLongWeekday(toDay(date))}`,
        }}
        showOutsideDays
        fixedWeeks
        disabled={[
          ...(min ? [{ before: toDate(min) }] : []),
          ...(max ? [{ after: toDate(max) }] : []),
        ]}
      />
      <footer>
        {shortcuts.map(([label, target]) => (
          <Button
            key={label}
            variant="quiet"
            disabled={(min !== undefined && target < min) || (max !== undefined && target > max)}
            onClick={() => onChoose(target)}
          >
            {label}
          </Button>
        ))}
      </footer>
    </>
  );
}

/** "Friday, November 20, 2026". */
function formatLongWeekday(day: string): string {
  return `${formatWeekday(wallTimeOf(day))}, ${formatLongDay(day)}`;
}

/** In the browser's zone, as react-day-picker reads dates. */
function toDate(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date, 12);
}

function toDay(date: Date): string {
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`;
}
