import Copy from "lucide-react/icons/copy";
import Ellipsis from "lucide-react/icons/ellipsis";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type ReactNode, useState } from "react";
import { toEnd, toTypedEnd } from "#src/shared/clock-time.ts";
import {
  differingDays,
  type Interval,
  mapWeek,
  mergeEdited,
  type Weekday,
  type Weekly,
} from "#src/shared/working-hours.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Switch } from "#ui/kit/switch.tsx";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import { DAY_NAMES } from "./day-names.ts";

// Needed only after an edit.
const guard = lazy(async () => (await import("#ui/kit/leave-guard.tsx")).LeaveGuard);

interface WeekFormProps {
  saved: Weekly;
  isSaving: boolean;
  /** `from` is the first day of these hours; undefined for today. `onSaved` is called once they are saved. */
  onSave: (weekly: Weekly, from: string | undefined, onSaved: () => void) => void;
  /** Below the week, whose rows stay where they are. */
  notes?: ReactNode;
  /** Before the Save button. */
  children?: ReactNode;
}

export function WeekForm({ saved, isSaving, onSave, notes, children }: WeekFormProps) {
  const [week, setWeek] = useState(saved);
  const [from, setFrom] = useState("");
  const [base, setBase] = useState(saved);
  // Hours that someone else saved replace those of the days that weren't edited.
  if (base !== saved) {
    setBase(saved);
    setWeek(mergeEdited(week, base, saved));
  }
  const problem = problemOf(week);
  const isDirty = differingDays(week, saved).length > 0;
  const Guard = useLazy(isDirty, guard);
  return (
    <Form
      aria-label="Weekly Hours"
      onSubmit={() => {
        if (problem === undefined)
          onSave(week, from || undefined, () => {
            // Hours from a later day leave the current ones unchanged.
            if (from) setWeek(saved);
            setFrom("");
          });
      }}
    >
      <WeekEditor week={week} onChange={setWeek} />
      {notes}
      {problem !== undefined && (
        <ErrorNote className="m-4" role="alert">
          {problem}
        </ErrorNote>
      )}
      {isDirty && (
        <Field
          label="From (optional)"
          hint="Leave blank to start today. For one day only, use Special Days."
          className="max-w-96 p-4"
        >
          <DateInput value={from} onValueChange={setFrom} />
        </Field>
      )}
      <div
        className={classes(
          "flex min-w-0 flex-wrap items-center justify-end gap-3 rounded-b-lg px-4 py-3",
          // Within sight of the day that was changed.
          isDirty && "sticky -bottom-6 z-10 border-line border-t bg-raised phone:-bottom-4",
        )}
      >
        {!isDirty && children}
        {isDirty && (
          <Button variant="quiet" onClick={() => setWeek(saved)}>
            Discard
          </Button>
        )}
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty || problem !== undefined}
          busy={isSaving && "Saving..."}
        >
          Save Hours
        </Button>
      </div>
      {/* The query names whose hours are shown. */}
      {Guard && <Guard byQuery active={isDirty} saving={isSaving} />}
    </Form>
  );
}

function problemOf(week: Weekly): string | undefined {
  for (const [weekday, name] of DAY_NAMES) {
    const sorted = week[weekday].toSorted((a, b) => (a.start < b.start ? -1 : 1));
    for (const [at, { start, end }] of sorted.entries()) {
      if (start === "" || end === "") return `${name}: enter both times.`;
      if (toEnd(end) <= start) return `${name}: end time must be after start time.`;
      if (start < (sorted[at - 1]?.end ?? "")) return `${name}: these hours overlap.`;
    }
  }
  return undefined;
}

const USUAL: Interval = { start: "09:00", end: "17:00" };

