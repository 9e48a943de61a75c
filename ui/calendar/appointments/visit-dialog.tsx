import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import Ellipsis from "lucide-react/icons/ellipsis";
import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { Link } from "wouter";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type VisitHistory, visitHistory } from "#src/calendar/visit-history/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatCount } from "#src/shared/format-count.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { clockOf, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { VisitPaymentRow } from "#ui/billing/payments/visit-payment.tsx";
import { FittingClients } from "#ui/calendar/waitlist/fitting-clients.tsx";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { PhoneLink } from "#ui/clients/parts/phone-link.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { read } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
import { DepositRow } from "./deposit-row.tsx";
import { useFeeQuote } from "./fee-question.tsx";
import { PlannedText } from "./notify-box.tsx";
import { STATUS_LABELS } from "./status-labels.ts";
import { STATUS_MARKS } from "./status-marks.ts";
import { type Asked, StatusQuestions } from "./status-questions.tsx";
import type { StatusChoice } from "./use-changes.ts";
import { VisitActions } from "./visit-actions.tsx";
import { VisitFacts, When } from "./visit-facts.tsx";
import { VisitLines } from "./visit-lines.tsx";

interface VisitDialogProps {
  appointment: Appointment;
  employees: readonly Employee[];
  /** The question that is open at first. */
  asked?: Asked | undefined;
  /** The form that was left, whose button has the focus. */
  left?: "edit" | "move";
  onStatus: (status: SettableStatus, choice?: StatusChoice) => void;
  onWithdrawText: () => void;
  onOpenPart: (id: number) => void;
  onEdit: () => void;
  onMove: () => void;
  onClose: () => void;
}

const CHOICES = ["booked", "confirmed", "arrived", "no_show"] as const;

/** A visit as it is: who comes when, for what, and what became of the money. */
export function VisitDialog(props: VisitDialogProps) {
  const { appointment, employees, onStatus, onEdit, onClose } = props;
  const { user } = useCurrentUser();
  const [asked, setAsked] = useState(props.asked);
  const quote = useFeeQuote(appointment.id);
  const { data: history } = useQuery(
    read(useApi(), visitHistory.read, { params: { id: appointment.id } }),
  );
  const { status, payment, deposit, phoneNumber } = appointment;
  const takesPlace = status !== "canceled" && status !== "requested";
  const about = [
    history?.numberOf && `${history.numberOf.name}'s number`,
    history && renderVisits(history),
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <Dialog
      className="visit-dialog"
      title={<ClientName appointment={appointment} />}
      description={
        (phoneNumber || about) && (
          <>
            {phoneNumber && <PhoneLink phoneNumber={phoneNumber} />}
            {phoneNumber && about && ", "}
            {about}
          </>
        )
      }
      actions={
        <>
          <ReachClient appointment={appointment} barrier={history?.textingBarrier} />
          {user?.role === "admin" && (
            <Menu trigger={<IconButton icon={Ellipsis} label="More" />}>
              <MenuItem icon={Trash2} bad onSelect={() => setAsked("delete")}>
                Delete Appointment
              </MenuItem>
            </Menu>
          )}
        </>
      }
      onClose={onClose}
    >
      <DialogBody>
        <section aria-label="Time and status" className="grid gap-3">
          <When appointment={appointment} />
          {takesPlace && (
            <Status
              {...{ appointment, status }}
              onChoose={(chosen) =>
                chosen === "no_show" && (deposit?.state === "paid" || Number(quote?.amount) > 0)
                  ? setAsked("no-show")
                  : onStatus(chosen)
              }
            />
          )}
          {status === "canceled" && <FittingClients appointment={appointment} />}
          <PlannedText appointment={appointment} onWithdraw={props.onWithdrawText} />
        </section>
        <VisitLines
          {...{ appointment, employees, onEdit }}
          wasEditing={props.left === "edit"}
          onOpenPart={props.onOpenPart}
        />
        {(payment || deposit) && (
          <div className="grid gap-3">
            <DepositRow
              appointment={appointment}
              barrier={history?.textingBarrier}
              onRefunded={onClose}
            />
            {payment && <VisitPaymentRow payment={payment} />}
          </div>
        )}
        <section aria-label="Details" className="grid gap-3">
          <VisitFacts {...{ appointment, history }} />
          {quote?.isDue && quote.amount && (
            <Button
              icon={CreditCard}
              className="justify-self-start"
              onClick={() => setAsked("fee")}
            >
              Charge Fee
            </Button>
          )}
        </section>
      </DialogBody>
      <VisitActions
        {...{ appointment, onStatus, onClose }}
        wasMoving={props.left === "move"}
        onMove={props.onMove}
        onCancel={() => setAsked("cancel")}
      />
      <StatusQuestions
        {...{ asked, appointment, quote, onStatus }}
        onClose={() => setAsked(undefined)}
        onDeleted={onClose}
      />
    </Dialog>
  );
}

interface StatusProps {
  appointment: Appointment;
  status: (typeof CHOICES)[number];
  onChoose: (status: (typeof CHOICES)[number]) => void;
}

/** A client can't have stayed away before the visit begins. */
function Status({ appointment: { appointmentDate }, status, onChoose }: StatusProps) {
  const { now, timeZone } = useBusinessTime();
  const isAhead = appointmentDate > momentAt(now, timeZone) && status !== "no_show";
  return (
    <>
      <Segmented
        label="Status"
        value={status}
        onValueChange={(chosen) => {
          if (!isAhead || chosen !== "no_show") onChoose(chosen);
        }}
        options={CHOICES.map((value) => ({
          value,
          label: (
            <span className={value === status ? STATUS_MARKS[value]?.tone : undefined}>
              {STATUS_LABELS[value]}
            </span>
          ),
          disabled: isAhead && value === "no_show",
        }))}
        className="w-full [&>label]:flex-1 [&>label]:justify-center [&>label]:px-1"
      />
      {isAhead && (
        <p className="xs faint num -mt-1">
          You can mark a no-show from{" "}
          {dayOf(appointmentDate) === dayAt(now, timeZone)
            ? formatClock(clockOf(appointmentDate))
            : formatWallTime(appointmentDate, wallTime(now, timeZone))}
          .
        </p>
      )}
    </>
  );
}

function ClientName({ appointment: { contactId, clientName } }: { appointment: Appointment }) {
  const { user } = useCurrentUser();
  const isLinked = contactId !== null && user !== null && mayOpen(user, "/contacts");
  return (
    <span className="wrap-anywhere">
      <Avatar id={contactId ?? clientName} name={clientName} size="m" />
      {isLinked ? (
        <Link href={`/contacts/${contactId}`} className="hover:underline">
          {formatPhone(clientName)}
        </Link>
      ) : (
        formatPhone(clientName)
      )}
    </span>
  );
}

function renderVisits({ visits }: VisitHistory): string | false {
  return visits !== null && (visits === 0 ? "first visit" : formatCount(visits, "visit"));
}

interface ReachClientProps {
  appointment: Appointment;
  barrier: string | null | undefined;
}

function ReachClient({ appointment, barrier }: ReachClientProps) {
  const { contactId, clientName } = appointment;
  const { user } = useCurrentUser();
  if (contactId === null || !user || !mayOpen(user, "/inbox")) return null;
  return (
    <MessageButton contactId={contactId} barrier={barrier} iconFor={formatPhone(clientName)} />
  );
}
