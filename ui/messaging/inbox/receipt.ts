import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Clock3 from "lucide-react/icons/clock-3";
import type { Message } from "#src/messaging/inbox/contract.ts";

export interface Receipt {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly bad?: boolean;
}

export function receiptOf({
  status,
  error,
}: Pick<Message, "status" | "error">): Receipt | undefined {
  switch (status) {
    case "pending":
    case "claimed":
      return { icon: Clock3, label: "Sending" };
    case "sent":
      return { icon: Check, label: "Sent" };
    case "delivered":
      return { icon: CheckCheck, label: "Delivered" };
    case "failed":
      return { icon: CircleAlert, label: withReason("Not sent", error), bad: true };
    case "undelivered":
      return { icon: CircleAlert, label: withReason("Not delivered", error), bad: true };
    case "skipped":
      return { icon: CircleAlert, label: withReason("Skipped", error) };
    case "unknown":
      return {
        icon: CircleQuestionMark,
        label: withReason("Couldn't confirm delivery", error),
      };
    case "received":
      return undefined;
  }
}

export function isSending({ status }: Pick<Message, "status">): boolean {
  return status === "pending" || status === "claimed";
}

export function isFailed({ status }: Pick<Message, "status">): boolean {
  return status === "failed" || status === "undelivered";
}

/** "Not sent: the carrier did not answer." */
function withReason(what: string, reason: string | null): string {
  if (!reason) return what;
  const label = reason.replace(/^(The|A) /, (article) => article.toLowerCase());
  return `${what}: ${label}${/[.!?]$/.test(label) ? "" : "."}`;
}
