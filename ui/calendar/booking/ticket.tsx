import type { ReactNode } from "react";
import type { Booked } from "#src/calendar/online-booking/contract.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { sumMoney } from "#src/shared/money.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { telOf } from "#ui/billing/client-pages/contact-line.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { LookBadge, type StatusLook } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { formatShortMonthDay, formatWeekday, wallTimeOf } from "#ui/shell/format/dates.ts";
import { formatMinutes, formatPrice, formatStart, keepTogether } from "./format.ts";
import { MapLink } from "./map-link.tsx";

interface TicketProps {
  appointment: Booked["appointment"];
  look: StatusLook;
  /** What is paid and due; empty for nothing. */
  payment?: string | undefined;
  /** Buttons. */
  children: ReactNode;
}

/** The details of a client's visit, with buttons below them. */
export function Ticket(props: TicketProps) {
  const { appointment, look, payment, children } = props;
  const { start, durationMinutes, services, employeeName, parts } = appointment;
  const { currency = "USD", address } = useBusiness() ?? {};
  const total = sumMoney(services.map(({ price }) => price));
  const day = formatShortMonthDay(dayOf(start));
  const [month, date] = day.split(" ");
  return (
    <article className="book-panel num" aria-label="Visit">
      <div className="ticket-head">
        <span className="date-tile" aria-hidden="true">
          <span className="xs">{month}</span>
          <b className="text-title">{date}</b>
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="h2">{keepTogether(`${formatWeekday(wallTimeOf(start))}, ${day}`)}</h2>
          <p className="dim">
            {keepTogether(formatTimeRange(start, addMinutes(start, durationMinutes)))}
          </p>
        </div>
        <LookBadge look={look} />
      </div>
      <dl className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-3 gap-y-2.5 px-4 py-3.5 [&>dt]:text-ink-3">
        <dt>{services.length > 1 ? "Services" : "Service"}</dt>
        <dd>
          {services.map(({ name, price, ...part }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a service can be booked twice
            <p key={at} className="flex justify-between gap-3">
              <span>
                {name}
                {part.start && (
                  <span className="sm dim block">
                    {keepTogether(formatClock(part.start))} with {part.employeeName}
                  </span>
                )}
              </span>
              {Number(price) > 0 && <span>{formatPrice(price, currency)}</span>}
            </p>
          ))}
          <p className="sm dim">{formatMinutes(durationMinutes)}</p>
          {services.length > 1 && Number(total) > 0 && (
            <p className="flex justify-between gap-3 font-label">
              <span>Total</span>
              <span>{formatPrice(total, currency)}</span>
            </p>
          )}
        </dd>
        {!parts && (
          <>
            <dt>With</dt>
            <dd>{employeeName}</dd>
          </>
        )}
        {address && (
          <>
            <dt>Where</dt>
            <dd>
              <MapLink address={address} />
            </dd>
          </>
        )}
        {payment && (
          <>
            <dt>Payment</dt>
            <dd>{payment}</dd>
          </>
        )}
      </dl>
      {children}
    </article>
  );
}

interface TooLateProps {
  /** When changes closed. */
  deadline: string;
  /** Of the business; empty if it has none. */
  phone: string;
  /** The deposit that a cancellation loses, formatted. */
  lost: string | undefined;
  onCancel: () => void;
}

/** After the deadline, the client has to call to change the time, and canceling costs the deposit. */
export function TooLate({ deadline, phone, lost, onCancel }: TooLateProps) {
  return (
    <section className="pub-card grid gap-4" aria-labelledby="too-late">
      <div className="grid gap-1">
        <h2 id="too-late" className="h2">
          It's too late to change online
        </h2>
        <p className="dim">
          Online changes closed {formatStart(deadline)}.
          {phone && " Call us, and we'll find you another time."}
        </p>
      </div>
      {phone && (
        <a
          href={telOf(phone)}
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          Call {formatPhone(phone)}
        </a>
      )}
      <div className="grid gap-1 border-line border-t pt-4">
        <h2 className="h2">Can't come at all?</h2>
        <p className="dim">You can still cancel.{lost && ` We keep your ${lost} deposit.`}</p>
      </div>
      <Button size="big" fill className="text-bad-ink!" onClick={onCancel}>
        {lost ? "Cancel Without Refund" : "Cancel Appointment"}
      </Button>
    </section>
  );
}
