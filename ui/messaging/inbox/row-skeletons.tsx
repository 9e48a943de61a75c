import { Skeleton } from "#ui/kit/skeleton.tsx";

const WIDTHS = [180, 210, 150, 195, 165, 205, 140, 185];

export function RowSkeletons() {
  return (
    <div aria-hidden="true">
      {WIDTHS.map((width) => (
        <div key={width} className="flex gap-3 px-2.5 py-[9px] phone:py-[11px]">
          <Skeleton width={40} height={40} round />
          <div className="flex flex-col justify-center gap-2">
            <Skeleton width={width / 2} />
            <Skeleton width={width} />
          </div>
        </div>
      ))}
    </div>
  );
}
