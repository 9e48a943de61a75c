import CalendarX2 from "lucide-react/icons/calendar-x-2";
import Link2 from "lucide-react/icons/link-2";
import Smartphone from "lucide-react/icons/smartphone";
import Undo2 from "lucide-react/icons/undo-2";
import type { ReactNode } from "react";
import { type Payment, payments } from "#src/billing/payments/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";

interface PaymentProps {
  payment: Payment;
  onClose: () => void;
}

/** A link that waits for its client, or a charge that waits for Stripe. */
export function OpenPayment(props: PaymentProps) {
  return props.payment.way === "card" ? <OpenCharge {...props} /> : <OpenLink {...props} />;
}

function OpenCharge({ payment, onClose }: PaymentProps) {
  const { user } = useCurrentUser();
  const check = useAct(payments.cancel, { errors: "Stripe hasn't answered" });
  const end = useAct(payments.cancel, { errors: "Couldn't end the charge", onDone: onClose });
  const undo = useAct(
    async () => (await import("#src/calendar/visit-payments/contract.ts")).visitFees.undo,
    { done: "Fee not charged", errors: "Couldn't undo the charge", onDone: onClose },
  );
  const [visit] = payment.appointmentIds;
  const input = { params: { id: payment.id } };
  const render = (state: string, action?: ReactNode) => (
    <OpenDialog title="Card Charge" {...{ payment, state, action, onClose }} />
  );
  if (payment.chargesAt !== null && visit !== undefined)
    return render(
      "The card is charged in a few seconds.",
      <Button variant="quiet" icon={Undo2} onClick={() => undo.run({ params: { id: visit } })}>
        Undo
      </Button>,
    );
  if (payment.status === "open")
    return render(
      "Stripe hasn't answered yet. We keep asking. Don't charge it again.",
      <Button
        variant="quiet"
        busy={check.isPending && "Asking..."}
        onClick={() => check.run(input)}
      >
        Ask Again
      </Button>,
    );
  if (user?.role !== "admin")
    return render(
      "Stripe never answered. Look for this charge in Stripe before you charge it again.",
    );
  return render(
    "Stripe never answered. Look for this charge in Stripe. If it isn't there, end it here.",
    <Button variant="quiet-bad" busy={end.isPending && "Ending..."} onClick={() => end.run(input)}>
      End Charge
    </Button>,
  );
}

function OpenLink({ payment, onClose }: PaymentProps) {
  const { now, timeZone } = useBusinessTime();
  const params = { id: payment.id };
  const again = useAct(payments.textLink, {
    done: "Link texted",
    errors: "Couldn't text the link",
  });
  const cancel = useAct(payments.cancel, {
    done: "Link canceled",
    errors: "Couldn't cancel the link",
    onDone: onClose,
  });
  const today = wallTime(now, timeZone);
  const day = (iso: string) => formatWallTime(momentAt(iso, timeZone), today);
  const isExpired = payment.status === "expired";
  return (
    <OpenDialog
      title="Payment Link"
      payment={payment}
      state={
        isExpired
          ? "The link has expired unpaid."
          : `Texted ${day(payment.createdAt)}. The client picks the tip.`
      }
      action={
        <Button
          variant="quiet-bad"
          icon={CalendarX2}
          busy={cancel.isPending && "Canceling..."}
          onClick={() => cancel.run({ params })}
        >
          Cancel Link
        </Button>
      }
      onClose={onClose}
    >
      <ul className="pay-facts num">
        <li>
          <Icon of={Smartphone} />
          <span className="flex-1 min-w-0 sm">
            {isExpired ? "Expired" : "Works until"} {day(payment.expiresAt ?? payment.createdAt)}
          </span>
          {payment.textRefusal === null && (
            <Button
              size="tiny"
              busy={again.isPending && "Texting..."}
              onClick={() => again.run({ params })}
            >
              {isExpired ? "Text New Link" : "Text Link Again"}
            </Button>
          )}
        </li>
      </ul>
    </OpenDialog>
  );
}

interface OpenDialogProps extends PaymentProps {
  title: string;
  /** What the payment waits for. */
  state: string;
  action?: ReactNode;
  children?: ReactNode;
}

function OpenDialog({ title, payment, state, action, children, onClose }: OpenDialogProps) {
  return (
    <Dialog title={title} description={formatPhone(payment.clientName)} onClose={onClose}>
      <DialogBody className="grid gap-4">
        <div className="pay-head">
          <span className="arch wait" aria-hidden="true">
            <Icon of={Link2} size="l" />
          </span>
          <p className="pay-figure num">{formatAmount(payment.total, payment.currency)}</p>
          <p className="dim num">{state}</p>
        </div>
        {children}
      </DialogBody>
      <DialogFooter>
        {action}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
