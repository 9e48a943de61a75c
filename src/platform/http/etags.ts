import type { App, Staff } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import type { Resource } from "#src/shared/endpoint.ts";
import type { Client } from "./client-session.ts";

/** New with each start: versions count from zero again. */
const BOOT = crypto.randomUUID().slice(0, 8);

const HOUR_MS = 60 * 60 * 1000;

/** Who asks, with which permissions, for what, as of which change and hour. No table is read. */
export function etagOf(
  app: App,
  reads: readonly Resource[],
  reader: Staff | Client | undefined,
  url: string,
): string {
  const versions = reads.map((resource) => app.events.version(resource)).join(".");
  const key = reader ? readerKey(reader) : "";
  const asked = Bun.hash(`${key} ${url.slice(url.indexOf("/api/"))}`).toString(36);
  // Some answers say "today": at the latest an hour later they are given anew.
  const hour = Math.floor(app.now() / HOUR_MS).toString(36);
  return `"${BUILD}-${BOOT}-${versions}-${hour}-${asked}"`;
}

function readerKey(asker: Staff | Client): string {
  return "phone" in asker
    ? `${asker.kind}.${asker.phone}`
    : `${asker.id}.${asker.permissionVersion}`;
}
