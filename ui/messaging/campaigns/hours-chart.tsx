import type { Bucket } from "./hour-buckets.ts";

interface HoursChartProps {
  /** A text alternative with the period. */
  label: string;
  /** Oldest first; without buckets, only the baseline is drawn. */
  buckets: readonly Bucket[];
}

const HEIGHT = 160;
const EMPTY = 48;
const BASELINE = 138.5;
const TALLEST = 126;
/** The space for the figures left of the bars, in percent of the width. */
const AXIS = 7;
/** A value under 2% of the tallest is still a bar. */
const SMALLEST = 4;
/** Of a bucket's width; the rest is the gap to the next. */
const FILLED = 0.72;
const TICKS_AT_MOST = 7;
const BARS = [
  { name: "sent", paint: "var(--control)" },
  { name: "delivered", paint: "var(--good)" },
  { name: "failed", paint: "var(--bad)" },
  { name: "replies", paint: "var(--busy)" },
] as const;

/**
 * Fills the width: horizontal positions are percentages, so that text and corners keep their shape.
 */
export function HoursChart({ label, buckets }: HoursChartProps) {
  const most = roundUp(
    Math.max(1, ...buckets.flatMap((bucket) => BARS.map(({ name }) => bucket[name]))),
  );
  const step = (100 - AXIS) / Math.max(6, buckets.length);
  const everyNth = Math.ceil(buckets.length / TICKS_AT_MOST);

  if (buckets.length === 0)
    return (
      <svg width="100%" height={EMPTY} role="img" aria-label={label}>
        <line x1="0" x2="100%" y1={EMPTY - 0.5} y2={EMPTY - 0.5} stroke="var(--line)" />
      </svg>
    );
  return (
    <svg width="100%" height={HEIGHT} role="img" aria-label={label}>
      {gridOf(most).map((value) => {
        const y = BASELINE - (value / most) * TALLEST;
        return (
          <g key={value}>
            <line x1={`${AXIS}%`} x2="100%" y1={y} y2={y} stroke="var(--line)" />
            <text
              className="num"
              x={`${AXIS - 1}%`}
              y={y + 3.5}
              textAnchor="end"
              fontSize="10.5"
              fill="var(--ink-3)"
            >
              {formatShort(value)}
            </text>
          </g>
        );
      })}
      {buckets.map((bucket, at) => (
        <g key={bucket.label}>
          {BARS.map(({ name, paint }, nth) => {
            const height = barHeight(bucket[name], most);
            return (
              <rect
                key={name}
                x={`${AXIS + (at + (1 - FILLED) / 2 + (nth * FILLED) / BARS.length) * step}%`}
                y={BASELINE - height}
                width={`${(step * FILLED * 0.86) / BARS.length}%`}
                height={height}
                rx={2}
                fill={paint}
              />
            );
          })}
          {at % everyNth === everyNth >> 1 && (
            <text
              className="num"
              x={`${AXIS + (at + 0.5) * step}%`}
              y={155}
              textAnchor="middle"
              fontSize="10.5"
              fill="var(--ink-3)"
            >
              {bucket.tick}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

/** A minimum height keeps small values visible. */
function barHeight(value: number, most: number): number {
  return value === 0 ? 0 : Math.max(SMALLEST, Math.round((value / most) * TALLEST));
}

/** The top of the axis: 1, 2, 4, 6 or 8 with zeros, such as 40 for 37. */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 4, 6, 8, 10].map((times) => times * unit).find((top) => top >= most) ?? most;
}

/** Zero, the top, and the middle where it is whole. */
function gridOf(most: number): readonly number[] {
  return most % 2 === 0 ? [0, most / 2, most] : [0, most];
}

/** "40k" from ten thousand on, where the digits would not fit. */
function formatShort(value: number): string {
  return value < 10_000 ? value.toLocaleString("en-US") : `${value / 1000}k`;
}
