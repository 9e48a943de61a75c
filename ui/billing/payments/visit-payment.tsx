import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { paymentLook } from "#ui/calendar/appointments/money-looks.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useUiState } from "#ui/ui-state.ts";

/** The newest payment of a visit. */
export function VisitPaymentRow({ payment }: { payment: NonNullable<Appointment["payment"]> }) {
  const currency = useCurrency();
  const { paying } = useUiState();
  return (
    <section aria-label="Payment" className="flex flex-wrap items-center gap-x-3 gap-y-2 min-w-0">
      <p className="num min-w-0 flex-[1_1_120px]">{formatAmount(payment.amount, currency)}</p>
      <LookBadge look={paymentLook(payment)} />
      <Button
        onClick={() => {
          paying.value = { paymentId: payment.id };
        }}
      >
        Details
      </Button>
    </section>
  );
}

export function canTakePayment({ payment, status }: Appointment): boolean {
  const isTaken = payment?.status === "open" || payment?.status === "paid";
  return !isTaken && status !== "canceled" && status !== "requested";
}
