import { Skeleton } from "#ui/kit/skeleton.tsx";

const WIDTHS = [190, 230, 170, 210, 180, 220];

export function LogSkeletons() {
  return (
    <div className="flex flex-col gap-2.5" aria-busy="true">
      {WIDTHS.map((width) => (
        <div key={width} className="card flex flex-col gap-3 px-4 py-3.5">
          <div className="flex gap-2">
            <Skeleton width={110} height={20} />
            <Skeleton width={60} height={20} />
          </div>
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
