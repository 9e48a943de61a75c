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
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import type { Client } from "#src/platform/masking/masking.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { inbox, type SidePanel, type Thread } from "./contract.ts";
import {
  deleteConversation,
  getConversationRow,
  listDrafts,
  markRead,
  retryMessage,
  saveDraft,
  sendMessage,
  startConversation,
} from "./inbox.ts";
import {
  formatCursor,
  listConversations,
  parseCursor,
  toConversation,
  toMessage,
} from "./lists.ts";
import { decideOptOut } from "./opt-out-review.ts";
import { readPresence, recordTyping } from "./presence.ts";

const PAGE = "/inbox";

export const inboxModule = defineModule(inbox, {
  list: staff(PAGE, ({ app, actor, query }) => listConversations(app, actor, query)),
  one: staff(PAGE, ({ app, id }) => toConversation(getConversationRow(app, id))),
  thread: staff(
    PAGE,
    ({ app, id, query }) => readThread(app, id, query),
    ({ app, id }) => clientOfConversation(app, id),
  ),
  send: staff(
    PAGE,
    ({ app, actor, body }) => ({
      ...sendMessage(app, actor, body),
      conversationId: body.conversationId,
    }),
    ({ app, body }) => clientOfConversation(app, body.conversationId),
  ),
  retry: staff(
    PAGE,
    ({ app, actor, id, body }) => retryMessage(app, actor, id, body.evenIfItArrived),
    ({ app, id }) => clientOfMessage(app, id),
  ),
  start: staff(PAGE, ({ app, actor, body }) => startConversation(app, actor, body.contactId)),
  decideOptOut: staff(
    PAGE,
    ({ app, actor, id, body }) => decideOptOut(app, actor, id, body.optOut),
    ({ app, id }) => clientOfConversation(app, id),
  ),
  markRead: staff(PAGE, ({ app, actor, id }) => markRead(app, actor, id)),
  remove: admin(({ app, actor, id }) => deleteConversation(app, actor, id)),
  typing: staff(PAGE, ({ app, actor, id }) =>
    recordTyping(app, actor, getConversationRow(app, id).id),
  ),
  presence: staff(PAGE, ({ app, actor, id }) =>
    readPresence(app, actor, getConversationRow(app, id).id),
  ),
  drafts: staff(PAGE, ({ app, actor }) => listDrafts(app, actor)),
  saveDraft: staff(PAGE, ({ app, actor, id, body }) =>
    saveDraft(app, actor, getConversationRow(app, id).id, body.body),
  ),
  client: staff(
    PAGE,
    ({ app, id }) => readSidePanel(app, id),
    ({ app, id }) => clientOfConversation(app, id),
  ),
});

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
function readThread(app: App, id: number, { limit, before, after, at }: ThreadQuery): Thread {
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

function readSidePanel(app: App, id: number): SidePanel {
  const { contactId, phone } = getConversationRow(app, id);
  const [latest] = consentsOf(app.db, contactId, [{ phone }], NOW, 1);
  return {
    consent: latest ? { ...latest, since: toIso(latest.at) } : null,
    campaigns: campaignsSentTo(app.db, contactId, CAMPAIGNS).map(({ id: campaign, name, at }) => ({
      id: campaign,
      name,
      at: toIso(at),
    })),
  };
}

function clientOfConversation(app: App, conversationId: number): Client | undefined {
  return findConversation(app.db, conversationId) ?? undefined;
}

function clientOfMessage(app: App, messageId: number): Client | undefined {
  const message = store.findThreadMessage(app.db, messageId);
  return (message && findConversationOfContact(app.db, message.contactId)) ?? undefined;
}
