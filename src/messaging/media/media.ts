import type { Hono } from "hono";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import * as store from "#db/messaging/media.ts";
import type { App, Staff } from "#src/app.ts";
import type { ExportFile, TimeRange } from "#src/hook-shapes.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";
import { getSettings, webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { Problem } from "#src/shared/problem.ts";
import { MAX_PICTURE_BYTES, MAX_PICTURES, type Media } from "./contract.ts";
import { extensionOf, hasMetadata, isPicture, sniffPictureType, storedType } from "./sniff.ts";

const CACHE_SECONDS = 3600;
/** Unsent uploads of one user: enough for several unfinished texts. */
const MAX_UPLOADS = 40;
const UPLOADS: Limit = { name: "uploads of pictures", most: 120, seconds: 60 };
const SLICE = 200;
const DELETED_AT_ONCE = 1; // Freeing the 1,280 pages of a 5 MB picture takes a few milliseconds.
/** Enough for a provider that fetches ten pictures per text, and too few to guess an address. */
const REQUESTS: Limit = { name: "signed media", most: 600, seconds: 60 };

/**
 * Stores a picture for a text that is sent within a day.
 * @throws Problem 415 for another type, 413 when it is too large, 409 with too many unsent uploads
 */
export function uploadPicture(app: App, actor: Staff, data: string): Media {
  limitRate(app, UPLOADS, actor.id);
  const bytes = Buffer.from(data, "base64");
  const type = sniffPictureType(bytes);
  if (!type) throw new Problem(415, "Only JPEG, PNG, GIF and WebP pictures can be sent.");
  // The screens redraw photos, which removes it. Removing it here would also lose which side is up.
  if (hasMetadata(bytes))
    throw new Problem(
      415,
      "This picture says where or when it was taken. Save it without these details first.",
    );
  if (bytes.length > MAX_PICTURE_BYTES)
    throw new Problem(413, "Pictures can be up to 5 MB. Choose a smaller one.");
  return inTransaction(app.db, () => {
    if (store.uploadsOf(app.db, actor.id).length >= MAX_UPLOADS)
      throw new Problem(409, "You have too many unsent pictures. Send or remove some first.");
    const now = app.now();
    const id = store.insertUpload(
      app.db,
      { type, bytes, userId: actor.id, deleteAt: now + DAY_MS },
      now,
    );
    record(app, actor, { action: "media.upload", target: ["media", id], metadata: { type } });
    return toMedia(getMediaRow(app, id));
  });
}

/** Deletes an unsent upload. @throws Problem 404 */
export function removeUpload(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const upload = store.findMedia(app.db, id);
    if (!upload || !isOwnUpload(actor, upload)) throw mediaNotFound();
    store.deleteMedia(app.db, id);
    record(app, actor, { action: "media.remove", target: ["media", id] });
  });
}

/** Attaches the user's uploads to a text, in the caller's transaction. @throws Problem 400, 409, 413 */
export function attachUploads(
  app: App,
  actor: Staff,
  ids: readonly number[],
  messageId: number,
): void {
  const uploads = [...new Set(ids)].map((id) => {
    const upload = store.findMedia(app.db, id);
    if (!upload || !isOwnUpload(actor, upload))
      throw new Problem(409, "A picture is no longer available. Add it again.");
    return upload;
  });
  if (uploads.length > MAX_PICTURES) throw new Problem(400, `Add up to ${MAX_PICTURES} pictures.`);
  if (uploads.reduce((sum, { size }) => sum + (size ?? 0), 0) > MAX_PICTURE_BYTES)
    throw new Problem(413, "The pictures in one text can be up to 5 MB together. Remove one.");
  uploads.forEach(({ id }, place) => {
    store.attachMedia(app.db, id, messageId, place);
  });
}

/**
 * The addresses from which the provider fetches a text's pictures. Each is signed, can't be guessed
 * and opens one file. Undefined while the server's public address is not known.
 */
export function mediaAddresses(app: App, ids: readonly number[]): string[] | undefined {
  if (ids.length === 0) return [];
  // A carrier on this computer never fetches media.
  const placeholder = app.providers.carrier.reachesPhones ? undefined : "http://localhost";
  const base = webhookBaseUrl(app) ?? placeholder;
  return base === undefined
    ? undefined
    : ids.map((id) => `${base}/media/${createMediaToken(app, id)}`);
}

/** Stores media that was fetched from the provider; `claimedType` is the MIME type that the provider reported. */
export function storeFetchedMedia(
  app: App,
  id: number,
  bytes: Uint8Array,
  claimedType: string,
): void {
  store.storeFetched(app.db, id, { bytes, type: storedType(bytes, claimedType) });
}

/** The file, if it is in a thread or is the user's own upload. @throws Problem 404 */
export function readMedia(app: App, actor: Staff, id: number): FileReply {
  const media = store.findMedia(app.db, id);
  const visible =
    media &&
    (media.messageId === null
      ? isOwnUpload(actor, media)
      : store.isInThread(app.db, media.messageId));
  if (!visible || media.state !== "stored") throw mediaNotFound();
  return {
    name: fileNameOf(media),
    type: media.type ?? "application/octet-stream",
    content: store.readMediaBytes(app.db, id),
    inline: isPicture(media.type),
    keepSeconds: CACHE_SECONDS,
  };
}

