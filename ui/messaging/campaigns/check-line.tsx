import type { LucideIcon } from "lucide-react";
import Loader from "lucide-react/icons/loader";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";

/** Longer text would be cut off. */
const SHORT = 28;

/** The progress of the deliverability check, and why the campaign has stopped. */
export function CheckLine({ campaign }: { campaign: Campaign }) {
  const { reason, status } = campaign;
  const [tone, icon, label] = checkOf(campaign);
  const paused = reason?.startsWith("Paused") ? "wait" : "faint";
  const why = status === "failed" ? "bad" : paused;
  const short = reason !== null && reason.length <= SHORT;
  return (
    <>
      <div className="row xs">
        <span className={`${tone} flex flex-none items-center gap-1.25`}>
          <Icon of={icon} size="s" />
          {label}
        </span>
        {short && <span className={`${why} end clip`}>{reason}</span>}
      </div>
      {reason && !short && <p className={`${why} xs`}>{reason}</p>}
    </>
  );
}

function checkOf(campaign: Campaign): [tone: string, icon: LucideIcon, label: string] {
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

/** JSON text of a number, or of an object that holds one. */
function percentOf(progress: string): number {
  const percent = Number(/\d+(\.\d+)?/.exec(progress)?.[0] ?? 0);
  return Math.min(100, Math.round(percent));
}