/** A row for each day: closed, or intervals with breaks between them. */
function WeekEditor({ week, onChange }: { week: Weekly; onChange: (week: Weekly) => void }) {
  const set = (weekday: Weekday, intervals: readonly Interval[]) =>
    onChange(mapWeek((day) => (day === weekday ? intervals : week[day])));
  return (
    <ul>
      {DAY_NAMES.map(([weekday, name]) => (
        <DayRow
          key={weekday}
          name={name}
          intervals={week[weekday]}
          onChange={(intervals) => set(weekday, intervals)}
          onCopy={() => onChange(mapWeek((day) => (week[day].length > 0 ? week[weekday] : [])))}
        />
      ))}
    </ul>
  );
}

interface DayRowProps {
  name: string;
  intervals: readonly Interval[];
  onChange: (intervals: readonly Interval[]) => void;
  /** Gives all open days the hours of this one. */
  onCopy: () => void;
}

function DayRow({ name, intervals, onChange, onCopy }: DayRowProps) {
  const isOpen = intervals.length > 0;
  const addBreak = () => onChange(withBreak(intervals));
  return (
    <li className="day-row">
      <Switch checked={isOpen} onChange={() => onChange(isOpen ? [] : [USUAL])}>
        <span className={isOpen ? "h3" : "dim"}>
          {name.slice(0, 3)}
          <span className="phone:hidden">{name.slice(3)}</span>
        </span>
      </Switch>
      {isOpen ? (
        <div className="intervals">
          {intervals.map((interval, at) => (
            <IntervalFields
              // biome-ignore lint/suspicious/noArrayIndexKey: an interval is its position
              key={at}
              label={`${name}, ${at + 1}`}
              interval={interval}
              onChange={(changed) => onChange(intervals.with(at, changed))}
              onRemove={
                intervals.length > 1 ? () => onChange(intervals.toSpliced(at, 1)) : undefined
              }
            />
          ))}
          <Button
            size="tiny"
            icon={Plus}
            className="no-phone"
            aria-label={`Add a break on ${name}`}
            onClick={addBreak}
          >
            Break
          </Button>
        </div>
      ) : (
        <span className="dim sm">Closed</span>
      )}
      {isOpen && (
        <>
          <IconButton
            icon={Copy}
            label={`Copy ${name} to all open days`}
            className="no-phone"
            onClick={onCopy}
          />
          <Menu
            trigger={
              <IconButton icon={Ellipsis} label={`More for ${name}`} className="only-phone" />
            }
          >
            <MenuItem icon={Plus} onSelect={addBreak}>
              Add a Break
            </MenuItem>
            <MenuItem icon={Copy} onSelect={onCopy}>
              Copy to All Open Days
            </MenuItem>
          </Menu>
        </>
      )}
    </li>
  );
}

interface IntervalFieldsProps {
  label: string;
  interval: Interval;
  onChange: (interval: Interval) => void;
  onRemove?: (() => void) | undefined;
}

export function IntervalFields({ label, interval, onChange, onRemove }: IntervalFieldsProps) {
  return (
    <span className="flex items-center gap-2 min-w-0 phone:w-full phone:gap-1">
      <TimeInput
        className="num w-30 phone:w-0 phone:grow"
        aria-label={`${label}: from`}
        value={interval.start}
        onValueChange={(start) => onChange({ ...interval, start })}
      />
      <span className="dim">–</span>
      <TimeInput
        className="num w-30 phone:w-0 phone:grow"
        aria-label={`${label}: to`}
        value={toTypedEnd(interval.end)}
        onValueChange={(end) => onChange({ ...interval, end })}
      />
      {onRemove && <IconButton icon={X} size="tiny" label={`Remove ${label}`} onClick={onRemove} />}
    </span>
  );
}

/** Splits the last interval at noon, or adds one after it. */
function withBreak(intervals: readonly Interval[]): readonly Interval[] {
  const last = intervals.at(-1) ?? USUAL;
  const others = intervals.slice(0, -1);
  if (last.start < "12:00" && last.end > "13:00")
    return [...others, { start: last.start, end: "12:00" }, { start: "13:00", end: last.end }];
  return [...intervals, { start: last.end, end: "23:00" }];
}
