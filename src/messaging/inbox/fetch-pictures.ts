import { inTransaction, whenFree } from "#db/connection.ts";
import { dueMedia, giveUp, type MediaRow, tryLater } from "#db/messaging/media.ts";
import type { App } from "#src/app.ts";
import { keepFetched } from "#src/messaging/media/media.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import type { FetchedMedia, SmsProvider } from "#src/platform/providers/sms.ts";

const AT_ONCE = 3;
const MINUTE_MS = 60_000;
/** The provider may not have it at once, and may be down for a day. */
const PAUSES_MS = [
  10_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  3 * 60 * MINUTE_MS,
  12 * 60 * MINUTE_MS,
];

/** What clients sent along, fetched after their text is in the inbox: no webhook waits for pictures. */
export async function fetchPictures(app: App): Promise<void> {
  const due = dueMedia(app.db, app.now(), AT_ONCE);
  if (due.length === 0) return;
  const provider = await carrierOf(app);
  if (!provider) return;
  await Promise.all(due.map((media) => fetchOne(app, provider, media)));
}

async function fetchOne(app: App, provider: SmsProvider, media: MediaRow): Promise<void> {
  const fetched = await provider.fetchMedia(media.source ?? "");
  await whenFree(() =>
    inTransaction(app.db, () => {
      keep(app, media, fetched);
      app.events.changed("messages", media.messageId ?? 0);
    }),
  );
}

function keep(app: App, { id, tries }: MediaRow, fetched: FetchedMedia): void {
  const pause = PAUSES_MS[tries];
  if (fetched.kind === "fetched") keepFetched(app, id, fetched.bytes, fetched.type);
  else if (fetched.kind === "refused" || pause === undefined) giveUp(app.db, id, fetched.words);
  else tryLater(app.db, id, app.now() + pause, fetched.words);
}
