import { useQueryClient } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import WifiOff from "lucide-react/icons/wifi-off";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { useFootRow } from "#ui/kit/foot-row.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useUiState } from "#ui/ui-state.ts";

const RETRY_MS = 3_000;

/** The staff's. It is loaded with the page, because nothing can be loaded once it is needed. */
export function OfflineNotice() {
  const { connection } = useUiState();
  const client = useQueryClient();
  useEffect(
    // Any data may have changed while offline.
    () => () => void client.invalidateQueries().catch(() => undefined),
    [client],
  );
  return (
    <OfflineStrip
      onAnswer={() => {
        connection.value = "online";
      }}
    >
      You're offline. What you see may be out of date. We'll reconnect automatically.
    </OfflineStrip>
  );
}

interface OfflineStripProps {
  /** Called once the server answers again. */
  onAnswer: () => void;
  children: ReactNode;
}

/** Rendered while the server can't be reached, and asks until it answers. */
export function OfflineStrip({ onAnswer, children }: OfflineStripProps) {
  const answer = useEffectEvent(onAnswer);
  useEffect(() => {
    const timer = setInterval(async () => {
      const response = await fetch("/up").catch(() => undefined);
      if (response?.ok) answer();
    }, RETRY_MS);
    return () => {
      clearInterval(timer);
      // The browser says so only of its network, and parts of the page wait for it to load their code.
      dispatchEvent(new Event("online"));
    };
  }, []);
  return <Strip icon={WifiOff}>{children}</Strip>;
}

/** A row at the bottom edge, in sight over dialogs too. */
export function Strip({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  const [row, setRow] = useState<HTMLElement | null>(null);
  useFootRow(row, "--strip");
  return (
    <div
      ref={setRow}
      role="status"
      className="fixed inset-x-0 bottom-0 z-60 flex items-center justify-center gap-2 border-line border-t bg-wait-soft px-4 pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] text-ink text-base print:hidden"
    >
      <Icon of={icon} size="s" />
      <span>{children}</span>
    </div>
  );
}
