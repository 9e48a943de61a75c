/** "2:31" of seconds; "Unknown" while nobody knows. */
export function formatDuration(seconds: number | null): string {
  if (seconds === null) return "Unknown";
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Where a call is read. */
export function callHref(id: number): string {
  return `/call-transcripts?call=${id}`;
}
