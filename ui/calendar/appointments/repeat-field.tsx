import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { clockOf } from "#src/shared/wall-time.ts";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Select } from "#ui/kit/select.tsx";
import { DateInput } from "#ui/shell/fields/date-input.tsx";
import { formatFullDay } from "#ui/shell/format/dates.ts";
import type { FormValues } from "./form-values.ts";
import { CUSTOM, NEVER, RHYTHMS } from "./repeat-values.ts";
import type { RepeatPreview } from "./use-repeat-preview.ts";

interface RepeatFieldProps {
  form: UseFormReturn<FormValues>;
  preview: RepeatPreview;
  /** A changed rhythm clears the conflict. */
  onChange: () => void;
  /** A field in the same row. */
  children?: ReactNode;
}

/** How often an appointment repeats and until when, with the visits that this gives. */
export function RepeatField({ form, preview, onChange, children }: RepeatFieldProps) {
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [repeats, ends] = [watch("repeats"), watch("ends")];
  const set = (field: "repeats" | "ends", value: string) => {
    setValue(field, value as never, { shouldDirty: true, shouldValidate: isSubmitted });
    onChange();
  };
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(184px,1fr))] items-start gap-3">
        {children}
        <Field label="Repeats">
          <Select
            value={repeats}
            onValueChange={(value) => set("repeats", value)}
            options={RHYTHMS}
          />
        </Field>
        {repeats === CUSTOM && (
          <Field label="Weeks between visits" error={errors.everyWeeks?.message}>
            <Input {...register("everyWeeks", { onChange })} {...FIGURE} min={1} />
          </Field>
        )}
      </div>
      {repeats !== NEVER && (
        <div className="grid grid-cols-[1.3fr_1fr] items-end gap-3 phone:grid-cols-1">
          <Segmented
            label="Ends"
            value={ends}
            onValueChange={(value) => set("ends", value)}
            options={[
              { value: "count", label: "Ends after" },
              { value: "until", label: "Ends on" },
            ]}
          />
          {ends === "count" ? (
            <Field label="Visits" error={errors.count?.message}>
              <Input {...register("count", { onChange })} {...FIGURE} min={2} />
            </Field>
          ) : (
            <Field label="Last day" error={errors.until?.message}>
              <DateInput {...register("until", { onChange })} />
            </Field>
          )}
        </div>
      )}
      {repeats !== NEVER && <RepeatVisits {...preview} />}
    </div>
  );
}

const FIGURE = { type: "number", inputMode: "numeric", max: 52, className: "num" } as const;

/** The visits of a series before they are booked. The choice appears with the first conflict. */
function RepeatVisits({ visits, error, choice, setChoice }: RepeatPreview) {
  if (error) return <ErrorNote role="alert">{error}</ErrorNote>;
  if (!visits) return null;
  const conflicts = visits.filter(({ conflict }) => conflict !== null).length;
  const skips = choice === "skip";
  const count = visits.length - (skips ? conflicts : 0);
  const times = new Set(visits.map(({ start }) => clockOf(start)));
  return (
    <section className="grid gap-2" aria-label="Visits">
      <p className="sm" role="status">
        <b>{formatCount(count, "visit")}</b>
        {conflicts > 0 &&
          `, ${formatCount(conflicts, "conflict")}${skips ? ` skipped` : ` booked anyway`}`}
      </p>
      {conflicts > 0 && (
        <Segmented
          label="Visits with a conflict"
          value={choice}
          onValueChange={setChoice}
          options={[
            { value: "skip", label: "Skip conflicts" },
            { value: "anyway", label: "Book Anyway" },
          ]}
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard */}
      <ol className="max-h-44 overflow-y-auto rounded-lg border border-line" tabIndex={0}>
        {visits.map(({ day, start, conflict }) => (
          <li key={day} className="border-line border-b px-3 py-1.5 last:border-b-0">
            <span className={classes("sm num", conflict !== null && skips && "faint line-through")}>
              {formatFullDay(start.slice(0, 10))}
              {times.size > 1 && `, ${formatClock(start)}`}
            </span>
            {conflict && (
              <span className="flex min-w-0 xs wait items-start gap-1.5">
                <Icon of={TriangleAlert} size="s" />
                <span className="flex-1 min-w-0">
                  {skips && "Skipped: "}
                  {conflict}
                </span>
              </span>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
