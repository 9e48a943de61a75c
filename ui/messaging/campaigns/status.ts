import type { Campaign } from "#src/messaging/campaigns/contract.ts";

export type CampaignFilter = "all" | Exclude<Campaign["status"], "draft">;

export const STATUS_OPTIONS = [
  { value: "all", label: "All" },
  { value: "scheduled", label: "Scheduled" },
  { value: "sending", label: "Sending" },
  { value: "completed", label: "Completed" },
  { value: "stopped", label: "Stopped" },
  { value: "failed", label: "Failed" },
] as const satisfies { value: CampaignFilter; label: string }[];

export function parseStatusFilter(text: string | null): CampaignFilter {
  return STATUS_OPTIONS.find(({ value }) => value === text)?.value ?? "all";
}
