const RADIUS = 14;
const LENGTH = 2 * Math.PI * RADIUS;

export function ReadyRing({ ready, of }: { ready: number; of: number }) {
  const circle = { cx: 18, cy: 18, r: RADIUS, fill: "none", strokeWidth: 4 };
  return (
    <svg
      width="36"
      height="36"
      viewBox="0 0 36 36"
      role="img"
      aria-label={`${ready} of ${of} ready`}
    >
      <circle {...circle} stroke="var(--trough)" />
      {ready > 0 && (
        <circle
          {...circle}
          stroke="var(--good)"
          strokeLinecap="round"
          strokeDasharray={`${((LENGTH * ready) / of).toFixed(2)} ${LENGTH.toFixed(2)}`}
          transform="rotate(-90 18 18)"
        />
      )}
    </svg>
  );
}
