import CircleCheck from "lucide-react/icons/circle-check";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Clock3 from "lucide-react/icons/clock-3";
import Lock from "lucide-react/icons/lock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { Deposit } from "#src/calendar/appointments/contract.ts";
import type { StatusLook } from "#ui/kit/badge.tsx";

export const DEPOSIT_LOOKS: Readonly<Record<Deposit["state"], StatusLook>> = {
  due: ["wait", Clock3, "Deposit due"],
  paid: ["good", CircleDollarSign, "Deposit paid"],
  kept: ["off", Lock, "Deposit kept"],
  refunded: ["off", CircleCheck, "Deposit refunded"],
  "refund-owed": ["wait", TriangleAlert, "Refund owed"],
};
