/** The arch of a parlor mirror with a speech bubble in it. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" className="text-accent" aria-hidden="true">
      <path d="M3 23V12a9 9 0 0 1 18 0v11H3z" fill="currentColor" />
      <path
        d="M7.2 12.4a4.8 4.8 0 1 1 4.8 4.8H8.3a1.1 1.1 0 0 1-1.1-1.1z"
        className="fill-on-accent"
      />
    </svg>
  );
}
