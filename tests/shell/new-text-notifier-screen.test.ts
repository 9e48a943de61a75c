import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Api } from "#ui/api.ts";
import {
  createNotifier,
  notificationsNow,
  switchNotifications,
} from "#ui/shell/layout/notifications.ts";

const shown: { title: string; body: string | undefined }[] = [];
let permission: NotificationPermission = "granted";
let visible = false;
const former = { notification: globalThis.Notification, locks: navigator.locks };

class FakeNotification {
  static get permission() {
    return permission;
  }
  static async requestPermission() {
    return permission;
  }
  onclick: (() => void) | null = null;
  constructor(title: string, options?: NotificationOptions) {
    shown.push({ title, body: options?.body });
  }
}

function set(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}

beforeEach(() => {
  shown.length = 0;
  permission = "granted";
  visible = false;
  set(globalThis, "Notification", FakeNotification);
  set(navigator, "locks", {
    query: async () => ({ held: visible ? [{ name: "parlor-visible" }] : [] }),
  });
});

afterEach(() => {
  set(globalThis, "Notification", former.notification);
  set(navigator, "locks", former.locks);
  localStorage.clear();
});

const wrote = (secondsAgo: number, change = {}) => ({
  id: 7,
  contact: { name: "Ada Lovelace" },
  lastMessagePreview: "Hello",
  lastMessageAt: new Date(Date.now() - secondsAgo * 1000).toISOString(),
  lastMessageDirection: "inbound",
  unreadCount: 1,
  ...change,
});

async function receiveConversations(...conversations: object[]): Promise<void> {
  const hear = createNotifier((async () => ({ conversations })) as unknown as Api);
  hear("campaigns");
  hear("conversations");
  await Bun.sleep(20);
  hear("conversations");
  await Bun.sleep(20);
}

test("a client's new text is shown once, with name and words, while no tab is visible", async () => {
  await switchNotifications(true);
  await receiveConversations(
    wrote(2),
    wrote(4, { id: 8, lastMessageDirection: "outbound" }),
    wrote(600, { id: 9 }),
  );
  expect(shown).toEqual([{ title: "Ada Lovelace", body: "Hello" }]);
});

test("nothing is shown while a tab is visible, when it is switched off, or was read", async () => {
  await switchNotifications(true);
  visible = true;
  await receiveConversations(wrote(2));
  visible = false;
  await receiveConversations(wrote(2, { unreadCount: 0 }));
  await switchNotifications(false);
  await receiveConversations(wrote(2));
  expect(shown).toEqual([]);
});

test("a browser that blocks or lacks notifications is left alone", async () => {
  permission = "denied";
  expect(await switchNotifications(true)).toBe("blocked");
  await receiveConversations(wrote(2));
  Reflect.deleteProperty(globalThis, "Notification");
  expect(notificationsNow()).toBe("missing");
  expect(await switchNotifications(true)).toBe("missing");
  await receiveConversations(wrote(2));
  expect(shown).toEqual([]);
});
