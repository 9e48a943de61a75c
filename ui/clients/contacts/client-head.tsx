import BellOff from "lucide-react/icons/bell-off";
import MessageCircle from "lucide-react/icons/message-circle";
import type { Client } from "#src/clients/profile/contract.ts";
import { CONTACT_DETAILS, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import { ClientTags } from "#ui/clients/parts/client-tags.tsx";
import { Avatar } from "#ui/kit/avatar.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { ClientActions } from "./client-actions.tsx";
import type { ClientDialog } from "./client-dialogs.tsx";
import { consentLabel } from "./history-format.ts";

/** Tags and consent go below, because the actions leave little room next to the name. */
const HEAD =
  "mb-5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-4 phone:gap-x-3 [&>.avatar]:row-span-2 phone:[&>.avatar]:size-12 phone:[&>.avatar]:text-lead";

interface ClientHeadProps {
  contact: Client;
  onOpen: (dialog: ClientDialog) => void;
}

export function ClientHead({ contact, onOpen }: ClientHeadProps) {
  const unknown = contact.name === contact.phoneNumber;
  return (
    <section className={HEAD} aria-label="Details">
      <Avatar id={contact.id} name={unknown ? null : contact.name} size="xl" />
      <div className="min-w-0 phone:col-span-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5 min-w-0">
          <h2 className="font-label text-figure tracking-tight wrap-anywhere phone:text-title">
            {formatPhone(contact.name)}
          </h2>
          {contact.optedOut && <StatusBadge status="opted-out" />}
          {contact.undeliverable && <StatusBadge status="undeliverable" />}
        </div>
        <Reach contact={contact} unknown={unknown} />
      </div>
      <div className="col-span-2 col-start-2 row-start-2">
        <ClientTags contact={contact} />
        <Consent contact={contact} />
      </div>
      <div className="col-start-3 row-start-1 phone:col-span-3 phone:col-start-1 phone:row-start-3 phone:mt-4">
        <ClientActions contact={contact} onOpen={onOpen} />
      </div>
    </section>
  );
}

function Reach({ contact, unknown }: { contact: Client; unknown: boolean }) {
  const { now, timeZone } = useBusinessTime();
  const { phoneNumber, email } = contact;
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
      <span className="min-h-6 text-ink-3">
        Added {formatShortDay(wallTime(contact.createdAt, timeZone), wallTime(now, timeZone))}
      </span>
    </p>
  );
}

/** Whether the client gets texts and offers, and since when. */
function Consent({ contact }: { contact: Client }) {
  const { now, timeZone } = useBusinessTime();
  const { textingBarrier, optOutDate } = contact;
  const day = (iso: string) => formatShortDay(wallTime(iso, timeZone), wallTime(now, timeZone));
  const refusal = optOutDate
    ? `Opted out on ${day(optOutDate)}. We won't text this number.`
    : textingBarrier;
  return (
    <p className="mt-2.5 flex items-start gap-2 text-base">
      <Icon
        of={refusal ? BellOff : MessageCircle}
        className={classes("mt-0.5 flex-none", refusal ? "faint" : "good")}
      />
      <span className="min-w-0 dim">
        {refusal ?? `Can be texted. ${describeOffers(contact, day)}`}
      </span>
    </p>
  );
}

function describeOffers({ basis, agreement }: Client, day: (iso: string) => string): string {
  switch (basis) {
    case "agreed":
      return agreement
        ? `May get offers: agreed on ${day(agreement.at)} (${toLowerFirst(consentLabel({ source: agreement.source, by: null }))}).`
        : "May get offers: agreed.";
    case "client":
      return "May get offers: visited or bought within 18 months.";
    case "asked":
      return "Gets no offers: only wrote or called.";
    default:
      return "Gets no offers: never agreed to them.";
  }
}

/** Within a sentence: "recorded by staff". */
function toLowerFirst(text: string): string {
  return text.slice(0, 1).toLowerCase() + text.slice(1);
}
