import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { deliverability, type ScanResult } from "#src/messaging/deliverability/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";
import { WIDE } from "#ui/platform/settings/section-card.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { RelativeTime } from "#ui/shell/format/relative-time.tsx";
import { scanQuery } from "./scan-query.ts";

export function ManualCheck() {
  const { data: state, error } = useQuery(scanQuery(useApi()));
  const [, navigate] = useLocation();
  const scan = useAct(deliverability.scan, {
    done: (result) => ({
      title: "Deliverability check complete",
      description: formatScan(result),
    }),
    onDone() {
      // The check can take minutes. A user who has left Settings since then stays where they are.
      if (location.pathname.startsWith("/settings")) navigate("/campaigns");
    },
    errors: "Failed to check deliverability",
  });
  const [asking, setAsking] = useState(false);
  const busy = scan.isPending || state?.running != null;

  return (
    <>
      <div className={`${WIDE} flex flex-col gap-3`}>
        <p className="sm dim">
          Asks Twilio about up to 50,000 texts since the last check. Marks numbers that can't be
          reached, and clears those that work again.
        </p>
        <div className="flex items-center gap-2 min-w-0 flex-wrap">
          <Button busy={busy && "Checking..."} onClick={() => setAsking(true)}>
            Check Now
          </Button>
          <p className="hint num" role="status">
            {busy && `Scanned ${formatCount(state?.running?.scanned ?? 0, "message")}...`}
          </p>
        </div>
        {state?.last && !busy && (
          <p className="sm dim num">
            {state.last.nightly ? "Last nightly check" : "Last check"},{" "}
            <RelativeTime iso={state.last.finishedAt} inline />: {formatScan(state.last)}
          </p>
        )}
        {error && !state && <ErrorNote>{errorMessage(error)}</ErrorNote>}
      </div>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        harmless
        title="Check Deliverability"
        description="Contacts we can't reach are marked undeliverable, and campaigns skip them. This can take a few minutes."
        action="Check Now"
        onConfirm={() => {
          setAsking(false);
          scan.run();
        }}
      />
    </>
  );
}

/** "Scanned 12 messages. 2 contacts marked undeliverable, 1 contact opted out." */
function formatScan({ totalMessages, summary }: ScanResult): string {
  const changes = summary.length === 0 ? "No changes needed" : `${summary.join(", ")}.`;
  return `Scanned ${formatCount(totalMessages, "message")}. ${changes}`;
}
