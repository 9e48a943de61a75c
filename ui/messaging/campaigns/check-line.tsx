import type { LucideIcon } from "lucide-react";
import Loader from "lucide-react/icons/loader";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";

/** Longer text would be cut off. */
const SHORT = 28;

export function CheckLine({ campaign }: { campaign: Campaign }) {
  const { reason, status } = campaign;
  const check = checkOf(campaign);
  const paused = reason?.startsWith("Paused") ? "wait" : "faint";
  const why = status === "failed" ? "bad" : paused;
  const short = reason !== null && reason.length <= SHORT;
  return (
    <>
      <div className="flex items-center gap-2 min-w-0 xs">
        {check && (
          <span className={`${check[0]} flex flex-none items-center gap-1.25`}>
            <Icon of={check[1]} size="s" />
            {check[2]}
          </span>
        )}
        {short && <span className={`${why} ml-auto clip`}>{reason}</span>}
      </div>
      {reason && !short && <p className={`${why} xs`}>{reason}</p>}
    </>
  );
}

/** Undefined for a check that does not run, because the campaign has failed. */
function checkOf(campaign: Campaign): [tone: string, icon: LucideIcon, label: string] | undefined {
  const { status, deliverabilityCheckStatus: check } = campaign;
  if (status === "failed" && (check === "pending" || check === "in_progress")) return undefined;
  switch (campaign.deliverabilityCheckStatus) {
    case "pending":
      return ["busy", Loader, "Starting check..."];
    case "in_progress":
      return ["busy", Loader, `Checking ${percentOf(campaign.deliverabilityCheckProgress)}%`];
    case "completed":
      return ["good", ShieldCheck, "Checked"];
    case "skipped":
      return ["off", ShieldOff, "Check skipped"];
  }
}

/** JSON text of a number, or of an object that contains one. */
function percentOf(progress: string): number {
  const percent = Number(/\d+(\.\d+)?/.exec(progress)?.[0] ?? 0);
  return Math.min(100, Math.round(percent));
}
