import { useQuery } from "@tanstack/react-query";
import Send from "lucide-react/icons/send";
import { useState } from "react";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { formatClock, formatTimeRange } from "#src/shared/clock-time.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { addMinutes, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { renderPerformers } from "#ui/calendar/booking/render-performers.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { ActDialog } from "#ui/shell/data/act-dialog.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  formatShortDay,
  formatWeekday,
  momentAt,
  type WallTime,
  wallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";
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
  const { now, timeZone } = useBusinessTime();
  const day = wallTimeOf(offer.start);
  const what = `${serviceName}${names && ` with ${names}`}`;
  const onDay = `${formatWeekday(day).slice(0, 3)}, ${formatShortDay(day, wallTime(now, timeZone))}`;
  const range = formatTimeRange(offer.start, addMinutes(offer.start, offer.durationMinutes));
  const params = { id: entry.id };
  const next = offer.next && formatPhone(offer.next.clientName);
  const { user } = useCurrentUser();
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const [asked, setAsked] = useState<"book" | "stop" | "pass on">();
  const dialog = { input: { params }, onClose: () => setAsked(undefined) };
  return (
    <section
      aria-label={`Offer to ${name}`}
      className="card mb-4 flex flex-wrap items-center gap-4 p-4"
    >
      <Countdown offer={offer} />
      <div className="min-w-0 flex-[1_1_240px] phone:basis-40">
        <div className="flex items-center gap-2 min-w-0 flex-wrap gap-x-2 gap-y-1 mb-0.5">
          <h2 className="h2">Offered to {name}</h2>
          <LookBadge look={["busy", Send, "Waiting for a reply"]} />
        </div>
        <p className="sm dim num">
          {what}, <span className="whitespace-nowrap">{onDay}</span>,{" "}
          <span className="whitespace-nowrap">{range}</span>
        </p>
        <p className="sm dim">
          {next ? `${next} is next. ` : "No one else is waiting for this time. "}
          We hold the time until{" "}
          <span className="whitespace-nowrap">
            {formatClock(momentAt(offer.expiresAt, timeZone))}.
          </span>
        </p>
      </div>
      <div className="flex items-center gap-2 min-w-0 flex-wrap phone:w-full phone:*:flex-auto phone:*:px-2">
        <Button variant="quiet-bad" onClick={() => setAsked("stop")}>
          Stop Offer
        </Button>
        {next && <Button onClick={() => setAsked("pass on")}>Offer to Next</Button>}
        {user?.role === "admin" && <Button onClick={() => setAsked("book")}>Book</Button>}
      </div>
      {asked === "book" && (
        <ActDialog
          {...dialog}
          act={waitlist.acceptOffer}
          harmless
          title={`Book ${formatClock(offer.start)} for ${name}?`}
          description={`${what}, ${onDay}, ${range}. This counts as a YES from ${name}, who gets a text about it.${settings?.waitlistOffersEnabled ? " We'll offer any time left over to the next client it fits." : ""}`}
          action="Book"
          busy="Booking..."
          done={(accepted) => ({
            title: "Offer accepted",
            description: describeAccepted(accepted, offer.start, wallTime(now, timeZone)),
          })}
        />
      )}
      {asked === "stop" && (
        <ActDialog
          {...dialog}
          act={waitlist.stopOffer}
          title="Stop the Offer?"
          description={`${name} will get a text that the time is gone. We won't offer it to anyone else.`}
          cancel="Keep Offer"
          action="Stop Offer"
          busy="Stopping..."
          done="Offer stopped"
        />
      )}
      {asked === "pass on" && (
        <ActDialog
          {...dialog}
          act={waitlist.offerNext}
          title={`Offer to ${next}?`}
          description={`${name} will get a text that the time is gone, and ${next} one that offers it.`}
          cancel="Keep Offer"
          action="Offer to Next"
          busy="Offering..."
          done="Offered to the next client"
        />
      )}
    </section>
  );
}

/** What became of the time, and who is asked next. */
function describeAccepted(
  { clientName, booked, nextOffer: next }: WaitlistEntry,
  start: string,
  now: WallTime,
): string {
  const [name, when] = [formatPhone(clientName), formatWallTime(start, now)];
  const result = !booked
    ? `${name} gets the link to pay the deposit for ${when}.`
    : `${name} ${booked.isRequested ? "requested" : "is booked for"} ${when}.`;
  if (!next) return result;
  const isThatDay = dayOf(next.start) === dayOf(start);
  const rest = isThatDay ? formatClock(next.start) : formatWallTime(next.start, now);
  // True also once the time is offered to them, a second later.
  return `${result} ${formatPhone(next.clientName)} is next for ${rest}.`;
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
