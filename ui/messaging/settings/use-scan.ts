import { useLocation } from "wouter";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import { useAct } from "#ui/shell/data/act.ts";
import { formatScan } from "./scan-format.ts";

/** Runs the deliverability check, then opens the campaigns, as the specification requires. */
export function useScan() {
  const [, navigate] = useLocation();
  const scan = useAct(deliverability.scan, {
    done: (result) => ({
      title: "Deliverability check complete",
      description: formatScan(result),
    }),
    onDone() {
      // The check can take minutes: a user who has opened another page meanwhile stays there.
      if (location.pathname.startsWith("/settings")) navigate("/campaigns");
    },
    errors: "Failed to check deliverability",
  });
  return { run: () => scan.run(), running: scan.isPending };
}
