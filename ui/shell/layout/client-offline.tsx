import type { QueryClient } from "@tanstack/react-query";
import { createRoot } from "react-dom/client";
import { OfflineStrip } from "./offline-strip.tsx";

/** Shows clients when their phone is offline. Requests wait and resume on their own. */
export function watchOffline(client: QueryClient): void {
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const show = () =>
    root.render(
      <OfflineStrip
        onAnswer={() => {
          root.render(null);
          client.invalidateQueries().catch(() => undefined);
        }}
      >
        You're offline. We'll reconnect automatically.
      </OfflineStrip>,
    );
  window.addEventListener("offline", show);
  if (!navigator.onLine) show();
}
