import CreditCard from "lucide-react/icons/credit-card";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { paymentLook } from "#ui/calendar/appointments/money-looks.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useUiState } from "#ui/ui-state.ts";

/**
 * What a visit costs or was paid, and Take Payment. Nothing for a visit that doesn't take place. The dialog is the screen's:
 * inside the visit's form, its own would save the visit, too.
 */
export function VisitPaymentRow({ appointment }: { appointment: Appointment }) {
  const currency = useCurrency();
  const { paying } = useUiState();
  const { id, payment, price, status } = appointment;
  const isTaken = payment?.status === "open" || payment?.status === "paid";
  const canTake = !isTaken && status !== "canceled" && status !== "requested";
  if (!payment && !canTake) return null;
  const amount = payment?.amount ?? price;
  return (
    <section aria-label="Payment" className="flex flex-wrap items-center gap-x-3 gap-y-2 min-w-0">
      <p className="num min-w-0 flex-[1_1_120px]">
        {amount === null ? "No price" : formatAmount(amount, currency)}
      </p>
      {payment && <LookBadge look={paymentLook(payment)} />}
      {payment && (
        <Button
          onClick={() => {
            paying.value = { paymentId: payment.id };
          }}
        >
          Details
        </Button>
      )}
      {canTake && (
        <Button
          icon={CreditCard}
          onClick={() => {
            paying.value = { appointmentId: id };
          }}
        >
          Take Payment
        </Button>
      )}
    </section>
  );
}
