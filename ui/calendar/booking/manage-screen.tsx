import { useQuery } from "@tanstack/react-query";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import { useState } from "react";
import { useLocation } from "wouter";
import type { Managed } from "#src/calendar/online-booking/contract.ts";
import { ApiError, errorMessage, useApi } from "#ui/api.ts";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatMinutes, formatPrice, formatStart } from "./format.ts";
import { ManageActions } from "./manage-actions.tsx";
import { managedQuery, tokenIn } from "./queries.ts";

const TITLES: Readonly<Record<Managed["status"], string>> = {
  booked: "Your appointment",
  requested: "Your request",
  held: "Almost booked",
  released: "This time is no longer held",
  canceled: "Appointment canceled",
  past: "Thank you for coming",
};

/** A client's own booking, by its link. */
export function ManageScreen() {
  const api = useApi();
  const [pathname] = useLocation();
  const token = tokenIn(pathname);
  const { data, error, refetch } = useQuery(managedQuery(api, token));
  const business = useBusiness();
  const [changed, setChanged] = useState<Managed>();
  const booking = changed ?? data;
  if (error instanceof ApiError && error.status === 404)
    return <Notice title="Booking not found">This booking no longer exists.</Notice>;
  if (!booking)
    return (
      <PublicPage title="Your appointment" short>
        {error && <p role="alert">{errorMessage(error)}</p>}
      </PublicPage>
    );

  const { appointment, status } = booking;
  const money = (decimal: string) => formatPrice(decimal, business?.currency ?? "USD");
  return (
    <PublicPage title={TITLES[status]} intro={introOf(booking, business?.phone)} short>
      <div className="book-panel grid gap-2 p-4">
        <p className="h3 num">{formatStart(appointment.start)}</p>
        <p className="dim num">
          {appointment.serviceName} with {appointment.employeeName},{" "}
          {formatMinutes(appointment.durationMinutes)}, {money(booking.price)}
        </p>
        {business?.address && <p className="dim">{business.address}</p>}
        {booking.deposit !== null && (
          <p className="dim num">{depositWords(booking, money(booking.deposit))}</p>
        )}
      </div>
      {status === "booked" && (
        <a
          className={buttonClass({ fill: true })}
          href={`/api/booking/${token}/appointment.ics`}
          download
        >
          <Icon of={CalendarPlus} />
          Add to Calendar
        </a>
      )}
      <ManageActions
        token={token}
        booking={booking}
        onChanged={(next) => {
          setChanged(next);
          void refetch();
        }}
      />
    </PublicPage>
  );
}

function depositWords({ status, paid, refunded, deadline }: Managed, deposit: string): string {
  if (refunded) return `The refund of your ${deposit} deposit is on its way.`;
  if (!paid) return `${deposit} deposit due.`;
  return status === "canceled"
    ? `Your ${deposit} deposit isn't refunded because the deadline to cancel was ${formatStart(deadline)}.`
    : `${deposit} deposit paid.`;
}

function introOf(booking: Managed, phone = ""): string {
  const { canReschedule, canCancel, deadline, status } = booking;
  if (status === "requested")
    return "We'll text you when we confirm. Your time is held until then.";
  if (status === "released")
    return booking.refunded
      ? "Your payment came too late to keep this time. Book again to pick another one."
      : "The deposit wasn't paid in time. Book again to pick a time.";
  if (canReschedule) return `You can change or cancel it until ${formatStart(deadline)}.`;
  if (canCancel && status === "booked")
    return `It's too late to change it here.${phone && ` Call us at ${phone}.`}`;
  return "";
}
