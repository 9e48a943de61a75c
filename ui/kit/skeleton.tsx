interface SkeletonProps {
  /** CSS lengths or pixels, those of the content that will stand here. */
  width?: number | string | undefined;
  height?: number | string | undefined;
  round?: boolean | undefined;
}

/** Shows after 150 ms, and never for a refetch; the list that waits carries `aria-busy`. */
export function Skeleton({ width = "100%", height = 12, round }: SkeletonProps) {
  const style = { width, height, ...(round && { borderRadius: "50%" }) };
  return <span className="skel" style={style} aria-hidden="true" />;
}
