interface BookingSummaryProps {
  /** What is missing. */
  what?: string;
  when?: string;
  who: readonly (string | false | undefined)[];
}

/** What is booked, or what to choose first. */
export function BookingSummary({ what, when, who }: BookingSummaryProps) {
  return (
    <div role="status">
      <p className="font-label">{when ?? what ?? "Choose a time"}</p>
      <p className="sm dim">{when && (what ?? who.filter(Boolean).join(", "))}</p>
    </div>
  );
}
