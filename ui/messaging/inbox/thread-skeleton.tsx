import { Skeleton } from "#ui/kit/skeleton.tsx";

export function ThreadSkeleton() {
  return (
    <section
      className="flex min-w-0 flex-1 flex-col"
      aria-busy="true"
      aria-label="Loading conversation"
    >
      <div className="flex h-14 flex-none items-center gap-3 border-line border-b px-5">
        <Skeleton width={32} height={32} round />
        <Skeleton width={140} />
      </div>
      <div className="flex flex-1 flex-col justify-end">
        <BubbleSkeletons />
      </div>
    </section>
  );
}

export function BubbleSkeletons() {
  return (
    <div className="flex flex-col gap-3 px-6 py-5" aria-hidden="true">
      <Skeleton width="55%" height={40} />
      <div className="self-end">
        <Skeleton width={220} height={40} />
      </div>
      <Skeleton width="40%" height={60} />
      <div className="self-end">
        <Skeleton width={260} height={40} />
      </div>
    </div>
  );
}
