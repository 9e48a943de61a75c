import { Skeleton } from "#ui/kit/skeleton.tsx";

export function ReportSkeleton() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <div className="card grid min-h-45 content-start gap-4 p-5">
        <Skeleton width="40%" height={18} />
        <Skeleton width="25%" />
        <Skeleton width="60%" height={6} />
      </div>
      <div className="card grid h-24 gap-4 p-5">
        <Skeleton width="70%" />
      </div>
      <div className="card grid h-60 content-start gap-4 p-5">
        <Skeleton width="30%" />
      </div>
    </div>
  );
}
