import { useSyncExternalStore } from "react";

const KEY = "parlor-notifications";

/** Whether this browser notifies of new texts; "missing" if it cannot. */
export type Notifications = "missing" | "blocked" | "on" | "off";

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
