import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import Printer from "lucide-react/icons/printer";
import type { ComponentProps } from "react";
import { formatCount } from "#src/shared/format-count.ts";
import { addDays } from "#src/shared/wall-time.ts";
import { Button } from "#ui/kit/button.tsx";
import { Chip } from "#ui/kit/chip.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazyDialog } from "#ui/kit/lazy-dialog.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { DateButton } from "#ui/shell/fields/date-button.tsx";
import { formatWeek, longDay } from "./days.ts";
import { readWeekStart, type Span, type View } from "./schedule-query.ts";

const WeekStarts = lazyDialog(async () => (await import("./week-starts.tsx")).WeekStarts);

interface DayBarProps extends ComponentProps<typeof WeekStarts> {
  date: string;
  /** The days on the screen. */
  span: Span;
  today: string;
  view: View;
  /** Undefined until they are known. */
  count: number | undefined;
  canceled: number;
  showsCanceled: boolean;
  onCanceled: () => void;
  onDate: (date: string) => void;
  /** With the weekday on which a week begins; empty for the day shown. */
  onView: (view: View, starts: string) => void;
}

const VIEWS = [
  { value: "day", label: "Day" },
  { value: "week", label: "Week" },
] as const;

export function DayBar(props: DayBarProps) {
  const { date, span, today, view, count, canceled, showsCanceled, onDate, onView } = props;
  const step = view === "day" ? 1 : 7;
  return (
    <div className="daybar">
      <IconButton
        icon={ChevronLeft}
        label={`Previous ${view}`}
        onClick={() => onDate(addDays(date, -step))}
      />
      <Button onClick={() => onDate(today)}>Today</Button>
      <IconButton
        icon={ChevronRight}
        label={`Next ${view}`}
        onClick={() => onDate(addDays(date, step))}
      />
      <div className="title">
        <h2>{view === "day" ? longDay(date, today) : formatWeek(span.from, span.to, today)}</h2>
        {count !== undefined && (
          <span className="count-chip chip num" role="status">
            {formatCount(count, "appointment")}
          </span>
        )}
      </div>
      {canceled > 0 && (
        <span className="canceled-chip num">
          <Chip pressed={showsCanceled} onClick={props.onCanceled}>
            {canceled} canceled
          </Chip>
        </span>
      )}
      <span className="flex-1 min-w-0" />
      {view === "week" && <WeekStarts {...props} />}
      <DateButton label="Go to date" day={date} today={today} onChoose={onDate} />
      <IconButton
        icon={Printer}
        label="Print"
        className="no-phone"
        onClick={() => window.print()}
      />
      <Segmented
        label="View"
        className="ml-auto"
        value={view}
        onValueChange={(next) => onView(next, next === "week" ? readWeekStart() : "")}
        options={VIEWS}
      />
    </div>
  );
}
