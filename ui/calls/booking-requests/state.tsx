import type { LucideIcon } from "lucide-react";
import Ban from "lucide-react/icons/ban";
import Check from "lucide-react/icons/check";
import Clock3 from "lucide-react/icons/clock-3";
import type { RequestStatus } from "#src/calls/booking-requests/contract.ts";
import { Badge } from "#ui/kit/badge.tsx";
import type { Tone } from "#ui/kit/tone.ts";

const STATES: Readonly<Record<RequestStatus, readonly [Tone, LucideIcon, string]>> = {
  pending: ["wait", Clock3, "Pending"],
  approved: ["good", Check, "Approved"],
  rejected: ["off", Ban, "Rejected"],
};

export function RequestBadge({ status }: { status: RequestStatus }) {
  const [tone, icon, label] = STATES[status];
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
