import { Link } from "wouter";
import type { TodayGap } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { clockOf, dayOf, minutesBetween } from "#src/shared/wall-time.ts";
import { formatMinutes } from "#ui/calendar/booking/format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { momentAt } from "#ui/shell/format/dates.ts";
import { OfferButton } from "./offer-button.tsx";

interface GapRowProps {
  gap: TodayGap;
  employeeName: string;
}

/** A free time between today's visits: who on the waitlist would take it, or who has been asked. */
export function GapRow({ gap, employeeName }: GapRowProps) {
  const { start, end, fits, offer } = gap;
  const { timeZone } = useBusinessTime();
  const free = `${employeeName} is free until ${formatClock(end)}`;
  return (
    <li className="gap-row">
      <div>
        <time className="num dim self-start @min-[560px]/page:text-right">
          {formatClock(start)}
        </time>
        <div className="min-w-0">
          <p className="h3 clip num">
            {offer ? `Offered to ${formatPhone(offer.clientName)}` : free}
          </p>
          <p className="dim clip num">
            {offer && `We hold it until ${formatClock(momentAt(offer.expiresAt, timeZone))}`}
            {fits && `${formatPhone(fits.clientName)} on the waitlist fits`}
            {!offer && !fits && `${formatMinutes(minutesBetween(start, end))} free`}
          </p>
        </div>
        <Action {...{ gap, employeeName, free }} />
      </div>
    </li>
  );
}

function Action({ gap, employeeName, free }: GapRowProps & { free: string }) {
  const { employeeId, start, fits, offer } = gap;
  const { user } = useCurrentUser();
  if (offer)
    return (
      <Link href="/waitlist" className={buttonClass({})}>
        Waitlist
      </Link>
    );
  if (fits) return <OfferButton {...{ gap, fits, employeeName }} />;
  if (user?.role !== "admin") return null;
  const to = `/appointments?date=${dayOf(start)}&employee=${employeeId}&new=${clockOf(start)}`;
  return (
    <Link href={to} className={buttonClass({})} aria-label={`Book: ${free}`}>
      Book
    </Link>
  );
}
