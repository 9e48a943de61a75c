import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { addDays, clockOf, dayOf } from "#src/shared/wall-time.ts";
import { errorMessage } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { formatDay, formatWeekday } from "./format.ts";
import { renderPerformers, type SlotParts } from "./render-performers.ts";

const WEEK = 7;
const DAY_PARTS = [
  { name: "Morning", from: "00:00", until: "12:00" },
  { name: "Afternoon", from: "12:00", until: "17:00" },
  { name: "Evening", from: "17:00", until: "24:00" },
] as const;

/** The last day of the seven that begin with `from`. */
export function weekEnd(from: string): string {
  return addDays(from, WEEK - 1);
}

interface FreeTimesProps {
  /** The first of the seven days, and the first and last that can be shown. */
  from: string;
  earliest: string;
  latest?: string | undefined;
  onWeek: (from: string) => void;
  query: {
    readonly data:
      | {
          readonly slots: readonly { start: string; parts?: SlotParts }[];
          readonly now?: { start: string } | undefined;
          readonly closedDays: readonly string[];
          readonly offDays: readonly string[];
        }
      | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    /** Whether these are the times of another choice, while those of this one load. */
    readonly isPlaceholderData: boolean;
  };
  day: string;
  onDay: (day: string) => void;
  /** For times that several employees share. */
  nameOf?: (employeeId: number) => string | undefined;
  /** The chosen start. */
  start?: string | undefined;
  /** When a visit that moves is now, which is no choice. */
  current?: string | undefined;
  /** Whether the client wants a time; others are dimmed. */
  isWanted?: ((start: string) => boolean) | undefined;
  /** The length is only assumed, so what is left of a day isn't known. */
  isEstimate?: boolean;
  /** How a day says how many times are free; "2 times" by default. */
  countOf?: (left: number) => string;
  onChoose: (start: string) => void;
  /** Takes the place of the times. */
  instead?: ReactNode;
  /** In place of the times of a day without any. */
  empty: ReactNode;
  /** Above the times of a day that all don't fit. */
  unwanted?: ReactNode;
}

/** Returns the first day with free times from the wanted one on, or else the first of all, or the wanted one. */
export function pickDay(slots: readonly { start: string }[] | undefined, wanted: string): string {
  const free = (slots ?? []).map(({ start }) => dayOf(start));
  return free.find((one) => one >= wanted) ?? free[0] ?? wanted;
}

