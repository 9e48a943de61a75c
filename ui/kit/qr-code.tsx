interface QrCodeProps {
  label: string;
  size: number;
  /** An SVG path of the dark squares. */
  path: string;
  className: string;
}

/** Black on white in both themes, because scanners need it. */
export function QrCode({ label, size, path, className }: QrCodeProps) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
