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
const GRID = [12.5, 75.5, BASELINE];
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
  const most = Math.max(1, ...buckets.flatMap((bucket) => BARS.map(({ name }) => bucket[name])));
  const step = 100 / Math.max(6, buckets.length);
  const everyNth = Math.ceil(buckets.length / TICKS_AT_MOST);

  if (buckets.length === 0)
    return (
      <svg width="100%" height={EMPTY} role="img" aria-label={label}>
        <line x1="0" x2="100%" y1={EMPTY - 0.5} y2={EMPTY - 0.5} stroke="var(--line)" />
      </svg>
    );
  return (
    <svg width="100%" height={HEIGHT} role="img" aria-label={label}>
      {GRID.map((y) => (
        <line key={y} x1="0" x2="100%" y1={y} y2={y} stroke="var(--line)" />
      ))}
      {buckets.map((bucket, at) => (
        <g key={bucket.label}>
          {BARS.map(({ name, paint }, nth) => {
            const height = barHeight(bucket[name], most);
            return (
              <rect
                key={name}
                x={`${(at + (1 - FILLED) / 2 + (nth * FILLED) / BARS.length) * step}%`}
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
              x={`${(at + 0.5) * step}%`}
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
  return value === 0 ? 0 : Math.max(3, Math.round((value / most) * TALLEST));
}
