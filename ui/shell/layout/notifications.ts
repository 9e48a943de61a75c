import { useSyncExternalStore } from "react";
import { type Conversation, inbox } from "#src/messaging/inbox/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import type { Api } from "#ui/api.ts";
import { someTabIsVisible } from "./visible-tabs.ts";

const KEY = "parlor-notifications";

/** Whether this browser notifies of new texts; "missing" if it cannot. */
type Notifications = "missing" | "blocked" | "on" | "off";

const listeners = new Set<() => void>();

export function notificationsNow(): Notifications {
  if (typeof Notification === "undefined") return "missing";
  if (Notification.permission === "denied") return "blocked";
  return Notification.permission === "granted" && localStorage.getItem(KEY) === "on" ? "on" : "off";
}

/** Off on the server and for the first paint. */
export function useNotifications(): Notifications {
  return useSyncExternalStore(listen, notificationsNow, () => "off");
}

/** Requests the permission; call on click only. */
export async function switchNotifications(on: boolean): Promise<Notifications> {
  if (on && typeof Notification !== "undefined") await Notification.requestPermission();
  localStorage.setItem(KEY, on ? "on" : "off");
  for (const listener of listeners) listener();
  return notificationsNow();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}

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
