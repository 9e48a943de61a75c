import { Skeleton } from "#ui/kit/skeleton.tsx";

const WIDTHS = [190, 230, 170, 210, 180, 220];

export function LogSkeletons() {
  return (
    <div className="card" aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className="line-row min-h-12">
          <Skeleton width={24} height={24} round />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
