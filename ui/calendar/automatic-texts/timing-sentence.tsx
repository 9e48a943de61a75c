import {
  describePart,
  type NumberChoice,
  type TimingPart,
} from "#src/calendar/automatic-texts/timing-contract.ts";
import { classes } from "#ui/kit/classes.ts";
import { Select } from "#ui/kit/select.tsx";
import { TimeInput } from "#ui/shell/fields/date-input.tsx";
import type { SettingValue } from "./use-draft.ts";

interface TimingSentenceProps {
  timing: readonly TimingPart[];
  more: readonly (readonly TimingPart[])[] | undefined;
  values: Readonly<Record<string, SettingValue>>;
  disabled: boolean;
  onChange: (name: string, value: SettingValue) => void;
}

/** "Send it [the day a service is due] at [11:00 AM]." */
export function TimingSentence({ timing, more = [], ...rest }: TimingSentenceProps) {
  return (
    <div>
      <h3 className="label mb-2">When</h3>
      {[["Send it", ...timing], ...more].map((parts, at) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a sentence is known by its place
          key={at}
          className={classes(
            "flex flex-wrap items-center gap-2 leading-9 num mt-2 first-of-type:mt-0",
            parts.length === 2 && "min-[360px]:flex-nowrap *:first:flex-none",
          )}
        >
          {joinStrings(parts).map((part) => (
            <Part key={keyOf(part)} part={part} {...rest} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Words next to each other are one part. */
function joinStrings(parts: readonly TimingPart[]): TimingPart[] {
  const joined: TimingPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (typeof part === "string" && typeof last === "string")
      joined[joined.length - 1] = `${last} ${part}`;
    else joined.push(part);
  }
  return joined;
}

function keyOf(part: TimingPart): string {
  if (typeof part === "string") return part;
  return "time" in part ? part.time : part.number;
}

interface PartProps extends Omit<TimingSentenceProps, "timing" | "more"> {
  part: TimingPart;
}

function Part({ part, values, disabled, onChange }: PartProps) {
  if (typeof part === "string" || disabled) return <span>{describePart(part, values)}</span>;
  if ("time" in part)
    return (
      <span className="w-33">
        <TimeInput
          aria-label={part.label}
          value={String(values[part.time] ?? "")}
          step={300}
          onValueChange={(time) => time !== "" && onChange(part.time, time)}
        />
      </span>
    );
  const value = Number(values[part.number] ?? 0);
  return (
    <Select
      aria-label={part.label}
      className="min-w-0 font-label"
      value={String(value)}
      onValueChange={(chosen) => onChange(part.number, Number(chosen))}
      options={optionsOf(part, value)}
    />
  );
}

/** A value that was set elsewhere is offered too. */
function optionsOf({ choices, format }: NumberChoice, value: number) {
  const numbers = choices.includes(value)
    ? choices
    : [...choices, value].toSorted((one, other) => one - other);
  return numbers.map((number) => ({ value: String(number), label: format(number) }));
}
