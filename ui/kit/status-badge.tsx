import BellOff from "lucide-react/icons/bell-off";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Check from "lucide-react/icons/check";
import CheckCheck from "lucide-react/icons/check-check";
import CircleAlert from "lucide-react/icons/circle-alert";
import CircleQuestionMark from "lucide-react/icons/circle-question-mark";
import Clock3 from "lucide-react/icons/clock-3";
import Pause from "lucide-react/icons/pause";
import PhoneOff from "lucide-react/icons/phone-off";
import Send from "lucide-react/icons/send";
import { LookBadge, type StatusLook } from "./badge.tsx";

const STATUSES = {
  draft: ["wait", Clock3, "Pending Approval"],
  scheduled: ["busy", CalendarClock, "Scheduled"],
  sending: ["busy", Send, "Sending"],
  completed: ["good", Check, "Completed"],
  stopped: ["off", Pause, "Stopped"],
  failed: ["bad", CircleAlert, "Failed"],
  pending: ["wait", Clock3, "Pending"],
  sent: ["good", Check, "Sent"],
  delivered: ["good", CheckCheck, "Delivered"],
  undeliverable: ["bad", PhoneOff, "Undeliverable"],
  "opted-out": ["off", BellOff, "Opted out"],
  "opt-out-review": ["wait", CircleQuestionMark, "Opt-out?"],
  unknown: ["off", CircleQuestionMark, "Unknown"],
} satisfies Record<string, StatusLook>;

export type Status = keyof typeof STATUSES;

/** The status of a campaign, text or contact, with its fixed color, icon and label. */
export function StatusBadge({ status }: { status: Status }) {
  return <LookBadge look={STATUSES[status]} />;
}
