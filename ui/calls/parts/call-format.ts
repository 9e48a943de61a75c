/** "2:31" for seconds; "Unknown" without a duration. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return "Unknown";
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The address of a call's transcript. */
export function callHref(id: number): string {
  return `/call-transcripts?call=${id}`;
}
