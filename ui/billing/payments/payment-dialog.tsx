import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Bill, Payment } from "#src/billing/payments/contract.ts";
import { useApi } from "#ui/api.ts";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import type { PaymentFor, UiState } from "#ui/ui-state.ts";
import { OwedRefundsDialog } from "./owed-refunds-dialog.tsx";
import { PaymentDetails } from "./payment-details.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { billQuery } from "./queries.ts";

interface PaymentDialogProps {
  of: NonNullable<UiState["paying"]["value"]>;
  onClose: () => void;
}

/** The dialog over any screen: takes a payment, or shows one, or lists refunds that failed. */
export function PaymentDialog({ of, onClose }: PaymentDialogProps) {
  if ("owedRefunds" in of) return <OwedRefundsDialog onClose={onClose} />;
  return "paymentId" in of ? (
    <PaymentDetails id={of.paymentId} onClose={onClose} />
  ) : (
    <TakePaymentDialog of={of} onClose={onClose} />
  );
}

interface TakePaymentDialogProps {
  of: PaymentFor;
  onClose: () => void;
}

/** Takes a payment for a visit or a client, or shows the one that was taken. */
function TakePaymentDialog({ of, onClose }: TakePaymentDialogProps) {
  const query = useQuery(billQuery(useApi(), of));
  // The bill is read again while the form is open; what staff see stays.
  const [bill, setBill] = useState<Bill>();
  const [taken, setTaken] = useState<Payment>();
  const shown = bill ?? query.data;
  const current = taken ?? (bill ? undefined : openOrPaid(query.data));
  if (current)
    return <PaymentDetails id={current.id} isNew={taken !== undefined} onClose={onClose} />;
  if (!shown)
    return (
      <Dialog title="Take Payment" onClose={onClose}>
        <DialogBody>{query.error ? <LoadFailed query={query} /> : <Skeleton />}</DialogBody>
      </Dialog>
    );
  return (
    <PaymentForm
      bill={shown}
      onEdit={() => setBill(shown)}
      onReload={() => {
        setBill(undefined);
        void query.refetch();
      }}
      onTaken={(payment) => {
        if (payment.way === "link") onClose();
        else setTaken(payment);
      }}
      onClose={onClose}
    />
  );
}

function openOrPaid(bill: Bill | undefined): Payment | undefined {
  const payment = bill?.payment;
  return payment?.status === "open" || payment?.status === "paid" ? payment : undefined;
}
