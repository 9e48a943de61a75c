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

const WIDTH = 290;
const BASELINE = 78;
const TALLEST = 69;
const GRID = [6.5, 42.5, 78.5];

export function BarChart({ label, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = (WIDTH - 1.6) / Math.max(1, bars.length);

  return (
    <svg
      viewBox={`0 0 ${WIDTH} 96`}
      width="100%"
      className="max-w-120"
      role="img"
      aria-label={label}
    >
      {GRID.map((y) => (
        <path key={y} d={`M0 ${y}H${WIDTH}`} stroke="var(--line)" />
      ))}
      {bars.map((bar, at) => (
        <Column
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place in time
          key={at}
          bar={bar}
          left={at * step + 3}
          width={Math.min(13, step * 0.64)}
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
  width: number;
  height: number;
  ticked: boolean;
}

function Column({ bar, left, width, height, ticked }: ColumnProps) {
  const top = BASELINE - Math.max(1, height);
  const draw = bar.current ? "var(--accent)" : "var(--control)";

  return (
    <>
      {bar.value === 0 ? (
        <rect x={left} y={top} width={width} height="1" fill="var(--line-2)" />
      ) : (
        <rect x={left} y={top} width={width} height={Math.max(1, height)} rx="3" fill={draw} />
      )}
      {bar.failed && (
        <rect x={left} y={top - 4} width={width} height="2" rx="1" fill="var(--bad)" />
      )}
      {ticked && (
        <text
          className="num"
          x={left + width / 2}
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
