import { useState } from "react";
import {
  type Appointment,
  appointments,
  type SettableStatus,
} from "#src/calendar/appointments/contract.ts";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import type { FeeQuote } from "#src/calendar/visit-payments/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { WaitlistHint } from "#ui/calendar/waitlist/fitting-clients.tsx";
import { Button } from "#ui/kit/button.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { DepositBox, useDepositQuestion } from "./deposit-question.tsx";
import { keptParts } from "./event-marks.ts";
import { FeeBox, useFeeQuestion } from "./fee-question.tsx";
import { formatRepeat, hasLaterVisits } from "./format-repeat.ts";
import { aboutCancellation, NotifyBox, useNotify } from "./notify-box.tsx";
import { ScopeDialog } from "./scope-dialog.tsx";
import type { StatusChoice } from "./use-changes.ts";
import { useChargeFee } from "./use-charge-fee.ts";

export type Asked = "cancel" | "no-show" | "fee" | "delete";

interface StatusQuestionsProps {
  asked: Asked | undefined;
  appointment: Appointment;
  quote: FeeQuote | undefined;
  onStatus: (status: SettableStatus, choice?: StatusChoice) => void;
  onClose: () => void;
  onDeleted: () => void;
}

/** What is asked before a visit doesn't take place. */
export function StatusQuestions(props: StatusQuestionsProps) {
  const { asked, appointment, quote, onStatus, onClose, onDeleted } = props;
  if (asked === "cancel")
    return (
      <Cancellation
        onCancel={(choice) => onStatus("canceled", choice)}
        {...{ appointment, quote, onClose }}
      />
    );
  if (asked === "no-show")
    return (
      <NoShow
        onMark={(choice) => onStatus("no_show", choice)}
        {...{ appointment, quote, onClose }}
      />
    );
  if (asked === "delete") return <Deletion {...{ appointment, onClose, onDeleted }} />;
  if (asked === "fee" && quote?.amount)
    return <ChargeFeeDialog id={appointment.id} amount={quote.amount} onClose={onClose} />;
  return null;
}

interface CancellationProps {
  appointment: Appointment;
  quote: FeeQuote | undefined;
  onCancel: (choice: StatusChoice) => void;
  onClose: () => void;
}

function Cancellation({ appointment, quote, onCancel, onClose }: CancellationProps) {
  const deposit = useDepositQuestion(appointment, "refund");
  const notify = useNotify(aboutCancellation(appointment, deposit.answer.deposit));
  const description = useVisitName(appointment);
  const fee = useFeeQuestion(quote?.isLate ? quote : undefined, deposit);
  const choice = { notify: notify.isChecked, ...deposit.answer, ...fee.answer };
  const currency = useCurrency();
  const refund = deposit.answer.deposit === "refund" && deposit.amount;
  const cost = refund || fee.answer.chargesFee;
  const end = cost && ` and ${refund ? "Refund" : "Charge"} ${formatAmount(cost, currency)}`;
  const hint = <WaitlistHint appointment={appointment} />;
  if (hasLaterVisits(appointment))
    return (
      <ScopeDialog
        title="Cancel Repeating Appointment"
        description={formatRepeat(appointment)}
        onChoose={(scope) => onCancel({ scope, ...choice })}
        onClose={onClose}
      >
        <DepositBox question={deposit} />
        <NotifyBox notify={notify} />
        {hint}
      </ScopeDialog>
    );
  const part = partOf(appointment);
  if (part)
    return (
      <Dialog onClose={onClose} title="Cancel Appointment" description={description}>
        <DialogBody className="grid gap-2">
          <DepositBox question={deposit} />
          <FeeBox question={fee} />
          <NotifyBox notify={notify} />
          {hint}
          <Button onClick={() => onCancel(choice)}>Cancel the Whole Visit</Button>
          <Button onClick={() => onCancel({ notify: notify.isChecked, onlyPart: true })}>
            Only {part.service} with {part.employeeName}
          </Button>
        </DialogBody>
        <DialogFooter>
          <Button variant="quiet" onClick={onClose}>
            Keep Appointment
          </Button>
        </DialogFooter>
      </Dialog>
    );
  return (
    <ConfirmDialog
      title="Cancel Appointment"
      description={description}
      cancel="Keep Appointment"
      action={`Cancel${end || " Appointment"}`}
      onConfirm={() => onCancel(choice)}
      onClose={onClose}
    >
      <DepositBox question={deposit} />
      <FeeBox question={fee} />
      <NotifyBox notify={notify} className="mt-3" />
      {hint}
    </ConfirmDialog>
  );
}

