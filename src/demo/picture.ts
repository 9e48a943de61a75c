import { dueMedia } from "#db/messaging/media.ts";
import type { App } from "#src/app.ts";
import { encodePng } from "#src/billing/agreements/png.ts";
import { receiveText } from "#src/messaging/inbox/inbound.ts";
import { storeFetchedMedia } from "#src/messaging/media/media.ts";
import { atTime, simulatedSid } from "./history.ts";

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