/** Seven days with what is left on each, and the times of one. */
export function FreeTimes(props: FreeTimesProps) {
  const { from, earliest, latest, onWeek, query, start, isWanted = () => true, onChoose } = props;
  const to = weekEnd(from);
  const slots = query.data?.slots ?? [];
  const now = query.data?.now?.start;
  const current = props.current && dayOf(props.current) >= from ? props.current : undefined;
  const all = [now, ...slots.map((slot) => slot.start), current];
  const starts = [...new Set(all.flatMap((one) => one ?? []))].toSorted();
  const { nameOf, countOf = (left) => formatCount(left, "time") } = props;
  const performersAt = (at: string) =>
    nameOf && renderPerformers(slots.find((slot) => slot.start === at)?.parts, nameOf);
  const byDay = Map.groupBy(starts, dayOf);
  const days = Array.from({ length: WEEK }, (_, at) => addDays(from, at));
  const times = byDay.get(props.day) ?? [];
  const isFull = times.every((one) => one === current);
  const describeDay = (one: string) => {
    const all = byDay.get(one) ?? [];
    const left = all.filter((start) => start !== current).length;
    const why = whyNone(query.data, one);
    const isUnknown = props.isEstimate && (left > 0 || why === "Full");
    const isKnown = query.data !== undefined && !query.isPlaceholderData;
    const label = !isKnown ? "…" : isUnknown ? "" : left > 0 ? countOf(left) : why;
    return { label, isDisabled: isKnown && all.length === 0 && !isUnknown };
  };
  const timeButton = (one: string) => (
    <button
      key={one}
      type="button"
      className={classes(
        "book-choice has-[span]:min-h-11 has-[span]:px-1 has-[span]:py-2",
        !isWanted(one) && "faint",
      )}
      disabled={query.isPlaceholderData || one === current}
      aria-pressed={start === undefined ? undefined : one === start}
      onClick={() => onChoose(one)}
    >
      {one === now ? `Now, ${formatClock(one)}` : formatClock(one)}
      <Performers names={one === current ? "Current" : performersAt(one)} />
    </button>
  );

  return (
    <div className="grid gap-4" aria-busy={query.isFetching}>
      <div className="flex items-center gap-2 min-w-0">
        <p className="sm flex-1 min-w-0 font-label">
          {formatDay(from)} to {formatDay(to)}
        </p>
        <Button
          variant="quiet"
          icon={ChevronLeft}
          aria-label="Earlier days"
          disabled={from <= earliest}
          onClick={() => {
            const before = addDays(from, -WEEK);
            if (before < earliest) onWeek(earliest);
            else onWeek(before);
          }}
        />
        {from > earliest && (
          <Button variant="quiet" onClick={() => onWeek(earliest)}>
            Today
          </Button>
        )}
        <Button
          variant="quiet"
          icon={ChevronRight}
          aria-label="Later days"
          disabled={latest !== undefined && to >= latest}
          onClick={() => onWeek(addDays(from, WEEK))}
        />
      </div>
      <fieldset className="book-days">
        <legend className="sr">Day</legend>
        {days.map((one) => (
          <DayButton
            key={one}
            day={one}
            {...describeDay(one)}
            isChosen={one === props.day}
            onChoose={() => props.onDay(one)}
          />
        ))}
      </fieldset>
      {query.error && <p role="alert">{errorMessage(query.error)}</p>}
      {!props.instead &&
        query.data !== undefined &&
        !query.isPlaceholderData &&
        isFull &&
        props.empty}
      {!props.instead &&
        !times.every(isWanted) &&
        (times.some(isWanted) ? (
          <p className="sm dim">Dimmed times don't fit what they asked for.</p>
        ) : (
          props.unwanted
        ))}
      {!props.instead && now && times.includes(now) && timeButton(now)}
      {props.instead ||
        DAY_PARTS.map(({ name, from: begins, until }) => {
          const ofPart = times.filter(
            (one) => one !== now && clockOf(one) >= begins && clockOf(one) < until,
          );
          if (ofPart.length === 0) return null;
          return (
            <fieldset key={name}>
              <legend className="sm mb-2 font-label">{name}</legend>
              <div className="grid grid-cols-[repeat(auto-fill,minmax(92px,1fr))] gap-2">
                {ofPart.map((one) => timeButton(one))}
              </div>
            </fieldset>
          );
        })}
    </div>
  );
}

/** Below a time: "Ana, then Ben", or "Current". */
function Performers({ names }: { names: string | undefined }) {
  return names && <span className="xs faint block whitespace-normal">{names}</span>;
}

/** Why a day has no free times. */
export function whyNone(data: FreeTimesProps["query"]["data"], day: string): string {
  if (data?.closedDays.includes(day)) return "Closed";
  return data?.offDays.includes(day) ? "Off" : "Full";
}

interface DayButtonProps {
  day: string;
  /** What is left of it, or why nothing is. */
  label: string;
  isDisabled: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function DayButton({ day, label, isDisabled, isChosen, onChoose }: DayButtonProps) {
  return (
    <button
      type="button"
      className="book-choice"
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={({ currentTarget }) => {
        onChoose();
        // The times are below the fold of a phone's dialog.
        const days = currentTarget.closest(".book-when fieldset");
        if (matchMedia("(width < 640px)").matches)
          requestAnimationFrame(() => days?.scrollIntoView());
      }}
    >
      {formatWeekday(day)}
      <b>{Number(day.slice(8))}</b>
      <span>{label}</span>
    </button>
  );
}
