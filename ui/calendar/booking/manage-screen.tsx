import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import Lock from "lucide-react/icons/lock";
import { useEffect, useRef, useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { ApiError, errorMessage, useApi } from "#ui/api.ts";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { showNotLoaded } from "#ui/kit/lazy-dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { momentAt } from "#ui/shell/format/dates.ts";
import { formatPrice } from "./format.ts";
import {
  cancelWords,
  describeCancel,
  describeDeposit,
  LOOKS,
  NEW_TITLES,
  OVER,
  renderIntro,
  renderNews,
  TITLES,
} from "./manage-words.ts";
import { loadBooking, managedQuery, termsQuery, tokenIn } from "./queries.ts";
import { Ticket, TooLate } from "./ticket.tsx";

// Needed only to reschedule.
const moveVisit = lazy(async () => (await import("./move-visit.tsx")).MoveVisit);

/** A client's own booking, by its link. */
export function ManageScreen() {
  const api = useApi();
  const [pathname] = useLocation();
  /** The client has just booked, or paid the deposit. */
  const isNew = new URLSearchParams(useSearch()).has("booked");
  const token = tokenIn(pathname);
  const { data, error, refetch } = useQuery(managedQuery(api, token));
  const business = useBusiness();
  const [changed, setChanged] = useState<Managed>();
  const booking = changed ?? data;
  const now = momentAt(new Date().toISOString(), business?.timeZone ?? "UTC");
  if (error instanceof ApiError && error.status === 404)
    return <Notice title="Booking Not Found">This booking no longer exists.</Notice>;
  if (!booking)
    return (
      <PublicPage title="Your Appointment" short>
        {error && <p role="alert">{errorMessage(error)}</p>}
      </PublicPage>
    );

  return (
    <PublicPage
      title={(isNew && NEW_TITLES[booking.status]) || TITLES[booking.status]}
      intro={`${isNew ? renderNews(booking) : ""}${renderIntro(booking, now, formatPhone(business?.phone ?? ""))}`}
      short
      leadsTo={OVER.has(booking.status) ? "/book" : undefined}
    >
      <Visit
        token={token}
        booking={booking}
        now={now}
        onChanged={(next) => {
          setChanged(next);
          void refetch();
        }}
      />
    </PublicPage>
  );
}

interface VisitProps {
  token: string;
  booking: Managed;
  /** A wall time. */
  now: string;
  onChanged: (booking: Managed) => void;
}

/** The visit, and what the booking allows: paying the deposit, rescheduling and canceling. */
function Visit({ token, booking, now, onChanged }: VisitProps) {
  const business = useBusiness();
  const toasts = useToasts();
  const { data: terms } = useQuery(termsQuery(useApi()));
  const [isMoving, setMoving] = useState(false);
  const [isCanceling, setCanceling] = useState(false);
  const params = { token };
  const [cancelAction, cancelTitle, keep] = cancelWords(booking.status);
  const pay = useAct(async () => (await loadBooking()).pay, {
    onDone: ({ checkoutUrl }) => location.assign(checkoutUrl),
    errors: { fallback: "We couldn't open the payment page" },
  });
  const cancel = useAct(async () => (await loadBooking()).cancel, {
    onDone(next) {
      setCanceling(false);
      // The title says it; an earlier change no longer holds.
      toasts.dismiss();
      onChanged(next);
    },
    errors: { fallback: "We couldn't cancel the appointment" },
  });
  const move = useAct(async () => (await loadBooking()).reschedule, {
    done: ({ status }) => (status === "requested" ? "Request sent" : "Appointment moved"),
    onDone(next) {
      setMoving(false);
      onChanged(next);
    },
    errors: { fallback: "We couldn't move the appointment" },
  });
  const { status, paid, refunded, cardUrl, canReschedule, canCancel } = booking;
  const money = (decimal: string) => formatPrice(decimal, business?.currency ?? "USD");
  const deposit = booking.deposit === null ? undefined : money(booking.deposit);
  const MoveVisit = useLazy(isMoving, moveVisit, () => {
    showNotLoaded(toasts);
    setMoving(false);
  });
  const isPicking = isMoving && terms !== undefined && MoveVisit !== undefined;
  const reschedule = useFocusAfterPicking(isPicking);
  const isDue = deposit !== undefined && !paid && (status === "held" || status === "booked");
  const isLate = status === "booked" && canCancel && !canReschedule;

  return (
    <>
      <Ticket
        appointment={booking.appointment}
        look={LOOKS[status]}
        payment={deposit && describeDeposit(booking, now, deposit, money)}
      >
        {!isPicking && (status === "booked" || canReschedule || canCancel) && (
          <div className="ticket-actions">
            {isDue && (
              <Button
                variant="primary"
                size="big"
                className="basis-full!"
                icon={Lock}
                busy={pay.isPending && "Opening..."}
                onClick={() => pay.run({ params })}
              >
                Pay {deposit} Deposit
              </Button>
            )}
            {cardUrl !== null && (
              <a
                href={cardUrl}
                className={buttonClass({ variant: "primary", size: "big", fill: true })}
              >
                <Icon of={Lock} />
                Add Card
              </a>
            )}
            {status === "booked" && (
              <a
                className={buttonClass({ variant: isDue || isLate ? "secondary" : "primary" })}
                href={`/api/booking/${token}/appointment.ics`}
                download
              >
                <Icon of={CalendarPlus} />
                Add to Calendar
              </a>
            )}
            {canReschedule && (
              <Button
                ref={reschedule}
                icon={CalendarClock}
                onPointerEnter={moveVisit.warm}
                onFocus={moveVisit.warm}
                onClick={() => setMoving(true)}
              >
                Reschedule
              </Button>
            )}
            {canCancel && !isLate && (
              <Button variant="quiet-bad" className="ml-auto" onClick={() => setCanceling(true)}>
                {cancelAction}
              </Button>
            )}
          </div>
        )}
      </Ticket>
      {isPicking && (
        <MoveVisit
          {...{ params, booking, terms }}
          busy={move.isPending}
          onMove={(start) => move.run({ params, body: { start } })}
          onClose={() => setMoving(false)}
        />
      )}
      {isLate && (
        <TooLate
          deadline={booking.deadline}
          phone={business?.phone ?? ""}
          lost={paid && !refunded ? deposit : undefined}
          onCancel={() => setCanceling(true)}
        />
      )}
      {OVER.has(status) && (
        <Link
          href={againPath(booking)}
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          Book Again
        </Link>
      )}
      <ConfirmDialog
        open={isCanceling}
        onClose={() => setCanceling(false)}
        title={cancelTitle}
        description={describeCancel(booking, deposit)}
        action={cancelAction}
        cancel={keep}
        busy={cancel.isPending && "Canceling..."}
        onConfirm={() => cancel.run({ params })}
      />
    </>
  );
}

/** Where the client books the same visit at another time. */
function againPath({ services, employeeId }: Managed): string {
  const ids = services.map(({ serviceId }) => serviceId).join();
  return `/book?services=${ids}${employeeId === null ? "" : `&employee=${employeeId}`}`;
}

/** The button that closes the picker disappears with it, so the focus moves on. */
function useFocusAfterPicking(isPicking: boolean) {
  const reschedule = useRef<HTMLButtonElement>(null);
  const wasPicking = useRef(isPicking);
  useEffect(() => {
    if (wasPicking.current && !isPicking)
      (reschedule.current ?? document.querySelector<HTMLElement>("h1[tabindex]"))?.focus();
    wasPicking.current = isPicking;
  }, [isPicking]);
  return reschedule;
}
