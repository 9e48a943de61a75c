import type { ScanResult } from "#src/messaging/deliverability/contract.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

/** "Scanned 12 messages. 2 contacts marked undeliverable, 1 contact opted out." */
export function formatScan({ totalMessages, summary }: ScanResult): string {
  const changes = summary.length === 0 ? "No changes needed" : `${summary.join(", ")}.`;
  return `Scanned ${formatCount(totalMessages, "message")}. ${changes}`;
}
