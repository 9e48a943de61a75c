import { consentsOf } from "#db/clients/consents.ts";
import { campaignsSentTo } from "#db/messaging/campaign-report.ts";
import {
  findConversation,
  findConversationOfContact,
  type Position,
} from "#db/messaging/conversations.ts";
import * as store from "#db/messaging/messages-thread.ts";
import type { App } from "#src/app.ts";
import { mediaByMessage } from "#src/messaging/media/media.ts";
import type { Client } from "#src/platform/masking/masking.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type { SidePanel, Thread } from "./contract.ts";
import { getConversationRow } from "./inbox.ts";
import { formatCursor, parseCursor, toMessage } from "./lists.ts";

interface ThreadQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** A message's id. */
  readonly at?: number | undefined;
}

const NOW = { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
const CAMPAIGNS = 5;

/** A page of a thread, oldest first: the newest texts, those before or after a cursor, or those around one message. */
export function readThread(
  app: App,
  id: number,
  { limit, before, after, at }: ThreadQuery,
): Thread {
  const { contactId } = getConversationRow(app, id);
  if (after !== undefined) return pageAfter(app, contactId, parseCursor(after), limit);

  const middle = at === undefined ? null : store.findThreadMessage(app.db, at);
  if (middle?.contactId === contactId) return pageAround(app, contactId, middle, limit);
  return pageBefore(app, contactId, before, limit);
}

function pageBefore(
  app: App,
  contactId: number,
  cursor: string | undefined,
  limit: number,
): Thread {
  const before = parseCursor(cursor);
  const rows = store.threadBefore(app.db, contactId, before, limit + 1);
  const page = rows.slice(0, limit).toReversed();
  const [oldest] = page;
  // After an empty page, the newer page begins at the cursor.
  const newest = page.at(-1) ?? { at: before.at, id: before.id - 1 };
  return toThread(app, page, {
    older: rows.length > limit ? oldest : undefined,
    newer: cursor === undefined ? undefined : newest,
  });
}

function pageAfter(app: App, contactId: number, after: Position, limit: number): Thread {
  const rows = store.threadAfter(app.db, contactId, after, limit + 1);
  const page = rows.slice(0, limit);
  return toThread(app, page, {
    older: page[0] ?? { at: after.at, id: after.id + 1 },
    newer: rows.length > limit ? page.at(-1) : undefined,
  });
}

function pageAround(app: App, contactId: number, middle: store.ThreadRow, limit: number): Thread {
  const half = Math.ceil(limit / 2);
  const upTo = store.threadBefore(
    app.db,
    contactId,
    { at: middle.at, id: middle.id + 1 },
    half + 1,
  );
  const beyond = store.threadAfter(app.db, contactId, middle, limit - half + 1);
  const page = [...upTo.slice(0, half).toReversed(), ...beyond.slice(0, limit - half)];
  return toThread(app, page, {
    older: upTo.length > half ? page[0] : undefined,
    newer: beyond.length > limit - half ? page.at(-1) : undefined,
  });
}

function toThread(
  app: App,
  page: readonly store.ThreadRow[],
  { older, newer }: { older: Position | undefined; newer: Position | undefined },
): Thread {
  const media = mediaByMessage(
    app,
    page.map(({ id }) => id),
  );
  return {
    messages: page.map((row) => toMessage(row, media.get(row.id))),
    nextCursor: older ? formatCursor(older) : null,
    newerCursor: newer ? formatCursor(newer) : null,
  };
}

export function readSidePanel(app: App, id: number): SidePanel {
  const { contactId, phone } = getConversationRow(app, id);
  const [latest] = consentsOf(app.db, contactId, [{ phone }], NOW, 1);
  return {
    consent: latest
      ? {
          given: latest.given,
          since: toIso(latest.at),
          wording: latest.wording,
          source: latest.source,
          by: latest.by,
        }
      : null,
    campaigns: campaignsSentTo(app.db, contactId, CAMPAIGNS).map(({ id: campaign, name, at }) => ({
      id: campaign,
      name,
      at: toIso(at),
    })),
  };
}

/** The client of a conversation. */
export function clientOfConversation(app: App, conversationId: number): Client | undefined {
  return findConversation(app.db, conversationId) ?? undefined;
}

export function clientOfMessage(app: App, messageId: number): Client | undefined {
  const message = store.findThreadMessage(app.db, messageId);
  return (message && findConversationOfContact(app.db, message.contactId)) ?? undefined;
}
