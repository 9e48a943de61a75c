import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import type { Api } from "#ui/api.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { notificationsNow } from "./notifications.ts";
import { someTabIsVisible } from "./visible-tabs.ts";

const LOOKED_AT = 10;
/** What is older when the first change is heard of was there before. */
const RECENT_MS = 60_000;

/** For the one tab that hears of changes: shows clients' new texts while no tab is in sight. */
export function createNotifier(api: Api): (resource: string) => void {
  let until: number | undefined;

  async function look(): Promise<void> {
    const { conversations } = await api(inbox.list, { query: { limit: LOOKED_AT } });
    const since = until ?? Date.now() - RECENT_MS;
    until = Math.max(since, ...conversations.map(timeOf));
    if (await someTabIsVisible()) return;
    for (const conversation of conversations)
      if (isNewText(conversation, since)) show(conversation);
  }

  return (resource) => {
    // Who has no inbox is refused, and is shown nothing.
    if (resource === "conversations" && notificationsNow() === "on") look().catch(() => undefined);
  };
}

function isNewText(conversation: Conversation, since: number): boolean {
  return (
    conversation.lastMessageDirection === "inbound" &&
    conversation.unreadCount > 0 &&
    timeOf(conversation) > since
  );
}

function show({ id, contact, lastMessagePreview }: Conversation): void {
  const notification = new Notification(formatPhone(contact.name), {
    body: lastMessagePreview ?? "",
    tag: `parlor-${id}`,
  });
  notification.onclick = () => {
    window.focus();
    notification.close();
    location.assign(`/inbox?c=${id}`);
  };
}

function timeOf({ lastMessageAt }: Conversation): number {
  return Date.parse(lastMessageAt);
}
