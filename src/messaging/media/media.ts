import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/media.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { Problem } from "#src/shared/problem.ts";
import { type Media, MOST_PICTURE_BYTES, MOST_PICTURES } from "./contract.ts";
import { tokenFor } from "./signed-address.ts";
import { endingOf, isPicture, pictureType, storedType } from "./sniff.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_SECONDS = 3600;
/** Of one person at a time: a few texts that were begun and left. */
const MOST_UPLOADS = 40;

/** Keeps a picture for a text that will be sent within a day. */
export function uploadPicture(app: App, actor: Staff, data: string): Media {
  limit(app, `upload:${actor.id}`, 120, 60);
  const bytes = Buffer.from(data, "base64");
  const type = pictureType(bytes);
  if (!type) throw new Problem(415, "Only JPEG, PNG, GIF and WebP pictures can be sent.");
  if (bytes.length > MOST_PICTURE_BYTES)
    throw new Problem(413, "A picture holds at most 5 MB. Choose a smaller one.");
  return inTransaction(app.db, () => {
    if (store.uploadsOf(app.db, actor.id).length >= MOST_UPLOADS)
      throw new Problem(409, "Too many pictures wait to be sent. Send or remove some first.");
    const now = app.now();
    const id = store.insertUpload(
      app.db,
      { type, bytes, userId: actor.id, deleteAt: now + DAY_MS },
      now,
    );
    record(app, actor, { action: "media.upload", target: ["media", id], metadata: { type } });
    return shownMedia(found(app, id));
  });
}

/** Takes back what was not sent. */
export function removeUpload(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const upload = store.findMedia(app.db, id);
    if (!upload || !isOwnUpload(actor, upload)) throw gone();
    store.deleteMedia(app.db, id);
    record(app, actor, { action: "media.remove", target: ["media", id] });
  });
}

/** Ties uploads of this person to the text that takes them along, in the caller's transaction. */
export function attachUploads(
  app: App,
  actor: Staff,
  ids: readonly number[],
  messageId: number,
): void {
  const uploads = [...new Set(ids)].map((id) => {
    const upload = store.findMedia(app.db, id);
    if (!upload || !isOwnUpload(actor, upload))
      throw new Problem(409, "A picture is not there any more. Add it again.");
    return upload;
  });
  if (uploads.length > MOST_PICTURES)
    throw new Problem(400, `A text holds at most ${MOST_PICTURES} pictures.`);
  if (uploads.reduce((sum, { size }) => sum + (size ?? 0), 0) > MOST_PICTURE_BYTES)
    throw new Problem(413, "The pictures of one text hold at most 5 MB together.");
  uploads.forEach(({ id }, place) => {
    store.attach(app.db, id, messageId, place);
  });
}

/**
 * Where the provider fetches a text's pictures: nobody else can guess it, and it opens that one file.
 * Undefined while no public address of this server is known.
 */
export function mediaAddresses(app: App, ids: readonly number[]): string[] | undefined {
  if (ids.length === 0) return [];
  // The simulated carrier fetches nothing.
  const nowhere = app.config.carrier === "simulated" ? "http://localhost" : undefined;
  const base = webhookBaseUrl(app) ?? nowhere;
  return base === undefined ? undefined : ids.map((id) => `${base}/media/${tokenFor(app, id)}`);
}

/** What a client sent is here now; `said` is the type that the provider gives it. */
export function keepFetched(app: App, id: number, bytes: Uint8Array, said: string): void {
  store.storeFetched(app.db, id, { bytes, type: storedType(bytes, said) });
}

/** For staff who see the inbox. Who may not see numbers or names will be refused here: pictures cannot be masked. */
export function readMedia(app: App, actor: Staff, id: number): FileReply {
  const media = store.findMedia(app.db, id);
  const visible =
    media &&
    (media.messageId === null
      ? isOwnUpload(actor, media)
      : store.isInThread(app.db, media.messageId));
  if (!visible || media.state !== "stored") throw gone();
  return {
    name: nameOf(media),
    type: media.type ?? "application/octet-stream",
    content: store.bytesOf(app.db, id),
    inline: isPicture(media.type),
    keepSeconds: KEPT_SECONDS,
  };
}

/** By the text they belong to, in their order. */
export function mediaByMessage(app: App, messageIds: readonly number[]): Map<number, Media[]> {
  const byMessage = new Map<number, Media[]>();
  for (const row of store.mediaOf(app.db, messageIds)) {
    const of = row.messageId ?? 0;
    byMessage.set(of, [...(byMessage.get(of) ?? []), shownMedia(row)]);
  }
  return byMessage;
}

function shownMedia(row: store.MediaRow): Media {
  return {
    id: row.id,
    kind: isPicture(row.type) ? "picture" : "file",
    state: row.state,
    words: wordsOf(row),
    name: nameOf(row),
    size: row.size,
  };
}

function wordsOf({ state, error }: store.MediaRow): string | null {
  if (state === "gone") return "Deleted, as it was older than the settings keep pictures";
  if (state === "failed") return error ?? "It could not be fetched";
  return state === "waiting" ? "On its way" : null;
}

function nameOf({ id, type }: store.MediaRow): string {
  return `${isPicture(type) ? "picture" : "file"}-${id}.${endingOf(type)}`;
}

function isOwnUpload(actor: Staff, { messageId, uploadedBy }: store.MediaRow): boolean {
  return messageId === null && uploadedBy === actor.id;
}

function found(app: App, id: number): store.MediaRow {
  const row = store.findMedia(app.db, id);
  if (!row) throw new Error("The picture was not written");
  return row;
}

function gone(): Problem {
  return new Problem(404, "This picture does not exist any more.");
}
