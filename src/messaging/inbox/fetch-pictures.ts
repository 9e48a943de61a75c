import { writeWhenFree } from "#db/connection.ts";
import { dueMedia, type MediaRow, markMediaFailed, scheduleRetry } from "#db/messaging/media.ts";
import type { App } from "#src/app.ts";
import { storeFetchedMedia } from "#src/messaging/media/media.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import type { Carrier, FetchedMedia } from "#src/platform/providers/carrier.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";

const MAX_CONCURRENT = 3;
/** The provider may not have the file immediately, and may be down for most of a day. */
const PAUSES_MS = [
  10_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  3 * 60 * MINUTE_MS,
  12 * 60 * MINUTE_MS,
];

/** Fetches media that clients sent, after their text is in the inbox, so that no webhook waits for it. */
export async function fetchPictures(app: App): Promise<void> {
  const due = dueMedia(app.db, app.now(), MAX_CONCURRENT);
  if (due.length === 0) return;
  const provider = await carrierOf(app);
  if (!provider) return;
  await Promise.all(due.map((media) => fetchOne(app, provider, media)));
}

async function fetchOne(app: App, provider: Carrier, media: MediaRow): Promise<void> {
  const fetched = await provider.fetchMedia(media.source ?? "");
  await writeWhenFree(app.db, () => {
    recordFetch(app, media, fetched);
    app.events.changed("messages", media.messageId ?? 0);
  });
}

function recordFetch(app: App, { id, tries }: MediaRow, fetched: FetchedMedia): void {
  const pause = PAUSES_MS[tries];
  if (fetched.kind === "fetched") storeFetchedMedia(app, id, fetched.bytes, fetched.type);
  else if (fetched.kind === "refused" || pause === undefined)
    markMediaFailed(app.db, id, fetched.message);
  else scheduleRetry(app.db, id, app.now() + pause, fetched.message);
}
