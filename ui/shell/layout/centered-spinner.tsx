export function CenteredSpinner() {
  return (
    <div className="grid min-h-40 flex-1 place-items-center text-ink-3" role="status">
      <span className="spin size-6" aria-hidden="true" />
      <span className="sr">Loading</span>
    </div>
  );
}

export function WholePageSpinner() {
  return (
    <div className="flex min-h-dvh">
      <CenteredSpinner />
    </div>
  );
}
