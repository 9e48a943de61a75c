import { Skeleton } from "#ui/kit/skeleton.tsx";

/** Placeholders for the column heads and a few cards. */
export function ScheduleSkeleton({ lanes }: { lanes: number }) {
  return (
    <div
      className="grid flex-1 auto-cols-fr grid-flow-col gap-3 border-line border-t p-4 phone:grid-flow-row"
      aria-busy="true"
    >
      {Array.from({ length: Math.max(1, Math.min(lanes, 6)) }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: empty boxes have no other name
        <div key={at} className="grid content-start gap-3">
          <Skeleton width="60%" height={32} />
          <Skeleton height={85} />
          <Skeleton height={63} />
        </div>
      ))}
    </div>
  );
}
