import type { Tone } from "./tone.ts";

interface MeterProps {
  /** The figures in words, as nobody can read a bar: "64% sent". */
  label: string;
  /** Percent of the whole, from the left; a part is coloured by state, never for looks. */
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
