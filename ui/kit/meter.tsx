import type { Tone } from "./tone.ts";

interface MeterProps {
  /** A text alternative: "64% sent". */
  label: string;
  /** Percentages of the whole, from the left; colors show states only. */
  parts: readonly { percent: number; tone: Tone }[];
}

export function Meter({ label, parts }: MeterProps) {
  return (
    <div className="meter" role="img" aria-label={label}>
      {parts.map(({ percent, tone }) => (
        <i key={tone} className={tone} style={{ width: `${percent}%` }} />
      ))}
    </div>
  );
}
