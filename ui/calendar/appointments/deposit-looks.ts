import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Clock3 from "lucide-react/icons/clock-3";
import Hourglass from "lucide-react/icons/hourglass";
import Lock from "lucide-react/icons/lock";
import RotateCcw from "lucide-react/icons/rotate-ccw";
import type { Deposit } from "#src/calendar/appointments/contract.ts";
import type { StatusLook } from "#ui/kit/badge.tsx";

export const DEPOSIT_LOOKS: Readonly<Record<Deposit["state"], StatusLook>> = {
  due: ["wait", Hourglass, "Deposit due"],
  paid: ["good", CircleDollarSign, "Deposit paid"],
  kept: ["off", Lock, "Deposit kept"],
  refunded: ["off", RotateCcw, "Deposit refunded"],
  "refund-owed": ["wait", Clock3, "Refund owed"],
};
