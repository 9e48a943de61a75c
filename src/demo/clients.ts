import { dueMedia } from "#db/messaging/media.ts";
import type { App, Staff } from "#src/app.ts";
import { encodePng } from "#src/billing/agreements/png.ts";
import { addNote } from "#src/clients/profile/notes.ts";
import { assignTag, createTag } from "#src/clients/tags/tags.ts";
import { createCampaign } from "#src/messaging/campaigns/campaigns.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { storeFetchedMedia } from "#src/messaging/media/media.ts";
import { atTime, simulatedSid } from "./history.ts";

const HOUR = 60 * 60 * 1000;

/** Each tag, and how many clients there are for one that has it. */
const TAGS = [
  ["Color", 3],
  ["Facials", 4],
  ["Glow Club", 7],
  ["VIP", 19],
] as const;

const NOTES = [
  "Sensitive to fragrance: use the unscented line.",
  "Prefers Jo, and late afternoons. Coffee with oat milk.",
  "Patch test on file until March.",
] as const;

/** Creates tags, notes and a campaign scheduled for the next morning. */
export async function createNotesAndTags(
  app: App,
  maya: Staff,
  clientIds: readonly number[],
): Promise<void> {
  const now = app.now();
  const tags: number[] = [];
  for (const [name, every] of TAGS) {
    const { id } = createTag(app, maya, name);
    const contactIds = clientIds.filter((_, index) => index % every === 0);
    await assignTag(app, maya, id, { contactIds });
    tags.push(id);
  }
  NOTES.forEach((body, index) => {
    const client = clientIds[index];
    if (client !== undefined)
      addNote(atTime(app, now - (index + 1) * 31 * HOUR), maya, client, body);
  });
  createCampaign(app, maya, {
    name: "Glow Club December",
    message:
      "Hi {firstName|there}, your Glow Club perk for December is here: a free hand treatment with any facial. Reply GLOW to book.",
    audience: { all: true, except: [], tag: tags[2] ?? null },
    skipCheck: true,
    scheduledFor: tomorrowAtTen(now),
  });
}

/** In the demo salon's time zone. */
function tomorrowAtTen(now: number): string {
  const tomorrow = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO("America/Chicago")
    .toPlainDate()
    .add({ days: 1 });
  return `${tomorrow.toString()}T10:00`;
}

const WIDTH = 480;
const HEIGHT = 360;

/** Receives a picture from a client, through the same functions as a real one. */
export function sendPicture(app: App, phone: string, body: string, time: number): void {
  const then = atTime(app, time);
  receiveText(then, {
    providerId: simulatedSid(),
    from: phone,
    body,
    at: time,
    carrierAnswered: true,
    media: ["a picture of the demo"],
  });
  for (const { id } of dueMedia(app.db, time, 1))
    storeFetchedMedia(then, id, drawHairColors(), "image/png");
}

/** Draws copper strands as a PNG, so that no photo has to be included. */
function drawHairColors(): Uint8Array {
  const rows = Buffer.alloc((WIDTH * 3 + 1) * HEIGHT);
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const strand =
        Math.sin(x / 7 + Math.sin(y / 60) * 6) * 0.5 + Math.sin(x / 2.3 + y / 90) * 0.2;
      const light = 0.62 + strand * 0.24 + Math.cos((y - 110) / 70) * 0.14;
      const place = y * (WIDTH * 3 + 1) + 1 + x * 3;
      rows[place] = 214 * light;
      rows[place + 1] = 128 * light ** 1.3;
      rows[place + 2] = 84 * light ** 1.6;
    }
  }
  const size = Buffer.alloc(13);
  size.writeUInt32BE(WIDTH, 0);
  size.writeUInt32BE(HEIGHT, 4);
  // Eight bits per channel, RGB.
  size.set([8, 2, 0, 0, 0], 8);
  return encodePng(size, rows);
}
