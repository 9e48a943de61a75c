import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo2 from "lucide-react/icons/undo-2";
import { useState } from "react";
import { type Payment, payments } from "#src/billing/payments/contract.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatCents, formatMoney, parseCents, readMoney } from "#src/shared/money.ts";
import { isByOldLink } from "#src/shared/old-link.ts";
import { mayOpen, seesClients } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { MoneyInput } from "#ui/billing/parts/money-input.tsx";
import { PaidBackButton } from "#ui/billing/parts/paid-back.tsx";
import { PAYMENT_WAYS } from "#ui/billing/parts/payment-labels.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { FormDialog } from "#ui/kit/form-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useUiState } from "#ui/ui-state.ts";
import { OpenPayment } from "./open-payment.tsx";
import { PaymentLinesPaid, Receipts } from "./payment-receipt.tsx";
import { paymentQuery } from "./queries.ts";

interface PaymentDetailsProps {
  id: number;
  /** It was just recorded. */
  isNew?: boolean;
  onClose: () => void;
}

/** A payment that was taken, or a link that waits for its client, and what staff can do about it. */
export function PaymentDetails({ id, isNew = false, onClose }: PaymentDetailsProps) {
  const query = useQuery(paymentQuery(useApi(), id));
  const payment = query.data;
  if (!payment)
    return (
      <Dialog title="Payment" onClose={onClose}>
        <DialogBody>{query.error ? <LoadFailed query={query} /> : <Skeleton />}</DialogBody>
      </Dialog>
    );
  return payment.status === "open" || payment.status === "expired" ? (
    <OpenPayment payment={payment} onClose={onClose} />
  ) : (
    <Received payment={payment} isNew={isNew} onClose={onClose} />
  );
}

interface PaymentProps {
  payment: Payment;
  onClose: () => void;
}

