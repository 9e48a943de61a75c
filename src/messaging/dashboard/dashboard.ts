import { readCounter } from "#db/counters.ts";
import { recentCampaigns } from "#db/messaging/campaigns.ts";
import { countUnread, listConversations } from "#db/messaging/conversations.ts";
import { textsByDay } from "#db/messaging/message-receipts.ts";
import type { App, Staff } from "#src/app.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { RECENT_ITEMS } from "#src/shared/constants.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Activity, Stats } from "./contract.ts";

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
export function readActivity(app: App, actor: Staff): Activity {
  const campaigns = mayOpen(actor, "/campaigns") ? recentCampaigns(app.db, RECENT_ITEMS) : [];
  const newest = { at: Number.MAX_SAFE_INTEGER, id: 0 };
  const chats = mayOpen(actor, "/inbox") ? listConversations(app.db, newest, RECENT_ITEMS) : [];
  return {
    bookings: app.hooks.readBookingNews(app, actor, RECENT_ITEMS),
    campaigns: campaigns.map((campaign) => ({
      ...campaign,
      createdAt: toIso(campaign.createdAt),
    })),
    conversations: chats.map((chat) => ({
      ...chat,
      contactName: chat.name,
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
