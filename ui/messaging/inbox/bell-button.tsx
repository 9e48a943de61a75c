import Bell from "lucide-react/icons/bell";
import BellRing from "lucide-react/icons/bell-ring";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { switchNotifications, useNotifications } from "#ui/shell/layout/notifications.ts";

/** Notifications of new texts in this browser. The permission is requested on click only. */
export function BellButton() {
  const now = useNotifications();
  const toasts = useToasts();
  const on = now === "on";
  if (now === "missing") return null;

  async function press() {
    const then = await switchNotifications(!on);
    if (then === "on")
      toasts.show({
        title: "Notifications on",
        description: "We'll notify you of new texts when Parlor isn't in view.",
      });
    else if (then === "blocked")
      toasts.error(
        "Notifications are blocked",
        "Allow them for this site in the browser's settings.",
      );
  }

  return (
    <IconButton
      icon={on ? BellRing : Bell}
      label={on ? "Turn off notifications" : "Notify me of new texts"}
      aria-pressed={on}
      onClick={() => void press()}
    />
  );
}
