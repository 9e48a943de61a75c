import CalendarCheck from "lucide-react/icons/calendar-check";
import Clock from "lucide-react/icons/clock";
import { Link } from "wouter";
import type { Booked } from "#src/calendar/online-booking/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatMinutes, formatStart } from "./format.ts";

export function BookedPage({ booked, phone }: { booked: Booked; phone: string }) {
  const { appointment, status } = booked;
  const isRequested = status === "requested";
  return (
    <PublicPage
      title={isRequested ? "Thank you" : "You're booked"}
      intro={introOf(booked, phone)}
      short
    >
      <div className="book-panel grid gap-2 p-4">
        <p className="flex items-center gap-2 min-w-0 h3 num" role="status">
          <Icon of={isRequested ? Clock : CalendarCheck} />
          {formatStart(appointment.start)}
        </p>
        <p className="dim num">
          {appointment.serviceName} with {appointment.employeeName},{" "}
          {formatMinutes(appointment.durationMinutes)}
        </p>
        {appointment.parts?.map(({ start, serviceName, employeeName }) => (
          <p key={start} className="sm dim num">
            {formatClock(start)}: {serviceName} with {employeeName}
          </p>
        ))}
      </div>
      <Link href={new URL(booked.manageUrl).pathname} className={buttonClass({ fill: true })}>
        Manage Appointment
      </Link>
    </PublicPage>
  );
}

function introOf({ status, canText }: Booked, phone: string): string {
  if (!canText) return "We can't text your number, so save the link below.";
  return status === "requested"
    ? "We'll text you when we confirm. Your time is held until then."
    : `We texted the details to ${phone}.`;
}
