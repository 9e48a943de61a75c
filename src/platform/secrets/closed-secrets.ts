import { listSealed } from "#db/platform/encrypted-columns.ts";
import type { App } from "#src/app.ts";

/** Returns the names of saved secrets that don't open with this server's key, each once. */
export function listClosedSecrets(app: App): string[] {
  const closed = listSealed(app.db).filter(
    ({ boundTo, record }) => app.secrets.open(boundTo, record) === undefined,
  );
  return [...new Set(closed.map(({ boundTo }) => boundTo))];
}
