import { useSignals } from "@preact/signals-react/runtime";
import { useQueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import RefreshCw from "lucide-react/icons/refresh-cw";
import WifiOff from "lucide-react/icons/wifi-off";
import { type ReactNode, useEffect } from "react";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { SignInAgain } from "./sign-in-again.tsx";

const RETRY_MS = 3_000;

/** Shows why the page doesn't work, in one place for all screens. */
export function ConnectionNotice({ user }: { user: CurrentUser }) {
  useSignals();
  const { connection } = useUiState();
  const client = useQueryClient();
  const isOffline = connection.value === "offline";

  useEffect(() => {
    if (!isOffline) return;
    const timer = setInterval(async () => {
      const response = await fetch("/up").catch(() => undefined);
      if (response?.ok) connection.value = "online";
    }, RETRY_MS);
    return () => {
      clearInterval(timer);
      // Any data may have changed while offline.
      client.invalidateQueries().catch(() => undefined);
    };
  }, [isOffline, connection, client]);

  if (isOffline)
    return (
      <Strip icon={WifiOff}>
        You're offline. What you see may be out of date. We'll reconnect automatically.
      </Strip>
    );
  if (connection.value === "updated")
    return (
      <Strip icon={RefreshCw}>
        Parlor was updated. Save what you're writing, then reload.
        <Button size="tiny" className="ml-3" onClick={() => location.reload()}>
          Reload
        </Button>
      </Strip>
    );
  if (connection.value === "signed-out") return <SignInAgain user={user} />;
  return null;
}

function Strip({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-0 z-60 flex items-center justify-center gap-2 border-line border-t bg-wait-soft px-4 py-2 text-ink text-sm print:hidden"
    >
      <Icon of={icon} size="s" />
      <span>{children}</span>
    </div>
  );
}
