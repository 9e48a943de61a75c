import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Lock from "lucide-react/icons/lock";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { loadBooking, termsQuery } from "./queries.ts";
import { TimePicker } from "./time-picker.tsx";

interface ManageActionsProps {
  token: string;
  booking: Managed;
  onChanged: (booking: Managed) => void;
}

/** The actions that the booking allows: paying the deposit, rescheduling and canceling. */
export function ManageActions({ token, booking, onChanged }: ManageActionsProps) {
  const { data: terms } = useQuery(termsQuery(useApi()));
  const [isMoving, setMoving] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  const params = { token };
  const pay = useAct(async () => (await loadBooking()).pay, {
    onDone: ({ checkoutUrl }) => location.assign(checkoutUrl),
    errors: { fallback: "We couldn't open the payment page" },
  });
  const cancel = useAct(async () => (await loadBooking()).cancel, {
    done: "Appointment canceled",
    onDone(next) {
      setCanceling(false);
      onChanged(next);
    },
    errors: { fallback: "We couldn't cancel the appointment" },
  });
  const move = useAct(async () => (await loadBooking()).reschedule, {
    done: "Appointment moved",
    onDone(next) {
      setMoving(false);
      onChanged(next);
    },
    errors: { fallback: "We couldn't move the appointment" },
  });
  const { status, deposit, paid, canReschedule, canCancel } = booking;
  const isPicking = isMoving && terms !== undefined;
  const { heading, reschedule } = useFocusOfPicker(isPicking);
  const isDue = deposit !== null && !paid && (status === "held" || status === "booked");

  return (
    <>
      {isDue && (
        <Button
          variant="primary"
          size="big"
          fill
          icon={Lock}
          busy={pay.isPending && "Opening..."}
          onClick={() => pay.run({ params })}
        >
          Pay Deposit
        </Button>
      )}
      {isPicking && (
        <section
          className="grid gap-4"
          aria-labelledby="pick-another-time"
          aria-busy={move.isPending}
        >
          <div className="flex items-center gap-2 min-w-0">
            <h2 ref={heading} tabIndex={-1} id="pick-another-time" className="h2 flex-1 min-w-0">
              Pick Another Time
            </h2>
            <Button variant="quiet" disabled={move.isPending} onClick={() => setMoving(false)}>
              Keep This Time
            </Button>
          </div>
          <TimePicker
            serviceId={booking.serviceId}
            employeeId={booking.employeeId ?? undefined}
            terms={terms}
            onChoose={(start) => {
              if (!move.isPending) move.run({ params, body: { start } });
            }}
          />
        </section>
      )}
      {canReschedule && !isPicking && (
        <Button ref={reschedule} icon={CalendarClock} fill onClick={() => setMoving(true)}>
          Reschedule
        </Button>
      )}
      {canCancel && (
        <Button variant="quiet-bad" fill onClick={() => setCanceling(true)}>
          {status === "requested" ? "Cancel Request" : "Cancel Appointment"}
        </Button>
      )}
      {(status === "canceled" || status === "released" || status === "past") && (
        <Link href="/book" className={buttonClass({ variant: "primary", size: "big", fill: true })}>
          Book Again
        </Link>
      )}
      <ConfirmDialog
        open={isCanceling}
        onClose={() => setCanceling(false)}
        title="Cancel this appointment?"
        description={
          paid && !canReschedule
            ? "It's too late to refund the deposit."
            : "Your time will open up for others."
        }
        action="Cancel Appointment"
        cancel="Keep Appointment"
        busy={cancel.isPending && "Canceling..."}
        onConfirm={() => cancel.run({ params })}
      />
    </>
  );
}

/** The button that opens or closes the picker disappears with it, so the focus moves on. */
function useFocusOfPicker(isPicking: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  const reschedule = useRef<HTMLButtonElement>(null);
  const wasPicking = useRef(isPicking);
  useEffect(() => {
    if (wasPicking.current === isPicking) return;
    wasPicking.current = isPicking;
    const next = isPicking ? heading.current : reschedule.current;
    (next ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
  }, [isPicking]);
  return { heading, reschedule };
}
