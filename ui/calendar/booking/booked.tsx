import { Link } from "wouter";
import type { Booked } from "#src/calendar/online-booking/contract.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { LOOKS } from "./manage-words.ts";
import { Ticket } from "./ticket.tsx";

export function BookedPage({ booked, phone }: { booked: Booked; phone: string }) {
  const { appointment, status } = booked;
  const isRequested = status === "requested";
  return (
    <PublicPage
      title={isRequested ? "Thank you" : "You're booked"}
      intro={introOf(booked, phone)}
      short
    >
      <Ticket appointment={appointment} look={LOOKS[isRequested ? "requested" : "booked"]}>
        <div className="ticket-actions">
          <Link href={new URL(booked.manageUrl).pathname} className={buttonClass({})}>
            Manage Appointment
          </Link>
        </div>
      </Ticket>
    </PublicPage>
  );
}

function introOf({ status, canText }: Booked, phone: string): string {
  if (!canText) return "We can't text your number, so save the link below.";
  return status === "requested"
    ? "We'll text you when we confirm. Your time is held until then."
    : `We texted the details to ${phone}.`;
}
