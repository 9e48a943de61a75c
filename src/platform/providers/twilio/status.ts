import type { ProviderStatus } from "#src/platform/providers/carrier.ts";

/** Converts Twilio's status. Queued, scheduled, sending and any status that it adds count as accepted. */
export function toProviderStatus(status: string): ProviderStatus {
  if (status === "delivered" || status === "read") return "delivered";
  if (status === "undelivered" || status === "failed" || status === "sent" || status === "received")
    return status;
  if (status === "canceled") return "failed";
  return "accepted";
}
