import Info from "lucide-react/icons/info";
import type { PlanSubscriber } from "#src/billing/plan-subscribers/contract.ts";
import { Ledger } from "#ui/billing/parts/ledger.tsx";
import { formatAmount, formatPaymentCount } from "#ui/billing/parts/plan-format.ts";
import { PlanStatusBadge } from "#ui/billing/parts/plan-status.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

interface DetailsDialogProps {
  subscriber: PlanSubscriber;
  onClose: () => void;
}

export function DetailsDialog({ subscriber, onClose }: DetailsDialogProps) {
  const { now, timeZone } = useBusinessTime();
  const { status, currency } = subscriber;
  const isLive = status === "active" || status === "past_due";
  return (
    <Dialog size="wide" onClose={onClose} title="Payment Plan Details">
      <DialogBody className="grid gap-5">
        <div className="grid grid-cols-2 gap-4 text-sm phone:grid-cols-1">
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
          />
        </section>
        {isLive && (
          <Note icon={Info}>
            A plan is canceled automatically after 3 failed payment attempts, with an SMS and an
            e-mail notice.
          </Note>
        )}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
      </DialogFooter>
    </Dialog>
  );
}
