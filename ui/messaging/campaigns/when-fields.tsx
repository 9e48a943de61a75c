import { useRef } from "react";
import { Field } from "#ui/kit/field.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime, nextMorning, parseWallTime, wallText } from "./scheduled-time.ts";

interface ScheduleChoiceProps {
  /** Wall time in the business's zone; null to send now. */
  value: string | null;
  onValueChange: (wall: string | null) => void;
  error?: string | undefined;
}

const OPTIONS = [
  { value: "now", label: "Now" },
  { value: "later", label: "Schedule…" },
] as const;

export function ScheduleChoice({ value, onValueChange, error }: ScheduleChoiceProps) {
  const { now, timeZone } = useBusinessTime();
  const group = useRef<HTMLDivElement>(null);

  function choose(when: "now" | "later") {
    onValueChange(when === "now" ? null : nextMorning(wallTime(now, timeZone)));
    // Scrolls the fields into view, because a low window may not show them.
    requestAnimationFrame(() => group.current?.scrollIntoView({ block: "nearest" }));
  }

  return (
    <div ref={group} className="grid flex-none gap-2.5">
      <div className="flex items-center gap-2 min-w-0">
        <span className="label flex-1 min-w-0" aria-hidden="true">
          When
        </span>
        <Segmented
          label="When"
          value={value === null ? "now" : "later"}
          onValueChange={choose}
          options={OPTIONS}
        />
      </div>
      {value !== null && <WhenFields value={value} onValueChange={onValueChange} error={error} />}
    </div>
  );
}

interface WhenFieldsProps {
  /** Wall time in the business's zone; its parts may be empty while they are typed. */
  value: string;
  onValueChange: (wall: string) => void;
  error?: string | undefined;
}

export function WhenFields({ value, onValueChange, error }: WhenFieldsProps) {
  const { now, timeZone } = useBusinessTime();
  const [date = "", time = ""] = value.split("T");
  const wall = parseWallTime(date, time);
  return (
    <div className="grid gap-1.5">
      <div className="grid grid-cols-2 gap-3">
        <Field label="Date" error={error}>
          <DateInput
            min={wallText(new Date(now).toISOString(), timeZone).slice(0, 10)}
            value={date}
            onValueChange={(day) => onValueChange(`${day}T${time}`)}
          />
        </Field>
        <Field label="Time">
          <TimeInput value={time} onValueChange={(clock) => onValueChange(`${date}T${clock}`)} />
        </Field>
      </div>
      <p className="hint num" role="status">
        {wall ? formatWallTime(wall, timeZone) : "Choose a day and a time."}
      </p>
    </div>
  );
}
