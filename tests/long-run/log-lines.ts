/** Warnings that the week causes on purpose, by their message. */
const EXPECTED = new Set(["alert", "sign-in failed"]);

/** Lines of the level warn or error that no action of the driver explains. */
export function unexpectedLogLines(logged: string): string[] {
  const counts = new Map<string, number>();
  for (const line of logged.split("\n")) {
    if (line === "") continue;
    const what = describe(line);
    if (what) counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => `${count} × ${what}`);
}

function describe(line: string): string | undefined {
  let entry: { level?: string; event?: string; time?: string; status?: number };
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const { level, event = "", time: _, ...rest } = entry;
  // A busy machine makes requests slow; those that failed have a 5xx status.
  if (event === "a request failed or was slow" && Number(rest.status) < 500) return undefined;
  if (level !== "warn" && level !== "error") return undefined;
  return EXPECTED.has(event) ? undefined : `${level} ${event} ${JSON.stringify(rest)}`;
}
