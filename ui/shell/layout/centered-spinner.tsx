/** Without a text it is only read aloud. */
export function CenteredSpinner({ text }: { text?: string }) {
  return (
    <div
      className="grid min-h-40 flex-1 place-content-center place-items-center gap-3 text-ink-3"
      role="status"
    >
      <span className="spin size-6" aria-hidden="true" />
      <span className={text === undefined ? "sr" : ""}>{text ?? "Loading"}</span>
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
