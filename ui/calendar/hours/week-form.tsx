import { type ReactNode, useState } from "react";
import type { Weekly } from "#src/shared/working-hours.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Form } from "#ui/kit/form.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { DAY_NAMES } from "./day-names.ts";
import { WeekEditor } from "./week-editor.tsx";

interface WeekFormProps {
  saved: Weekly;
  isSaving: boolean;
  /** `from` is the first day of these hours; undefined for today. */
  onSave: (weekly: Weekly, from: string | undefined) => void;
  /** Before the Save button. */
  children?: ReactNode;
}

export function WeekForm({ saved, isSaving, onSave, children }: WeekFormProps) {
  const [week, setWeek] = useState(saved);
  const [from, setFrom] = useState("");
  const [base, setBase] = useState(saved);
  // Hours that someone else saved replace the draft, unless it was edited.
  if (base !== saved) {
    setBase(saved);
    if (isSame(week, base)) setWeek(saved);
  }
  const problem = problemOf(week);
  const isDirty = !isSame(week, saved);
  return (
    <Form
      aria-label="Weekly hours"
      onSubmit={() => {
        if (problem === undefined) onSave(week, from || undefined);
      }}
    >
      <WeekEditor week={week} onChange={setWeek} />
      {problem !== undefined && (
        <ErrorNote className="m-4" role="alert">
          {problem}
        </ErrorNote>
      )}
      <div className="flex min-w-0 flex-wrap items-end justify-end gap-3 p-4">
        {isDirty && (
          <Field
            label="From (optional)"
            hint="Leave blank to start today. Earlier days keep their hours."
          >
            <Input type="date" value={from} onValueChange={setFrom} />
          </Field>
        )}
        <span className="flex-1 min-w-0" />
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
    </Form>
  );
}

function problemOf(week: Weekly): string | undefined {
  for (const [weekday, name] of DAY_NAMES) {
    const sorted = week[weekday].toSorted((a, b) => (a.start < b.start ? -1 : 1));
    for (const [at, { start, end }] of sorted.entries()) {
      const closes = end === "00:00" ? "24:00" : end;
      if (start === "" || end === "") return `${name}: enter both times.`;
      if (closes <= start) return `${name}: end time must be after start time.`;
      if (start < (sorted[at - 1]?.end ?? "")) return `${name}: these hours overlap.`;
    }
  }
  return undefined;
}

function isSame(one: Weekly, other: Weekly): boolean {
  return DAY_NAMES.every(
    ([weekday]) => JSON.stringify(one[weekday]) === JSON.stringify(other[weekday]),
  );
}
