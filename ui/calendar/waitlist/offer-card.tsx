import Send from "lucide-react/icons/send";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatTimeRange } from "#src/shared/clock-time.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { renderPerformers } from "#ui/calendar/booking/render-performers.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { formatFullDay } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { formatCountdown, useSecondsLeft } from "./seconds-left.ts";

const RADIUS = 28;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

interface OfferCardProps {
  entry: WaitlistEntry & { offer: NonNullable<WaitlistEntry["offer"]> };
  employees: readonly Employee[];
}

/** An open offer: who has it, for what, and how long they have to answer. */
export function OfferCard({ entry, employees }: OfferCardProps) {
  const { offer, clientName, serviceName } = entry;
  const name = formatPhone(clientName);
  const nameOf = (of: number) => firstNameOf(employees.find(({ id }) => id === of)?.name ?? "");
  const parts = offer.performers?.map((employeeId) => ({ employeeId }));
  const names = renderPerformers(parts, nameOf) ?? nameOf(offer.employeeId);
  const params = { id: entry.id };
  const stop = useAct(waitlist.stopOffer, {
    done: "Offer stopped",
    errors: "Couldn't stop the offer",
  });
  const passOn = useAct(waitlist.offerNext, {
    done: "Offered to the next client",
    errors: "Couldn't offer it to the next client",
  });
  const isBusy = stop.isPending || passOn.isPending;
  return (
    <section
      aria-label={`Offer to ${name}`}
      className="card mb-4 flex flex-wrap items-center gap-4 p-4"
    >
      <Countdown offer={offer} />
      <div className="min-w-0 flex-[1_1_240px]">
        <div className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2 gap-y-1">
          <h2 className="h2">Offered to {name}</h2>
          <LookBadge look={["busy", Send, "Waiting for a reply"]} />
        </div>
        <p className="sm dim num">
          {serviceName}
          {names && ` with ${names}`}, {formatFullDay(dayOf(offer.start))},{" "}
          {formatTimeRange(offer.start, addMinutes(offer.start, offer.durationMinutes))}
        </p>
        <p className="sm dim">
          {offer.next
            ? `${formatPhone(offer.next.clientName)} is next. `
            : "No one else is waiting for this time. "}
          We hold the time until the client replies.
        </p>
      </div>
      <div className="flex items-center gap-2 min-w-0 flex-wrap">
        <Button variant="quiet-bad" disabled={isBusy} onClick={() => stop.run({ params })}>
          Stop Offer
        </Button>
        {offer.next && (
          <Button disabled={isBusy} onClick={() => passOn.run({ params })}>
            Offer to Next
          </Button>
        )}
      </div>
    </section>
  );
}

function Countdown({ offer }: { offer: OfferCardProps["entry"]["offer"] }) {
  const seconds = useSecondsLeft(offer);
  const total = (Date.parse(offer.expiresAt) - Date.parse(offer.offeredAt)) / 1000;
  const part = Math.min(1, seconds / total);
  return (
    <div className="grid flex-none place-items-center *:[grid-area:1/1]">
      <svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true">
        <circle cx="32" cy="32" r={RADIUS} fill="none" stroke="var(--trough)" strokeWidth="4" />
        <circle
          cx="32"
          cy="32"
          r={RADIUS}
          fill="none"
          stroke="var(--busy)"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={`${part * CIRCUMFERENCE} ${CIRCUMFERENCE}`}
          transform="rotate(-90 32 32)"
        />
      </svg>
      <span className="num font-label">
        {formatCountdown(seconds)}
        <span className="sr"> left to reply</span>
      </span>
    </div>
  );
}
