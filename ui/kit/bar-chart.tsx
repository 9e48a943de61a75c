interface BarChartProps {
  /** A text alternative with the period: "Texts sent per day, November 7 to 20: 3,116 sent". */
  label: string;
  /** Oldest first; every second bar shows its tick, counted from the last. */
  bars: readonly Bar[];
}

export interface Bar {
  /** Two or three characters below, such as the day. */
  tick: string;
  value: number;
  failed?: boolean | undefined;
  current?: boolean | undefined;
}

const BASELINE = 78;
const TALLEST = 69;
const GRID = [6.5, 42.5, 78.5];

/** As wide as its place: x is in percent and y in pixels, so that ticks keep their size. */
export function BarChart({ label, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = 100 / Math.max(1, bars.length);

  return (
    <svg width="100%" height="96" className="block" role="img" aria-label={label}>
      {GRID.map((y) => (
        <line key={y} x2="100%" y1={y} y2={y} stroke="var(--line)" />
      ))}
      {bars.map((bar, at) => (
        <Column
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place in time
          key={at}
          bar={bar}
          left={at * step}
          step={step}
          height={Math.round((bar.value / most) * TALLEST)}
          ticked={(bars.length - 1 - at) % 2 === 0}
        />
      ))}
    </svg>
  );
}

interface ColumnProps {
  bar: Bar;
  left: number;
  step: number;
  height: number;
  ticked: boolean;
}

/** The part of its step that a bar fills. */
const FILLED = 0.64;

function Column({ bar, left, step, height, ticked }: ColumnProps) {
  const top = BASELINE - Math.max(1, height);
  const draw = bar.current ? "var(--accent)" : "var(--control)";
  const place = { x: `${left + (step * (1 - FILLED)) / 2}%`, width: `${step * FILLED}%` };

  return (
    <>
      {bar.value === 0 ? (
        <rect {...place} y={top} height="1" fill="var(--line-2)" />
      ) : (
        <rect {...place} y={top} height={Math.max(1, height)} rx="3" fill={draw} />
      )}
      {bar.failed && <rect {...place} y={top - 4} height="2" rx="1" fill="var(--bad)" />}
      {ticked && (
        <text
          className="num"
          x={`${left + step / 2}%`}
          y="93"
          textAnchor="middle"
          fontSize="12"
          fill="var(--ink-3)"
        >
          {bar.tick}
        </text>
      )}
    </>
  );
}
