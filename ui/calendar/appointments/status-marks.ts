import type { LucideIcon } from "lucide-react";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import Clock3 from "lucide-react/icons/clock-3";
import UserCheck from "lucide-react/icons/user-check";
import UserX from "lucide-react/icons/user-x";
import type { AppointmentStatus } from "#src/calendar/appointments/contract.ts";
import type { Tone } from "#ui/kit/tone.ts";
import { STATUS_LABELS } from "./status-labels.ts";

export interface Mark {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly tone?: Tone;
  /** Shown as a word where the others are icons. */
  readonly isWorded?: boolean;
}

/** How each status looks, wherever it is shown. The usual one, "booked", shows nothing. */
export const STATUS_MARKS: Partial<Record<AppointmentStatus, Mark>> = {
  requested: { label: STATUS_LABELS.requested, icon: Clock3, tone: "wait" },
  confirmed: { label: STATUS_LABELS.confirmed, icon: CircleCheck, tone: "good" },
  arrived: { label: STATUS_LABELS.arrived, icon: UserCheck, tone: "good" },
  no_show: { label: STATUS_LABELS.no_show, icon: UserX, tone: "bad" },
  canceled: { label: STATUS_LABELS.canceled, icon: Ban },
};
