import type { App, Staff } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";
import type { FileImportProgress, FileImportResult } from "./import-contract.ts";

/** An import of a file, while it runs and for a while after. */
export interface RunningImport {
  /** Aborted by the user, or by a repeat of the same import. */
  readonly stop: AbortController;
  rows: number;
  imported: number;
}

interface Entry extends RunningImport {
  state: FileImportProgress["state"];
  result: FileImportResult | null;
  endedAt: number;
  ended: Promise<unknown>;
}

const KEPT_MS = 10 * 60_000;
const imports = new WeakMap<App, Map<string, Entry>>();

/** Runs an import under its key. A repeat stops the first attempt, whose upload may be broken, and waits for its last slice. */
export async function runImport(
  app: App,
  actor: Staff,
  key: string,
  work: (running: RunningImport) => Promise<FileImportResult>,
): Promise<FileImportResult> {
  const entries = entriesOf(app);
  for (const [id, { endedAt }] of entries) if (app.now() - endedAt > KEPT_MS) entries.delete(id);
  const id = `${actor.id} ${key}`;
  const before = entries.get(id);
  const entry: Entry = {
    stop: new AbortController(),
    rows: 0,
    imported: 0,
    state: "running",
    result: null,
    endedAt: Number.POSITIVE_INFINITY,
    ended: Promise.resolve(),
  };
  entries.set(id, entry);
  before?.stop.abort();
  const ended = (before?.ended ?? Promise.resolve()).then(() => work(entry));
  entry.ended = ended.catch(() => undefined);
  try {
    entry.result = await ended;
    entry.state = "done";
    return entry.result;
  } finally {
    if (entry.state !== "done") entry.state = "stopped";
    entry.endedAt = app.now();
  }
}

/** Whether any user's import with the key is running. */
export function isImportRunning(app: App, key: string): boolean {
  return entriesOf(app)
    .entries()
    .some(([id, { state }]) => state === "running" && id.endsWith(` ${key}`));
}

/** @throws Problem 404 */
export function getImportProgress(app: App, actor: Staff, key: string): FileImportProgress {
  const entry = entriesOf(app).get(`${actor.id} ${key}`);
  if (!entry) throw new Problem(404, "This import no longer exists.");
  const { state, rows, imported, result } = entry;
  return { state, rows, imported, result };
}

export function stopImport(app: App, actor: Staff, key: string): void {
  entriesOf(app).get(`${actor.id} ${key}`)?.stop.abort();
}

function entriesOf(app: App): Map<string, Entry> {
  return imports.getOrInsertComputed(app, () => new Map());
}
