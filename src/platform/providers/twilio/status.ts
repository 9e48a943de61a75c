import type { ProviderStatus } from "#src/platform/providers/carrier.ts";

/** Twilio's words for a status, as ours: queued, accepted, scheduled and sending are on their way. */
export function toProviderStatus(status: string): ProviderStatus {
  if (status === "delivered" || status === "read") return "delivered";
  if (status === "undelivered" || status === "failed" || status === "sent" || status === "received")
    return status;
  if (status === "canceled") return "failed";
  return "accepted";
}
