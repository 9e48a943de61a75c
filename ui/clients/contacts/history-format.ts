import type { TextEntry } from "#src/clients/profile/contract.ts";

export function textTitle({ direction, purpose, campaignName }: TextEntry): string {
  if (direction === "inbound") return "The client wrote";
  if (purpose === "campaign") return campaignName ? `Campaign: ${campaignName}` : "Campaign";
  return PURPOSES[purpose] ?? "Text";
}

const PURPOSES: Readonly<Record<string, string>> = {
  chat: "Text",
  keyword: "Automatic reply",
  reminder: "Reminder",
  "thank-you": "Thank-you",
  invite: "Invitation",
  confirmation: "Confirmation",
  "visit-change": "Appointment changed",
  billing: "Payment notice",
  payment: "Payment",
  "missed-call": "After a missed call",
  offer: "Waitlist offer",
  marketing: "Automatic offer",
  test: "Test",
};

/** The outcome of a text, with the reason if it failed; nothing for inbound texts. */
export function textLabel({ status, error }: TextEntry): { label: string; bad: boolean } {
  const label = STATUSES[status] ?? "";
  const bad = status === "failed" || status === "undelivered";
  return { label: error && label ? `${label}: ${error}` : label, bad };
}

const STATUSES: Readonly<Record<string, string>> = {
  pending: "Waiting to be sent",
  claimed: "Sending",
  sent: "Sent",
  delivered: "Delivered",
  undelivered: "Not delivered",
  failed: "Not sent",
  skipped: "Skipped",
  unknown: "Couldn't confirm delivery",
};