function Received({ payment, isNew, onClose }: PaymentProps & { isNew: boolean }) {
  const { user } = useCurrentUser();
  const [isRefunding, setRefunding] = useState(false);
  const { booking } = useUiState();
  const { id, contactId, phoneNumber, status, currency, way, tip, total, refunded } = payment;
  const money = (amount: string) => formatAmount(amount, currency);
  const isAdmin = user?.role === "admin";
  const isDue = payment.refundDue?.isSeparate === false;
  const goesBack = isDue || Number(refunded) > 0;
  const mayRefund = isAdmin && !isDue && Number(payment.refundable) > 0;
  if (isRefunding) return <RefundDialog payment={payment} onClose={() => setRefunding(false)} />;
  return (
    <Dialog
      title={
        isNew && status !== "canceled"
          ? goesBack
            ? "Refund"
            : "Payment Received"
          : `Receipt ${id}`
      }
      description={formatPhone(payment.clientName)}
      onClose={onClose}
    >
      <DialogBody className="grid gap-4">
        <div className="pay-head">
          <span className={`arch ${goesBack ? "wait" : "good"}`} aria-hidden="true">
            <Icon of={goesBack ? Undo2 : Check} size="l" />
          </span>
          <p className="pay-figure num">{money(total)}</p>
          <p className="dim num">
            {payment.card ?? PAYMENT_WAYS[way]}
            {Number(tip) > 0 && `, with a ${money(tip)} tip`}
            {payment.change !== null &&
              Number(payment.change) > 0 &&
              `. Change ${money(payment.change)}`}
            .{payment.isCompleted && status === "paid" && " The visit is completed."}
            {status === "canceled" && " Canceled."}
            {Number(refunded) > 0 && ` ${money(refunded)} refunded.`}
          </p>
        </div>
        <Decision payment={payment} />
        <RefundState payment={payment} />
        <PaymentLinesPaid payment={payment} />
        {status !== "canceled" && <Receipts payment={payment} />}
      </DialogBody>
      <DialogFooter>
        {mayRefund && (
          <Button variant="quiet" onClick={() => setRefunding(true)}>
            Refund
          </Button>
        )}
        {contactId !== null && user && seesClients(user) && mayOpen(user, "/appointments") && (
          <Button
            onClick={() => {
              onClose();
              booking.value = {
                id: contactId,
                name: payment.clientName,
                phoneNumber: phoneNumber ?? "",
              };
            }}
          >
            Book Again
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

/** A link was paid after it had been canceled or had expired, or the visit was canceled. */
function Decision({ payment }: { payment: Payment }) {
  const { id, needsDecision, appointmentIds } = payment;
  const { user } = useCurrentUser();
  const keep = useAct(payments.keep, { done: "Payment kept", errors: "Couldn't keep the payment" });
  if (!needsDecision) return null;
  const isAdmin = user?.role === "admin";
  const isOld = isByOldLink(payment);
  const visit = appointmentIds.length > 1 ? "A visit" : "The visit";
  return (
    <Note tone="wait" icon={TriangleAlert}>
      {isOld
        ? "The client paid after the link was canceled or had expired."
        : `${visit} was canceled after it was paid.`}{" "}
      {!isAdmin
        ? "An administrator can refund or keep it."
        : isOld || appointmentIds.length < 2
          ? "Refund it, or keep it."
          : "Refund what it cost, or keep it."}
      {isAdmin && (
        <div className="mt-2">
          <Button size="tiny" onClick={() => keep.run({ params: { id } })}>
            Keep
          </Button>
        </div>
      )}
    </Note>
  );
}

/** What became of a refund. Undo is in the toast. */
function RefundState({ payment: { way, refundDue, currency } }: { payment: Payment }) {
  const { user } = useCurrentUser();
  if (!refundDue) return null;
  const amount = formatAmount(refundDue.amount, currency);
  const isAdmin = user?.role === "admin";
  return (
    <Note tone="wait" icon={TriangleAlert}>
      {refundDue.owedRefund !== null
        ? `Stripe refused to refund ${amount}. We try again every day.`
        : refundDue.isSeparate || isByCard(way)
          ? `The refund of ${amount} is on its way.`
          : GIVE_BACK[way](amount)}
      {isAdmin && refundDue.owedRefund !== null && (
        <div className="mt-2">
          <PaidBackButton
            id={refundDue.owedRefund}
            amount={refundDue.amount}
            currency={currency}
            size="tiny"
          />
        </div>
      )}
    </Note>
  );
}

function isByCard(way: Payment["way"]): way is "link" | "card" {
  return way === "link" || way === "card";
}

/** What staff do themselves. */
const GIVE_BACK = {
  cash: (amount: string) => `Give ${amount} back to the client.`,
  terminal: (amount: string) => `Refund ${amount} on your terminal.`,
  "gift-card": (amount: string) => `Put ${amount} back on the gift card.`,
};

/** Refunds a payment in full or in part. It can be undone for ten seconds. */
function RefundDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, currency, way, refundable } = payment;
  const left = parseCents(refundable) ?? 0;
  const [amount, setAmount] = useState(() => formatMoney(left, currency));
  const cents = readMoney(amount);
  const isValid = cents !== undefined && cents > 0 && cents <= left;
  const undo = useAct(payments.undoRefund, {
    done: "Refund undone",
    errors: "Couldn't undo the refund",
  });
  const refund = useAct(payments.refund, {
    errors: "inline",
    done: {
      title: isByCard(way) ? "Refund on its way" : "Refund recorded",
      atLeastMs: UNDO_MS,
      action: { label: "Undo", run: () => undo.run({ params: { id } }) },
    },
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Refund"
      description={
        isByCard(way)
          ? "It's on the client's card in 5 to 10 days."
          : `Recorded only. ${GIVE_BACK[way](isValid ? formatMoney(cents, currency) : "the money")}`
      }
      action={`Refund ${isValid ? formatMoney(cents, currency) : ""}`}
      variant="danger"
      isReady={isValid}
      busy={refund.isPending && "Refunding..."}
      onSubmit={() => refund.run({ params: { id }, body: { amount: formatCents(cents ?? 0) } })}
      onClose={onClose}
    >
      <Field
        label="Amount"
        hint={`Up to ${formatMoney(left, currency)}`}
        error={isValid ? undefined : `You can refund up to ${formatMoney(left, currency)}`}
      >
        <MoneyInput value={amount} currency={currency} onValueChange={setAmount} />
      </Field>
      {refund.errorMessage && <ErrorNote role="alert">{refund.errorMessage}</ErrorNote>}
    </FormDialog>
  );
}
