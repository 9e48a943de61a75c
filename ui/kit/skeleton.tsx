interface SkeletonProps {
  /** CSS lengths or pixels of the content to come. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  round?: boolean | undefined;
}

/** Appears after 150 ms, and never for a refetch; the waiting list has `aria-busy`. */
export function Skeleton({ width = "100%", height = 12, round }: SkeletonProps) {
  const style = { width, height, ...(round && { borderRadius: "50%" }) };
  return <span className="skel" style={style} aria-hidden="true" />;
}