/** The part of a visit of which another one takes place too. */
function partOf(appointment: Appointment) {
  const parts = keptParts(appointment);
  return parts.length > 1 ? parts.find(({ id }) => id === appointment.id) : undefined;
}

interface NoShowProps {
  appointment: Appointment;
  quote: FeeQuote | undefined;
  onMark: (choice: StatusChoice) => void;
  onClose: () => void;
}

function NoShow({ appointment, quote, onMark, onClose }: NoShowProps) {
  const deposit = useDepositQuestion(appointment, "keep");
  const fee = useFeeQuestion(quote, deposit);
  return (
    <ConfirmDialog
      title="No-show"
      description={useVisitName(appointment)}
      action={fee.answer.chargesFee ? "Mark and Charge" : "Mark as No-Show"}
      onConfirm={() => onMark({ ...deposit.answer, ...fee.answer })}
      onClose={onClose}
    >
      <DepositBox question={deposit} />
      <FeeBox question={fee} />
    </ConfirmDialog>
  );
}

interface ChargeFeeProps {
  id: number;
  amount: string;
  onClose: () => void;
}

/** The fee of a visit that was missed, or that its client canceled late. */
function ChargeFeeDialog({ id, amount, onClose }: ChargeFeeProps) {
  const money = formatAmount(amount, useCurrency());
  const chargeFee = useChargeFee();
  return (
    <ConfirmDialog
      onConfirm={() => {
        void chargeFee(id, amount);
        onClose();
      }}
      onClose={onClose}
      title={`Charge the ${money} Fee?`}
      description="The client agreed to it when they added their card, and gets a text with the receipt."
      action={`Charge ${money}`}
    />
  );
}

/** "Ruth Abernathy, Fri, Nov 27 at 10:00 AM". */
function useVisitName({ clientName, appointmentDate }: Appointment): string {
  const { now, timeZone } = useBusinessTime();
  return `${formatPhone(clientName)}, ${formatWallTime(appointmentDate, wallTime(now, timeZone))}`;
}

interface DeletionProps {
  appointment: Appointment;
  onClose: () => void;
  onDeleted: () => void;
}

function Deletion({ appointment, onClose, onDeleted }: DeletionProps) {
  const { status, appointmentDate } = appointment;
  const { now, timeZone } = useBusinessTime();
  const isUpcoming = appointmentDate > momentAt(now, timeZone);
  const deposit = useDepositQuestion(appointment, isUpcoming ? "refund" : "keep");
  const [scope, setScope] = useState<Scope | undefined>(
    hasLaterVisits(appointment) ? undefined : "one",
  );
  const notify = useNotify(aboutCancellation(appointment, deposit.answer.deposit));
  const isAll = scope === "following";
  if (scope === undefined)
    return (
      <ScopeDialog
        title="Delete Repeating Appointment"
        description={formatRepeat(appointment)}
        onChoose={setScope}
        onClose={onClose}
      />
    );
  return (
    <ActDialog
      act={appointments.remove}
      input={{
        params: { id: appointment.id },
        query: {
          ...(isAll && { scope }),
          notify: notify.isChecked ? "true" : "false",
          ...deposit.answer,
        },
      }}
      done={isAll ? "Appointments deleted" : "Appointment deleted"}
      onDone={() => {
        onClose();
        onDeleted();
      }}
      busy="Deleting..."
      onClose={onClose}
      title={isAll ? "Delete Appointments" : "Delete Appointment"}
      description={
        isAll
          ? "This permanently deletes this appointment and all later ones. To keep a record of them, cancel them instead."
          : appointment.parts.length > 0
            ? "This permanently deletes the whole appointment, with all employees. To keep a record of it, cancel it instead."
            : "This permanently deletes the appointment. To keep a record of it, cancel it instead."
      }
      action="Delete"
    >
      <DepositBox question={deposit} />
      {status !== "canceled" && <NotifyBox notify={notify} className="mt-3" />}
    </ActDialog>
  );
}
