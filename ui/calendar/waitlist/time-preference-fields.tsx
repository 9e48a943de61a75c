import type { ComponentType } from "react";
import type { Weekday } from "#src/shared/working-hours.ts";
import { DAY_NAMES, shortDayName } from "#ui/calendar/hours/day-names.ts";
import { Chip } from "#ui/kit/chip.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";

/** Days and hours of a form. */
export interface Times {
  /** Empty for any day. */
  readonly weekdays: readonly Weekday[];
  /** HH:mm; empty for any time. */
  readonly timeFrom: string;
  readonly timeTo: string;
}

export const ANY_TIME: Times = { weekdays: [], timeFrom: "", timeTo: "" };

/** As the API takes them, with null for any. */
export function toTimes({ weekdays, timeFrom, timeTo }: Times) {
  return {
    weekdays: weekdays.length === 0 ? null : [...weekdays],
    timeFrom: timeFrom || null,
    timeTo: timeTo || null,
  };
}

interface TimePreferenceFieldsProps {
  value: Times;
  onValueChange: (value: Times) => void;
  timeToError: string | undefined;
  /** Weekdays that can't be chosen. */
  closed?: readonly Weekday[];
  /** Staff's screens have a field of their own. */
  timeInput?: ComponentType<TimeInputProps>;
}

interface TimeInputProps {
  placeholder: string;
  value: string;
  onValueChange: (value: string) => void;
}

const NativeTime = (props: TimeInputProps) => <Input {...props} type="time" />;

export function TimePreferenceFields(props: TimePreferenceFieldsProps) {
  const { value, onValueChange, timeToError, closed = [], timeInput: Time = NativeTime } = props;
  const { weekdays, timeFrom, timeTo } = value;
  const toggle = (day: Weekday) =>
    onValueChange({
      ...value,
      weekdays: weekdays.includes(day) ? weekdays.filter((one) => one !== day) : [...weekdays, day],
    });

  return (
    <>
      <fieldset>
        <legend className="label mb-1.5">Days (optional)</legend>
        <div className="flex items-center min-w-0 flex-wrap gap-1.5">
          {DAY_NAMES.filter(([day]) => !closed.includes(day)).map(([day]) => (
            <Chip key={day} pressed={weekdays.includes(day)} onClick={() => toggle(day)}>
              {shortDayName(day)}
            </Chip>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-3">
        <Field label="After (optional)">
          <Time
            placeholder="Any time"
            value={timeFrom}
            onValueChange={(timeFrom) => onValueChange({ ...value, timeFrom })}
          />
        </Field>
        <Field label="Before (optional)" error={timeToError}>
          <Time
            placeholder="Any time"
            value={timeTo}
            onValueChange={(timeTo) => onValueChange({ ...value, timeTo })}
          />
        </Field>
      </div>
    </>
  );
}
