import type { Figures } from "#src/calls/assistant/contract.ts";
import { formatCount } from "#ui/shell/format/plural.ts";

/** "3 calls today. Callers mostly wait 0.8 s for the first word, 1.4 s when it is slow." */
export function formatFigures({ callsToday, typicalMs, slowMs }: Figures): string {
  const today = callsToday === 0 ? "No calls today." : `${formatCount(callsToday, "call")} today.`;
  if (typicalMs === null || slowMs === null) return today;
  return `${today} Callers usually wait ${formatSeconds(typicalMs)} for the first word, or ${formatSeconds(slowMs)} when it's slow.`;
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
