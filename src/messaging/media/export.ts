import { mediaAfter, readMediaBytes } from "#db/messaging/media.ts";
import type { App, ExportFile, TimeRange } from "#src/app.ts";
import { extensionOf } from "./sniff.ts";

const SLICE = 200;

/** The pictures and files of texts in a range, such as pictures/812-1.jpg for the first one of text 812. */
export async function* exportMedia(
  app: App,
  [from, to]: TimeRange = [0, Number.POSITIVE_INFINITY],
): AsyncGenerator<ExportFile> {
  let after = 0;
  for (;;) {
    const rows = mediaAfter(app.db, after, SLICE);
    for (const { id, messageId, place, state, type, sentAt } of rows) {
      after = id;
      if (state !== "stored" || sentAt === null || sentAt < from || sentAt >= to) continue;
      yield {
        name: `pictures/${messageId}-${place + 1}.${extensionOf(type)}`,
        bytes: readMediaBytes(app.db, id),
      };
    }
    if (rows.length < SLICE) return;
    await Bun.sleep(0);
  }
}
