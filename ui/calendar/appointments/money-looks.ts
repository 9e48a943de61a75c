import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleDollarSign from "lucide-react/icons/circle-dollar-sign";
import Clock3 from "lucide-react/icons/clock-3";
import Lock from "lucide-react/icons/lock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { VisitPayment } from "#src/billing/payments/visit-payment-contract.ts";
import type { Deposit } from "#src/calendar/appointments/fields-contract.ts";
import type { StatusLook } from "#ui/kit/badge.tsx";

export const DEPOSIT_LOOKS: Readonly<Record<Deposit["state"], StatusLook>> = {
  due: ["wait", Clock3, "Deposit due"],
  paid: ["good", CircleDollarSign, "Deposit paid"],
  kept: ["off", Lock, "Deposit kept"],
  refunded: ["off", CircleCheck, "Deposit refunded"],
  "refund-owed": ["wait", TriangleAlert, "Refund owed"],
};

/** A charge of a card that is open waits for Stripe, or for Undo. */
export function paymentLook({ status, way }: Pick<VisitPayment, "status" | "way">): StatusLook {
  return status === "open" && way === "card" ? ["wait", Clock3, "Charging"] : PAYMENT_LOOKS[status];
}

const PAYMENT_LOOKS: Readonly<Record<VisitPayment["status"], StatusLook>> = {
  open: ["wait", Clock3, "Link texted"],
  expired: ["off", Clock3, "Expired"],
  canceled: ["off", Ban, "Canceled"],
  paid: ["good", CircleDollarSign, "Paid"],
  refunded: ["off", CircleCheck, "Refunded"],
};
