import { findContactByPhone } from "#db/clients/contacts.ts";
import { listOptOutReviews } from "#db/clients/opt-out-reviews.ts";
import { readCounter } from "#db/counters.ts";
import { recentCampaigns } from "#db/messaging/campaigns.ts";
import {
  countUnread,
  findConversationOfContact,
  listConversations,
} from "#db/messaging/conversations.ts";
import { textsByDay } from "#db/messaging/message-receipts.ts";
import { listUnanswered, type UnansweredText } from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { RECENT_ITEMS } from "#src/shared/constants.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { toPreview } from "#src/shared/message-preview.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import {
  type Activity,
  dashboard,
  type Stats,
  WAITING_COUNT_HEADER,
  type Waiting,
} from "./contract.ts";

export const dashboardModule = defineModule(dashboard, {
  waiting: staff(["/", "/appointments"], ({ app, actor, answer }) =>
    listWaiting(app, actor, answer),
  ),
  stats: staff("/", ({ app }) => readStats(app)),
  activity: staff("/", ({ app, actor }) => readActivity(app, actor)),
});

const DAYS = 14;

/** Reads stored counters only, so that a poll never scans a table. */
export function readStats(app: App): Stats {
  return {
    totalCampaigns: readCounter(app.db, "campaigns"),
    totalMessages: readCounter(app.db, "messages-sent"),
    totalContacts: readCounter(app.db, "contacts"),
    activeConversations: readCounter(app.db, "conversations"),
    unreadConversations: countUnread(app.db),
    days: lastDays(app),
  };
}

/** Recent activity on the pages that the reader may open. */
function readActivity(app: App, actor: Staff): Activity {
  const campaigns = mayOpen(actor, "/campaigns") ? recentCampaigns(app.db, RECENT_ITEMS) : [];
  const newest = { at: Number.MAX_SAFE_INTEGER, id: 0 };
  const chats = mayOpen(actor, "/inbox") ? listConversations(app.db, newest, RECENT_ITEMS) : [];
  return {
    bookings: app.hooks.readBookingNews(app, actor, RECENT_ITEMS),
    campaigns: campaigns.map((campaign) => ({
      ...campaign,
      createdAt: toIso(campaign.createdAt),
      scheduledAt: toIso(campaign.scheduledAt),
    })),
    conversations: chats.map((chat) => ({
      ...chat,
      contactName: chat.name,
      lastMessageDirection: chat.lastDirection,
      lastMessageAt: toIso(chat.lastMessageAt),
    })),
  };
}

function lastDays(app: App): Stats["days"] {
  const today = Temporal.PlainDate.from(businessDay(app));
  const days = Array.from({ length: DAYS }, (_, ago) =>
    today.subtract({ days: DAYS - 1 - ago }).toString(),
  );
  const textsOfDay = new Map(textsByDay(app.db, days[0] ?? "").map((row) => [row.day, row]));
  return days.map((day) => textsOfDay.get(day) ?? { day, sent: 0, failed: 0 });
}

const MAX_LISTED = 50;
const MAX_PER_KIND = 100;
/** Later than any instant. */
const NO_DEADLINE = "9";

/** Lists what waits for staff on the pages that the reader may open. A response header has the count. */
function listWaiting(app: App, actor: Staff, answer: Headers): Waiting[] {
  const all = [
    ...(mayOpen(actor, "/inbox") ? listTexts(app) : []),
    ...app.hooks.waiting.flatMap((list) => list(app, actor)),
  ];
  answer.set(WAITING_COUNT_HEADER, String(all.length));
  return sortByUrgency(all).slice(0, MAX_LISTED);
}

function sortByUrgency(all: readonly Waiting[]): Waiting[] {
  const keyOf = (item: Waiting) => `${item.expiresAt ?? NO_DEADLINE} ${rankOf(item)} ${item.since}`;
  return all.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Without a deadline, clients who wait for an answer come before records to correct, and these before old texts. */
function rankOf({ kind, count }: Waiting): number {
  if (kind === "text") return count ? 3 : 1;
  return kind === "contact-update" || kind === "conflict" ? 2 : 0;
}

/** Texts that may be opt-outs, and those without a reply. */
function listTexts(app: App): Waiting[] {
  const reviews = listOptOutReviews(app.db, app.now(), MAX_PER_KIND).flatMap((review) => {
    const contact = findContactByPhone(app.db, review.phone);
    const conversation = contact && findConversationOfContact(app.db, contact.id);
    return conversation ? [{ ...review, conversation }] : [];
  });
  return [
    ...reviews.map(({ conversation, wording, askedAt }) => ({
      ...toWaiting(conversation, askedAt),
      kind: "opt-out" as const,
      words: wording,
    })),
    ...listUnread(app),
  ];
}

/** Unread texts with a row each. */
const MAX_TEXTS = 3;
/** Older ones have waited so long that today's come first. */
const RECENT_MS = 2 * DAY_MS;

/**
 * Lists the recent texts that wait the longest, or else the newest text. All others are one row, so that they don't
 * bury what only staff can decide.
 */
function listUnread(app: App): Waiting[] {
  const unread = listUnanswered(app.db);
  const recent = unread.findIndex(({ at }) => at > app.now() - RECENT_MS);
  const own = unread.slice(recent).slice(0, MAX_TEXTS);
  const [oldest, ...others] = unread.filter((text) => !own.includes(text));
  return [
    ...own.map(toUnread),
    ...(oldest ? [{ ...toUnread(oldest), count: others.length + 1 }] : []),
  ];
}

function toUnread({ conversationId: id, body, at, ...text }: UnansweredText): Waiting {
  return {
    ...toWaiting({ id, ...text }, at),
    kind: "text",
    words: toPreview(body),
    messageId: text.messageId,
  };
}

function toWaiting(
  { id, contactId, name }: { id: number; contactId: number; name: string },
  since: number,
) {
  return {
    id,
    contactId,
    name,
    since: toIso(since),
    expiresAt: null,
    visit: null,
    messageId: null,
  };
}
