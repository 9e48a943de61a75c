import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

export const LIST = "/api/audit-logs";

interface Entry {
  readonly action: string;
  readonly by?: Person | undefined;
  readonly metadata?: Record<string, unknown> | undefined;
}

/** A log of just these, oldest first; their ids are 1, 2, 3... */
export function logOf(parlor: TestApp, entries: readonly Entry[]): void {
  const { app } = parlor;
  for (const { action, by, metadata } of entries)
    if (by) record(app, by.actor, { action, metadata });
    else recordSystem(app, { action, metadata });
}

export function empty(): TestApp & { readonly mia: Person } {
  const parlor = testApp({ connected: false });
  return { ...parlor, mia: parlor.person("user", ["/inbox"]) };
}

export const idsOf = (body: { logs: { id: number }[] }) => body.logs.map(({ id }) => id);
