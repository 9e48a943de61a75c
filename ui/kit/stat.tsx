import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { formatNumber } from "#src/shared/format-count.ts";
import { Icon } from "./icon.tsx";
import { Skeleton } from "./skeleton.tsx";

interface StatProps {
  icon: LucideIcon;
  label: string;
  /** Undefined while it loads. Zero shows neither note nor trend. */
  figure: number | undefined;
  /** Formats figures that are not plain numbers, such as amounts of money. */
  format?: ((figure: number) => string) | undefined;
  note?: ReactNode;
  trend?: readonly number[] | undefined;
}

export function Stat({ icon, label, figure, format, note, trend }: StatProps) {
  return (
    <section className="card stat" aria-label={label} aria-busy={figure === undefined}>
      <div className="flex items-center gap-2 min-w-0 dim sm">
        <Icon of={icon} />
        <span className="clip">{label}</span>
      </div>
      <div className="figure">
        {figure === undefined ? (
          <Skeleton width={72} height={24} />
        ) : (
          (format?.(figure) ?? formatNumber(figure))
        )}
      </div>
      {note !== undefined && (
        <div className="xs faint num foot">
          {figure === undefined ? <Skeleton width={88} /> : figure > 0 && note}
        </div>
      )}
      {figure !== undefined && trend && <Sparkline values={figure === 0 ? [] : trend} />}
    </section>
  );
}

interface SparklineProps {
  /** Oldest first; fewer than two draw a flat line. */
  values: readonly number[];
}

const WIDTH = 96;
const HEIGHT = 36;
const LEFT = 1;
const RIGHT = 93;
const TOP = 5;
const BOTTOM = 33;

function Sparkline({ values }: SparklineProps) {
  const fade = useId();
  const least = Math.min(...values);
  const span = Math.max(...values) - least;
  const flat = values.length < 2 || span === 0;

  return (
    <svg
      className="spark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="presentation"
      aria-hidden="true"
    >
      {flat ? (
        <path d={`M${LEFT} ${BOTTOM}H${RIGHT}`} stroke="var(--line-2)" strokeWidth="1.75" />
      ) : (
        <Line points={values.map((value) => (value - least) / span)} fade={fade} />
      )}
    </svg>
  );
}

/** `points` from 0 (least) to 1 (most). */
function Line({ points, fade }: { points: number[]; fade: string }) {
  const step = (RIGHT - LEFT) / (points.length - 1);
  const height = (point: number) => round(BOTTOM - point * (BOTTOM - TOP));
  const path = `M${points.map((point, at) => `${round(LEFT + at * step)},${height(point)}`).join("L")}`;

  return (
    <>
      <linearGradient id={fade} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor="var(--accent)" stopOpacity=".32" />
        <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
      </linearGradient>
      <path d={`${path}L${RIGHT} ${HEIGHT}L${LEFT} ${HEIGHT}Z`} fill={`url(#${fade})`} />
      <path
        d={path}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="1.75"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={RIGHT} cy={height(points.at(-1) ?? 0)} r="2.5" fill="var(--accent)" />
    </>
  );
}

function round(length: number): number {
  return Math.round(length * 10) / 10;
}