/** The media of these texts, by the text's id and in their order. */
export function mediaByMessage(app: App, messageIds: readonly number[]): Map<number, Media[]> {
  const byMessage = new Map<number, Media[]>();
  for (const row of store.mediaOfMessages(app.db, messageIds)) {
    const messageId = row.messageId ?? 0;
    byMessage.set(messageId, [...(byMessage.get(messageId) ?? []), toMedia(row)]);
  }
  return byMessage;
}

function toMedia(row: store.MediaRow): Media {
  return {
    id: row.id,
    kind: isPicture(row.type) ? "picture" : "file",
    state: row.state,
    message: stateMessage(row),
    name: fileNameOf(row),
    size: row.size,
  };
}

function stateMessage({ state, error }: store.MediaRow): string | null {
  if (state === "gone") return "Deleted because it's older than your settings keep pictures";
  if (state === "failed") return error ?? "It couldn't be downloaded";
  return state === "waiting" ? "On its way" : null;
}

function fileNameOf({ id, type }: store.MediaRow): string {
  return `${isPicture(type) ? "picture" : "file"}-${id}.${extensionOf(type)}`;
}

function isOwnUpload(actor: Staff, { messageId, uploadedBy }: store.MediaRow): boolean {
  return messageId === null && uploadedBy === actor.id;
}

function getMediaRow(app: App, id: number): store.MediaRow {
  const row = store.findMedia(app.db, id);
  if (!row) throw new Error("The picture was not written");
  return row;
}

function mediaNotFound(): Problem {
  return new Problem(404, "This picture no longer exists.");
}

/** The pictures and files of texts in a range, such as pictures/812-1.jpg for the first one of text 812. */
export async function* exportMedia(
  app: App,
  [from, to]: TimeRange = [0, Number.POSITIVE_INFINITY],
): AsyncGenerator<ExportFile> {
  let after = 0;
  for (;;) {
    const rows = store.mediaAfter(app.db, after, SLICE);
    for (const { id, messageId, place, state, type, sentAt } of rows) {
      after = id;
      if (state !== "stored" || sentAt === null || sentAt < from || sentAt >= to) continue;
      yield {
        name: `pictures/${messageId}-${place + 1}.${extensionOf(type)}`,
        bytes: store.readMediaBytes(app.db, id),
      };
    }
    if (rows.length < SLICE) return;
    await Bun.sleep(0);
  }
}

/** Deletes pictures that are older than the settings keep them, and unsent uploads. */
export async function deleteOldMedia(app: App): Promise<void> {
  const before = app.now() - getSettings(app).mediaRetentionDays * DAY_MS;
  const { count: blanked } = await inSlices(app, { count: 0 }, ({ count }) => {
    const deleted = store.deleteBytesBefore(app.db, before, DELETED_AT_ONCE);
    return { count: count + deleted, done: deleted === 0 };
  });
  await inSlices(app, {}, () => ({
    done: store.deleteScheduledMedia(app.db, app.now(), DELETED_AT_ONCE) === 0,
  }));
  if (blanked === 0) return;
  await writeWhenFree(app.db, () =>
    recordSystem(app, { action: "media.forget", metadata: { count: blanked } }),
  );
  app.events.changed("messages");
}

/** GET /media/:token, for the provider, which has no session. The signed token authorizes the request. */
export function mountSignedMedia(hono: Hono, app: App): void {
  hono.get("/media/:token", (c) => {
    limitRate(app, REQUESTS, callerOf(c, app));
    const id = verifyMediaToken(app, c.req.param("token"));
    const media = id === undefined ? null : store.findMedia(app.db, id);
    if (media?.state !== "stored" || media.messageId === null) throw new Problem(404, "Not found.");
    return new Response(store.readMediaBytes(app.db, media.id), {
      headers: {
        "content-type": media.type ?? "application/octet-stream",
        "cache-control": "private, no-store",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": "attachment",
        "x-robots-tag": "noindex",
      },
    });
  });
}

/** A provider normally fetches within seconds; the hours allow for an outage. */
const VALID_SECONDS = 6 * 3600;
const KEY_NAME = "media-address";

/** A token that opens one stored file for `VALID_SECONDS`. */
function createMediaToken(app: App, id: number): string {
  const payload = `${id}.${Math.floor(app.now() / 1000) + VALID_SECONDS}`;
  return `${payload}.${sign(app, KEY_NAME, payload)}`;
}

/** The id of the file that a token opens; undefined when the token is invalid or expired. */
function verifyMediaToken(app: App, token: string): number | undefined {
  const [, payload = "", id, until, signature = ""] =
    /^((\d{1,15})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
  const valid = isSame(signature, sign(app, KEY_NAME, payload));
  return valid && Number(until) * 1000 > app.now() ? Number(id) : undefined;
}
