import Check from "lucide-react/icons/check";
import type { Client } from "#src/clients/profile/contract.ts";
import { CONTACT_DETAILS, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import { ClientTags } from "#ui/clients/parts/client-tags.tsx";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { ClientActions } from "./client-actions.tsx";
import type { ClientDialog } from "./client-dialogs.tsx";
import { consentLabel } from "./history-format.ts";

interface ClientHeadProps {
  contact: Client;
  onOpen: (dialog: ClientDialog) => void;
}

export function ClientHead({ contact, onOpen }: ClientHeadProps) {
  const unknown = contact.name === contact.phoneNumber;
  return (
    <section className="mb-5 flex flex-wrap items-start gap-4" aria-label="Details">
      <Avatar id={contact.id} name={unknown ? null : contact.name} size="xl" />
      <div className="min-w-50 flex-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 min-w-0">
          <h2 className="font-label text-figure tracking-tight wrap-anywhere phone:text-title">
            {formatPhone(contact.name)}
          </h2>
          {contact.optedOut ? (
            <StatusBadge status="opted-out" />
          ) : (
            !contact.undeliverable && <LookBadge look={["good", Check, "Can be texted"]} />
          )}
          {contact.undeliverable && <StatusBadge status="undeliverable" />}
        </div>
        <Reach contact={contact} unknown={unknown} />
        <ClientTags contact={contact} />
      </div>
      <ClientActions contact={contact} onOpen={onOpen} />
    </section>
  );
}

function Reach({ contact, unknown }: { contact: Client; unknown: boolean }) {
  const { now, timeZone } = useBusinessTime();
  const { phoneNumber, email, optOutDate } = contact;
  const day = (iso: string) => formatShortDay(wallTime(iso, timeZone), wallTime(now, timeZone));
  return (
    <p className="sm dim num mt-1 flex flex-wrap gap-x-4 gap-y-0.5">
      {phoneNumber.startsWith("+") ? (
        <a href={`tel:${phoneNumber}`} className="min-h-6 hover:text-ink hover:underline">
          {unknown ? "Call This Number" : formatPhone(phoneNumber)}
        </a>
      ) : (
        <span>{phoneNumber}</span>
      )}
      {email && (
        <a href={`mailto:${email}`} className="clip min-h-6 hover:text-ink hover:underline">
          {email}
        </a>
      )}
      {CONTACT_DETAILS.filter((detail) => detail !== "email" && contact[detail]).map((detail) => (
        <span key={detail} className="min-h-6">
          {fieldOf(detail).heading} {formatField(detail, contact[detail])}
        </span>
      ))}
      {optOutDate && <span className="min-h-6">Opted out {day(optOutDate)}</span>}
      {!optOutDate && !contact.undeliverable && (
        <span className="min-h-6">{describeOffers(contact, day)}</span>
      )}
      <span className="min-h-6 text-ink-3">Client since {day(contact.createdAt)}</span>
    </p>
  );
}

function describeOffers({ basis, agreement }: Client, day: (iso: string) => string): string {
  switch (basis) {
    case "agreed":
      return agreement
        ? `May get offers: agreed on ${day(agreement.at)} (${consentLabel({ source: agreement.source, by: null })})`
        : "May get offers: agreed";
    case "client":
      return "May get offers: visited or bought within 18 months";
    case "asked":
      return "Gets no offers: only wrote or called";
    default:
      return "Gets no offers: never agreed to them";
  }
}
