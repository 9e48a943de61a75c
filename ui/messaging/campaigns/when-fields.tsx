import { Field } from "#ui/kit/field.tsx";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatWallTime, parseWallTime, wallText } from "./scheduled-time.ts";

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
