import type { Report } from "#src/messaging/campaigns/contract.ts";
import { formatNumber } from "#src/shared/format-count.ts";
import { Card, CardBody, CardHead } from "#ui/kit/card.tsx";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { type Bucket, bucketsOf, NOTHING, sum } from "./hour-buckets.ts";

const SERIES = [
  { name: "sent", label: "Sent", dot: "bg-control" },
  { name: "delivered", label: "Delivered", dot: "bg-good" },
  { name: "failed", label: "Failed", dot: "bg-bad" },
  { name: "replies", label: "Replies", dot: "bg-busy" },
] as const;

/** Activity over time as bars, and as a table for screen readers. */
export function HoursCard({ hours }: { hours: Report["hours"] }) {
  const timeZone = useTimeZone();
  const { by, buckets } = bucketsOf(hours, timeZone);
  const title = by === "hour" ? "Hour by hour" : "Day by day";
  return (
    <Card aria-label="Over time">
      <CardHead title="Over time" />
      <CardBody className="relative">
        <p className="xs dim mb-3 flex flex-wrap gap-x-3.5 gap-y-1">
          {SERIES.map(({ name, label, dot }) => (
            <span key={name} className="flex items-center min-w-0 gap-1.5">
              <i className={`size-2 rounded-full ${dot}`} />
              {label}
            </span>
          ))}
        </p>
        <HoursChart label={captionOf(title, buckets)} buckets={buckets} />
        {buckets.length === 0 ? (
          <p className="sm dim mt-2">Nothing to show yet.</p>
        ) : (
          <div className="sr">
            <HoursTable title={title} buckets={buckets} />
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function HoursTable({ title, buckets }: { title: string; buckets: readonly Bucket[] }) {
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          {SERIES.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {buckets.map((bucket) => (
          <tr key={bucket.label}>
            <th scope="row">{bucket.label}</th>
            {SERIES.map(({ name }) => (
              <td key={name}>{formatNumber(bucket[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function captionOf(title: string, buckets: readonly Bucket[]): string {
  const first = buckets[0];
  const last = buckets.at(-1);
  if (!first || !last) return "Nothing to show yet";
  const all = buckets.reduce(sum, NOTHING);
  const span = first === last ? first.label : `${first.label} to ${last.label}`;
  const figures = SERIES.map(
    ({ name, label }) => `${formatNumber(all[name])} ${label.toLowerCase()}`,
  );
  return `${title}, ${span}: ${figures.join(", ")}`;
}

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
/** The bars of few buckets stay this narrow, in percent of the width. */
const WIDEST = 12;
const TICKS_AT_MOST = 7;
const BARS = [
  { name: "sent", paint: "var(--control)" },
  { name: "delivered", paint: "var(--good)" },
  { name: "failed", paint: "var(--bad)" },
  { name: "replies", paint: "var(--busy)" },
] as const;

/** Fills the width: horizontal positions are percentages, so that text and corners keep their shape. */
function HoursChart({ label, buckets }: HoursChartProps) {
  const most = roundUp(
    Math.max(1, ...buckets.flatMap((bucket) => BARS.map(({ name }) => bucket[name]))),
  );
  const step = (100 - AXIS) / Math.max(1, buckets.length);
  const group = Math.min(WIDEST, step * FILLED);
  const everyNth = Math.ceil(buckets.length / TICKS_AT_MOST);

  if (buckets.length === 0)
    return (
      <svg width="100%" height={EMPTY} role="img" aria-label={label}>
        <line x1="0" x2="100%" y1={EMPTY - 0.5} y2={EMPTY - 0.5} stroke="var(--line)" />
      </svg>
    );
  return (
    <svg width="100%" height={HEIGHT} className="overflow-visible" role="img" aria-label={label}>
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
              fontSize="12"
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
                x={`${AXIS + (at + 0.5) * step + (nth / BARS.length - 0.5) * group}%`}
                y={BASELINE - height}
                width={`${(group * 0.86) / BARS.length}%`}
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
              fontSize="12"
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

/** The top of the axis: 1, 2, 3, 4, 6 or 8 with zeros, such as 40 for 37. */
function roundUp(most: number): number {
  const unit = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 3, 4, 6, 8, 10].map((times) => times * unit).find((top) => top >= most) ?? most;
}

/** Zero, the top, and the middle where it is whole. */
function gridOf(most: number): readonly number[] {
  return most % 2 === 0 ? [0, most / 2, most] : [0, most];
}

/** "40k" from ten thousand on, where the digits would not fit. */
function formatShort(value: number): string {
  return value < 10_000 ? formatNumber(value) : `${value / 1000}k`;
}
