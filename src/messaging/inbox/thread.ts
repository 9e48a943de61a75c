import type { Place } from "#db/messaging/conversations.ts";
import {
  findInThread,
  type ThreadRow,
  threadAfter,
  threadOf,
} from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import { mediaByMessage } from "#src/messaging/media/media.ts";
import type { Thread } from "./contract.ts";
import { cursorOf, readPlace } from "./cursor.ts";
import { found } from "./inbox.ts";
import { shownMessage } from "./to-conversation.ts";

interface Asked {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** A message's id. */
  readonly at?: number | undefined;
}

/** Oldest first within the page: the newest, those before or after a place, or those around one message. */
export function readThread(app: App, id: number, { limit, before, after, at }: Asked): Thread {
  const { contactId } = found(app, id);
  if (after !== undefined) return pageAfter(app, contactId, readPlace(after), limit);

  const middle = at === undefined ? null : findInThread(app.db, at);
  if (middle?.contactId === contactId) return pageAround(app, contactId, middle, limit);
  return pageBefore(app, contactId, before, limit);
}

function pageBefore(
  app: App,
  contactId: number,
  cursor: string | undefined,
  limit: number,
): Thread {
  const before = readPlace(cursor);
  const rows = threadOf(app.db, contactId, before, limit + 1);
  const page = rows.slice(0, limit).toReversed();
  const [oldest] = page;
  // What the cursor stood for comes after an empty page too.
  const newest = page.at(-1) ?? { at: before.at, id: before.id - 1 };
  return shown(app, page, {
    older: rows.length > limit ? oldest : undefined,
    newer: cursor === undefined ? undefined : newest,
  });
}

function pageAfter(app: App, contactId: number, after: Place, limit: number): Thread {
  const rows = threadAfter(app.db, contactId, after, limit + 1);
  const page = rows.slice(0, limit);
  return shown(app, page, {
    older: page[0] ?? { at: after.at, id: after.id + 1 },
    newer: rows.length > limit ? page.at(-1) : undefined,
  });
}

function pageAround(app: App, contactId: number, middle: ThreadRow, limit: number): Thread {
  const half = Math.ceil(limit / 2);
  const upTo = threadOf(app.db, contactId, { at: middle.at, id: middle.id + 1 }, half + 1);
  const beyond = threadAfter(app.db, contactId, middle, limit - half + 1);
  const page = [...upTo.slice(0, half).toReversed(), ...beyond.slice(0, limit - half)];
  return shown(app, page, {
    older: upTo.length > half ? page[0] : undefined,
    newer: beyond.length > limit - half ? page.at(-1) : undefined,
  });
}

function shown(
  app: App,
  page: readonly ThreadRow[],
  { older, newer }: { older: Place | undefined; newer: Place | undefined },
): Thread {
  const media = mediaByMessage(
    app,
    page.map(({ id }) => id),
  );
  return {
    messages: page.map((row) => shownMessage(row, media.get(row.id))),
    nextCursor: older ? cursorOf(older) : null,
    newerCursor: newer ? cursorOf(newer) : null,
  };
}
