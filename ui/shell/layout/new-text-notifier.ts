import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import type { Api } from "#ui/api.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { notificationsNow } from "./notifications.ts";
import { someTabIsVisible } from "./visible-tabs.ts";

const MAX_CONVERSATIONS = 10;
/** Texts from before the first change event are not new. */
const RECENT_MS = 60_000;

/** Shows a notification for each new text of a client while no tab is visible. Runs in the tab that listens to events. */
export function createNotifier(api: Api): (resource: string) => void {
  let newest: number | undefined;

  async function checkForNewTexts(): Promise<void> {
    const { conversations } = await api(inbox.list, { query: { limit: MAX_CONVERSATIONS } });
    const since = newest ?? Date.now() - RECENT_MS;
    newest = Math.max(since, ...conversations.map(timeOf));
    if (await someTabIsVisible()) return;
    for (const conversation of conversations)
      if (isNewText(conversation, since)) show(conversation);
  }

  return (resource) => {
    // Users without the inbox are refused and see nothing.
    if (resource === "conversations" && notificationsNow() === "on")
      checkForNewTexts().catch(() => undefined);
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
