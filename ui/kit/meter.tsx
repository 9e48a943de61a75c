import type { Tone } from "./tone.ts";

interface MeterProps {
  /** A text alternative: "64% sent". */
  label: string;
  percent: number;
  /** Colors show states only. */
  tone: Tone;
}

/** The bar is moved instead of widened: each frame of a growing width would lay out the page. At 0, rounding must leave no sliver. */
export function Meter({ label, percent, tone }: MeterProps) {
  return (
    <div className="meter" role="img" aria-label={label}>
      <i className={tone} style={{ translate: `${percent > 0 ? percent - 100 : -101}%` }} />
    </div>
  );
}
