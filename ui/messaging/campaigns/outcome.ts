import type { Campaign } from "#src/messaging/campaigns/contract.ts";
import type { ToastMessage } from "#ui/kit/toasts.tsx";
import { formatMoment } from "./scheduled-time.ts";

export function createdMessage(campaign: Campaign, timeZone: string): ToastMessage {
  const { status, scheduledAt, reason, deliverabilityCheckStatus } = campaign;
  if (status === "failed")
    return {
      title: "Campaign creation failed",
      description: reason ?? "There was an error creating your campaign. Please try again.",
      kind: "destructive",
    };
  if (status === "scheduled" && scheduledAt !== null)
    return { title: "Campaign created", description: willSend(scheduledAt, timeZone) };
  return {
    title: "Campaign created",
    description:
      deliverabilityCheckStatus === "skipped"
        ? "Your campaign will send shortly"
        : "Checking contact deliverability before sending",
  };
}

export function approvedMessage(campaign: Campaign, timeZone: string): ToastMessage {
  const { status, scheduledAt, reason } = campaign;
  if (status === "failed")
    return {
      title: "Approval failed",
      description: reason ?? "Nothing could be sent.",
      kind: "destructive",
    };
  return {
    title: "Campaign approved",
    description:
      status === "scheduled" && scheduledAt !== null
        ? willSend(scheduledAt, timeZone)
        : "Campaign has been approved and is now sending",
  };
}

export const DRAFTED: ToastMessage = {
  title: "Draft created",
  description: "Your campaign draft has been submitted for admin approval",
};

function willSend(scheduledAt: string, timeZone: string): string {
  return `It will be sent ${formatMoment(scheduledAt, timeZone)}`;
}
