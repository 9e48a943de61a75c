import { useQuery } from "@tanstack/react-query";
import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useState } from "react";
import { formatClock } from "#src/shared/clock-time.ts";
import { addDays, clockOf, dayOf } from "#src/shared/wall-time.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { formatDay, formatWeekday } from "./format.ts";
import { slotsQuery } from "./queries.ts";

const WEEK = 7;
const DAY_PARTS = [
  { name: "Morning", from: "00:00", until: "12:00" },
  { name: "Afternoon", from: "12:00", until: "17:00" },
  { name: "Evening", from: "17:00", until: "24:00" },
] as const;

interface TimePickerProps {
  serviceId: number;
  employeeId: number | undefined;
  terms: { readonly today: string; readonly lastDay: string };
  onChoose: (start: string) => void;
  /** Offers the waitlist; omitted where a client cannot join it. */
  onWait?: () => void;
}

/** Seven days with what is left on each, and the times of the chosen one. */
export function TimePicker(props: TimePickerProps) {
  const { serviceId, employeeId, terms, onChoose, onWait } = props;
  const [from, setFrom] = useState(terms.today);
  const [chosen, setChosen] = useState<string>();
  const to = addDays(from, WEEK - 1);
  const slots = useQuery(slotsQuery(useApi(), { serviceId, employeeId, from, to }));
  const starts = [...new Set((slots.data?.slots ?? []).map(({ start }) => start))];
  const isEmpty = slots.data !== undefined && starts.length === 0;
  const byDay = Map.groupBy(starts, dayOf);
  const days = Array.from({ length: WEEK }, (_, at) => addDays(from, at));
  const day =
    chosen !== undefined && days.includes(chosen) ? chosen : days.find((one) => byDay.has(one));
  const times = byDay.get(day ?? "") ?? [];

  return (
    <div className="grid gap-4" aria-busy={slots.isFetching}>
      <div className="flex items-center gap-2 min-w-0">
        <p className="sm flex-1 min-w-0 font-label">
          {formatDay(from)} to {formatDay(to)}
        </p>
        <Button
          variant="quiet"
          icon={ChevronLeft}
          aria-label="Earlier days"
          disabled={from <= terms.today}
          onClick={() => setFrom(addDays(from, -WEEK))}
        />
        <Button
          variant="quiet"
          icon={ChevronRight}
          aria-label="Later days"
          disabled={to >= terms.lastDay}
          onClick={() => setFrom(addDays(from, WEEK))}
        />
      </div>
      <fieldset className="book-days" aria-label="Day">
        {days.map((one) => (
          <DayButton
            key={one}
            day={one}
            left={slots.data && (byDay.get(one)?.length ?? 0)}
            isClosed={slots.data?.closedDays.includes(one) ?? false}
            isChosen={one === day}
            onChoose={() => setChosen(one)}
          />
        ))}
      </fieldset>
      {slots.error && <p role="alert">{errorMessage(slots.error)}</p>}
      {isEmpty && (
        <p className="dim" role="status">
          Nothing is available this week. Try later days
          {onWait && ", or we'll tell you when something is free"}.
        </p>
      )}
      {DAY_PARTS.map(({ name, from: begins, until }) => {
        const ofPart = times.filter((one) => clockOf(one) >= begins && clockOf(one) < until);
        if (ofPart.length === 0) return null;
        return (
          <fieldset key={name} aria-label={name}>
            <p className="sm mb-2 font-label">{name}</p>
            <div className="book-times">
              {ofPart.map((start) => (
                <button
                  key={start}
                  type="button"
                  className="book-choice"
                  onClick={() => onChoose(start)}
                >
                  {formatClock(start)}
                </button>
              ))}
            </div>
          </fieldset>
        );
      })}
      {onWait && (
        <Button variant={isEmpty ? "primary" : "quiet"} fill onClick={onWait}>
          Tell Me When Something Is Free
        </Button>
      )}
    </div>
  );
}

interface DayButtonProps {
  day: string;
  /** Undefined while the times load. */
  left: number | undefined;
  isClosed: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function DayButton({ day, left, isClosed, isChosen, onChoose }: DayButtonProps) {
  return (
    <button
      type="button"
      className="book-choice"
      aria-pressed={isChosen}
      disabled={left === 0}
      onClick={onChoose}
    >
      {formatWeekday(day)}
      <b>{Number(day.slice(8))}</b>
      <span>
        {left === undefined ? "…" : left > 0 ? `${left} left` : isClosed ? "Closed" : "Full"}
      </span>
    </button>
  );
}
