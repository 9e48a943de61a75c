import { Skeleton } from "#ui/kit/skeleton.tsx";

export function ClientSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <div className="card flex min-h-35 items-center gap-4 p-5">
        <Skeleton width={64} height={64} round />
        <div className="flex flex-col flex-1 min-w-0 gap-2.5">
          <Skeleton width="40%" height={16} />
          <Skeleton width="25%" />
        </div>
      </div>
      <div className="card grid gap-4 p-5">
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="62%" />
      </div>
    </div>
  );
}
