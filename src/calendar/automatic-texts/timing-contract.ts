import type { SettingName, SettingsValues } from "#src/platform/settings/table-contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";

export type SettingOf<Value> = {
  [Name in SettingName]: SettingsValues[Name] extends Value ? Name : never;
}[SettingName];

/** A part of the sentence that says when a text is sent. */
export type TimingPart = string | TimeChoice | NumberChoice;

interface TimeChoice {
  readonly time: SettingOf<string>;
  /** What screen readers call it. */
  readonly label: string;
}

export interface NumberChoice {
  readonly number: SettingOf<number>;
  readonly label: string;
  /** What the screen offers. Another value that was saved is kept and offered too. */
  readonly choices: readonly number[];
  readonly format: (value: number) => string;
}

type Values = Readonly<Partial<Record<SettingName, unknown>>>;

/** "The day before at 10:00 AM" */
export function describeTiming(timing: readonly TimingPart[], values: Values): string {
  const sentence = timing.map((part) => describePart(part, values)).join(" ");
  return sentence.slice(0, 1).toUpperCase() + sentence.slice(1);
}

export function describePart(part: TimingPart, values: Values): string {
  if (typeof part === "string") return part;
  if ("time" in part) return formatClock(String(values[part.time] ?? ""));
  return part.format(Number(values[part.number] ?? 0));
}

export function formatDelay(minutes: number): string {
  return minutes === 0 ? "right after" : `${formatMinutes(minutes)} after`;
}

export function formatMinutes(minutes: number): string {
  if (minutes > 0 && minutes % 1440 === 0) return formatCount(minutes / 1440, "day");
  return minutes > 0 && minutes % 60 === 0
    ? formatCount(minutes / 60, "hour")
    : formatCount(minutes, "minute");
}
