import CreditCard from "lucide-react/icons/credit-card";
import FileText from "lucide-react/icons/file-text";
import Info from "lucide-react/icons/info";
import { useState } from "react";
import {
  type Installment,
  type PlanSubscriber,
  planSubscribers,
} from "#src/billing/plan-subscribers/contract.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { Ledger } from "#ui/billing/parts/ledger.tsx";
import { paidBackQuestion } from "#ui/billing/parts/paid-back.tsx";
import { formatAmount, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import type { SubscriberAction } from "./subscriber-row.tsx";

interface SubscriberDialogsProps {
  action: SubscriberAction | undefined;
  subscriber: PlanSubscriber | undefined;
  /** Opens another dialog about the same plan. */
  onAction: (action: SubscriberAction) => void;
  onClose: () => void;
}

const DIALOGS = { details: DetailsDialog, charge: ChargeDialog, cancel: CancelDialog } as const;

export function SubscriberDialogs({ action, subscriber, ...on }: SubscriberDialogsProps) {
  const Dialog = action && DIALOGS[action];
  return Dialog && subscriber ? (
    <Dialog key={subscriber.id} subscriber={subscriber} {...on} />
  ) : null;
}

interface DialogProps extends Pick<SubscriberDialogsProps, "onAction" | "onClose"> {
  subscriber: PlanSubscriber;
}

function CancelDialog({ subscriber, onClose }: DialogProps) {
  return (
    <ActDialog
      act={planSubscribers.cancel}
      input={{ params: { id: subscriber.id } }}
      done="Payment plan subscription canceled successfully"
      busy="Canceling..."
      onClose={onClose}
      title="Cancel Payment Plan?"
      description={`${formatPhone(subscriber.contactName)} still has ${formatCount(subscriber.remainingInstallments, "payment")} left on "${subscriber.planName}" and won't be charged again. Past payments aren't refunded. This can't be undone.`}
      action="Yes, Cancel Plan"
      cancel="Nevermind"
    />
  );
}

function ChargeDialog({ subscriber, onClose }: DialogProps) {
  const { id, installments, currency, contactName } = subscriber;
  // Fixed when the dialog opens, so that a refetch cannot replace the installment in question.
  const [next] = useState(() => nextInstallment(subscriber));

  return (
    <ActDialog
      act={planSubscribers.triggerPayment}
      input={{ params: { id } }}
      done={({ amount, invoiceId }) => ({
        title: "Payment Triggered",
        description: `${formatAmount(amount, currency)} charged. Invoice ${invoiceId}.`,
      })}
      busy="Charging..."
      harmless
      onClose={onClose}
      title="Charge Payment Now?"
      description={
        next
          ? `We'll charge payment ${next.sequenceNumber} of ${installments.length}, ${formatAmount(next.amount, currency)}, to ${formatPhone(contactName)}'s card now. The other payment dates won't change. A plan is canceled automatically after 3 failed payment attempts, with an SMS and an email notice.`
          : "All payments for this plan have been made."
      }
      action={next ? `Charge ${formatAmount(next.amount, currency)}` : "Charge Now"}
    />
  );
}

function nextInstallment({ installments }: PlanSubscriber): Installment | undefined {
  return installments.find(({ status }) => status !== "paid");
}

function DetailsDialog({ subscriber, onAction, onClose }: DialogProps) {
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  const { status, currency } = subscriber;
  const next = nextInstallment(subscriber);
  const isLive = status === "active" || status === "past_due";
  return (
    <Dialog size="wide" onClose={onClose} title="Payment Plan Details">
      <DialogBody className="grid gap-5">
        <div className="grid grid-cols-2 gap-4 text-base phone:grid-cols-1">
          <section className="grid content-start gap-0.5" aria-label="Client">
            <h3 className="h3">Client</h3>
            <p>{formatPhone(subscriber.contactName)}</p>
            <p className="dim num">{formatPhone(subscriber.contactPhone)}</p>
            {subscriber.contactEmail && (
              <p className="dim wrap-anywhere">{subscriber.contactEmail}</p>
            )}
          </section>
          <section className="grid content-start justify-items-start gap-0.5" aria-label="Plan">
            <h3 className="h3">Plan</h3>
            <p>{subscriber.planName}</p>
            <p className="dim num">
              {formatAmount(subscriber.totalAmount, currency)} in{" "}
              {formatPaymentCount(subscriber.installments.length, subscriber.installmentInterval)}
            </p>
            <PlanStatusBadge status={status} />
          </section>
        </div>
        {subscriber.cancelReason && <ErrorNote>{subscriber.cancelReason}</ErrorNote>}
        <section className="grid gap-2" aria-label="Payment History">
          <h3 className="h3">Payment History</h3>
          <Ledger
            installments={subscriber.installments}
            currency={currency}
            now={now}
            timeZone={timeZone}
            isLive={isLive}
            actions={(one) => <LatePaymentActions subscriber={subscriber} installment={one} />}
          />
        </section>
        {isLive && (
          <Note icon={Info}>
            A plan is canceled automatically after 3 failed payment attempts, with an SMS and an
            email notice.
          </Note>
        )}
      </DialogBody>
      <DialogFooter className="phone:flex-wrap">
        {isLive && (
          <Button variant="quiet-bad" onClick={() => onAction("cancel")}>
            Cancel Plan
          </Button>
        )}
        <span className="flex-1 min-w-0 no-phone" />
        {user && seesClients(user) && (
          <a
            className={buttonClass({})}
            href={`/api/payment-plan-subscriptions/${subscriber.id}/agreement`}
            target="_blank"
            rel="noreferrer"
          >
            <Icon of={FileText} />
            Agreement
          </a>
        )}
        {isLive && next && (
          <Button
            icon={CreditCard}
            variant="primary"
            className="phone:order-first phone:basis-full!"
            onClick={() => onAction("charge")}
          >
            Charge {formatAmount(next.amount, currency)}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}

interface LatePaymentProps {
  subscriber: PlanSubscriber;
  installment: Installment;
}

/** Refund and Keep for a payment after the cancellation; Paid Back for a refund that Stripe can't make. */
function LatePaymentActions({ subscriber, installment }: LatePaymentProps) {
  const [asking, setAsking] = useState<"refund" | "keep" | "settle">();
  const { needsDecision, refundOwed, owedAmount } = installment;
  if (!needsDecision && !refundOwed) return null;

  const money = formatAmount(installment.amount, subscriber.currency);
  const params = { id: subscriber.id };
  const body = { installmentId: installment.id };
  const onClose = () => setAsking(undefined);
  const shared = { input: { params, body }, onClose };
  return (
    <span className="flex w-full flex-wrap items-center gap-2">
      <span className="dim mr-auto text-base">
        {needsDecision
          ? "Collected after the plan was canceled."
          : "Stripe hasn't made this refund yet."}
      </span>
      {needsDecision && (
        <span className="flex flex-none gap-2">
          <Button size="tiny" onClick={() => setAsking("refund")}>
            Refund
          </Button>
          <Button size="tiny" variant="secondary" onClick={() => setAsking("keep")}>
            Keep
          </Button>
        </span>
      )}
      {owedAmount !== null && (
        <Button size="tiny" variant="secondary" onClick={() => setAsking("settle")}>
          Paid Back
        </Button>
      )}
      {asking === "refund" && (
        <ActDialog
          {...shared}
          act={planSubscribers.refundPayment}
          done="Payment refunded"
          busy="Refunding..."
          title={`Refund ${money}?`}
          description="It's back on the client's card in 5 to 10 days. You can't undo this."
          action={`Refund ${money}`}
        />
      )}
      {asking === "keep" && (
        <ActDialog
          {...shared}
          act={planSubscribers.keepPayment}
          done="Payment kept"
          busy="Keeping..."
          harmless
          title={`Keep ${money}?`}
          description="The client isn't refunded. You can still refund it at Stripe."
          action={`Keep ${money}`}
        />
      )}
      {asking === "settle" && owedAmount !== null && (
        <ActDialog
          {...paidBackQuestion(formatAmount(owedAmount, subscriber.currency))}
          act={planSubscribers.settleRefund}
          input={{ params, body: { ...body, amount: owedAmount } }}
          onClose={onClose}
        />
      )}
    </span>
  );
}
