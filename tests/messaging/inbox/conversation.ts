import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { NOW } from "#tests/shell/app-stand.tsx";

/** A client who wrote a minute ago. */
export const ODALYS: Conversation = {
  id: 7,
  contact: {
    id: 3,
    name: "Odalys Quintero",
    phoneNumber: "+15125550142",
    optedOut: false,
    undeliverable: false,
    birthday: null,
  },
  lastMessageId: 1,
  lastMessagePreview: "Yes please",
  lastMessageAt: new Date(NOW - 60_000).toISOString(),
  lastMessageDirection: "inbound",
  lastMessageStatus: "received",
  unreadCount: 0,
  optOutReview: null,
  found: null,
};
