import Ban from "lucide-react/icons/ban";
import CalendarCheck from "lucide-react/icons/calendar-check";
import CreditCard from "lucide-react/icons/credit-card";
import Trash2 from "lucide-react/icons/trash-2";
import Undo2 from "lucide-react/icons/undo-2";
import UserRound from "lucide-react/icons/user-round";
import { useState } from "react";
import { Link } from "wouter";
import type { Appointment, SettableStatus } from "#src/calendar/appointments/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useFeeQuote } from "./fee-question.tsx";
import { STATUS_LABELS } from "./status-labels.ts";
import { Cancellation, ChargeFeeDialog, Deletion, NoShow } from "./status-questions.tsx";
import type { StatusChoice } from "./use-changes.ts";

interface StatusPartProps {
  appointment: Appointment;
  /** Takes effect at once. */
  onStatus: (status: SettableStatus, choice?: StatusChoice) => void;
  onDeleted: () => void;
}

const CHOICES = (["booked", "confirmed", "arrived", "no_show"] as const).map((value) => ({
  value,
  label: STATUS_LABELS[value],
}));

/** Status, cancellation, and deletion by administrators. */
export function StatusPart({ appointment, onStatus, onDeleted }: StatusPartProps) {
  const { user } = useCurrentUser();
  const [asking, setAsking] = useState<"cancel" | "no-show" | "fee" | "delete">();
  const { status, contactId, deposit } = appointment;
  const quote = useFeeQuote(appointment.id);
  const isCanceled = status === "canceled";
  const isRequested = status === "requested";
  return (
    <div className="grid gap-3">
      {!isCanceled && !isRequested && (
        <Segmented
          label="Status"
          value={status}
          onValueChange={(chosen) =>
            chosen === "no_show" && (deposit?.state === "paid" || Number(quote?.amount) > 0)
              ? setAsking("no-show")
              : onStatus(chosen)
          }
          options={CHOICES}
          className="w-full [&>label]:flex-1 [&>label]:justify-center [&>label]:px-1"
        />
      )}
      <div className="flex items-center gap-2 min-w-0 flex-wrap -mx-3">
        {isRequested && (
          <Button variant="quiet" icon={CalendarCheck} onClick={() => onStatus("booked")}>
            Approve Request
          </Button>
        )}
        {isCanceled ? (
          <Button variant="quiet" icon={Undo2} onClick={() => onStatus("booked")}>
            Put It Back
          </Button>
        ) : (
          <Button
            variant="quiet"
            icon={Ban}
            onClick={() => (isRequested ? onStatus("canceled") : setAsking("cancel"))}
          >
            {isRequested ? "Decline Request" : "Cancel Appointment"}
          </Button>
        )}
        {quote?.isDue && quote.amount && (
          <Button variant="quiet" icon={CreditCard} onClick={() => setAsking("fee")}>
            Charge Fee
          </Button>
        )}
        {contactId !== null && user && mayOpen(user, "/contacts") && (
          <Link href={`/contacts/${contactId}`} className={buttonClass({ variant: "quiet" })}>
            <Icon of={UserRound} />
            Client Page
          </Link>
        )}
        {user?.role === "admin" && (
          <Button variant="quiet-bad" icon={Trash2} onClick={() => setAsking("delete")}>
            Delete
          </Button>
        )}
      </div>
      {asking === "cancel" && (
        <Cancellation
          appointment={appointment}
          quote={quote}
          onCancel={(choice) => onStatus("canceled", choice)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "no-show" && (
        <NoShow
          appointment={appointment}
          quote={quote}
          onMark={(choice) => onStatus("no_show", choice)}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "fee" && quote?.amount && (
        <ChargeFeeDialog
          id={appointment.id}
          amount={quote.amount}
          onClose={() => setAsking(undefined)}
        />
      )}
      {asking === "delete" && (
        <Deletion
          appointment={appointment}
          onClose={() => setAsking(undefined)}
          onDeleted={onDeleted}
        />
      )}
    </div>
  );
}
