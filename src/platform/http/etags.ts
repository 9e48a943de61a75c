import type { App, Staff } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import type { Resource } from "#src/shared/endpoint.ts";
import type { Client } from "./client-session.ts";

/** Changes with each start, because versions start at zero again. */
const BOOT = crypto.randomUUID().slice(0, 8);

const HOUR_MS = 60 * 60 * 1000;

/** An ETag from the reader, their permissions, the address, the resources' versions and the hour. No table is read. */
export function etagOf(
  app: App,
  reads: readonly Resource[],
  reader: Staff | Client | undefined,
  url: string,
): string {
  const versions = reads.map((resource) => app.events.version(resource)).join(".");
  const key = reader ? readerKey(reader) : "";
  const hash = Bun.hash(`${key} ${url.slice(url.indexOf("/api/"))}`).toString(36);
  // Some replies depend on the day, so a reply is valid for an hour at most.
  const hour = Math.floor(app.now() / HOUR_MS).toString(36);
  // Weak, because the same reply may be compressed.
  return `W/"${BUILD}-${BOOT}-${versions}-${hour}-${hash}"`;
}

function readerKey(reader: Staff | Client): string {
  return "phone" in reader
    ? `${reader.kind}.${reader.phone}`
    : `${reader.id}.${reader.permissionVersion}`;
}
