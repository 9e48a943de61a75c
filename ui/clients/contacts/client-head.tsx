import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import CalendarPlus from "lucide-react/icons/calendar-plus";
import ChevronDown from "lucide-react/icons/chevron-down";
import Download from "lucide-react/icons/download";
import Eraser from "lucide-react/icons/eraser";
import Merge from "lucide-react/icons/merge";
import MessageCircle from "lucide-react/icons/message-circle";
import Pencil from "lucide-react/icons/pencil";
import PhoneCall from "lucide-react/icons/phone-call";
import Trash2 from "lucide-react/icons/trash-2";
import type { ComponentProps } from "react";
import type { Client } from "#src/clients/profile/contract.ts";
import { CONTACT_DETAILS, fieldOf, formatField } from "#src/shared/contact-fields.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { mayOpen, seesNames, seesPhones } from "#src/shared/permissions.ts";
import { refusalIcon, useConsent } from "#ui/clients/parts/consent.ts";
import { useContactActions } from "#ui/clients/parts/contact-actions.ts";
import { MessageButton } from "#ui/clients/parts/message-button.tsx";
import { PhoneLink } from "#ui/clients/parts/phone-link.tsx";
import { ClientTags } from "#ui/clients/parts/tag-menu.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useProtectedDownload } from "#ui/shell/data/confirm-password.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { useUiState } from "#ui/ui-state.ts";
import type { ClientDialog } from "./client-dialogs.tsx";

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
        <h2 className="font-label text-figure tracking-tight wrap-anywhere phone:text-title">
          {formatPhone(contact.name)}
        </h2>
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
      <PhoneLink phoneNumber={phoneNumber} className="min-h-6">
        {unknown && "Call This Number"}
      </PhoneLink>
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

function Consent({ contact }: { contact: Client }) {
  const { isRefused, sentence } = useConsent(contact);
  return (
    <p className="mt-2.5 flex items-start gap-2 text-base">
      <Icon
        of={isRefused ? refusalIcon(contact) : MessageCircle}
        className={classes("mt-0.5 flex-none", isRefused ? "faint" : "good")}
      />
      <span className="min-w-0 dim">{sentence}</span>
    </p>
  );
}

async function loadClearing() {
  return (await import("#src/messaging/deliverability/contract.ts")).deliverability
    .clearUndeliverable;
}

function ClientActions({ contact, onOpen }: ClientHeadProps) {
  const { user } = useCurrentUser();
  const { booking } = useUiState();
  const { optOut, optIn } = useContactActions();
  const download = useProtectedDownload();
  const clear = useAct(loadClearing, {
    done: ({ optedOut }) => ({
      title: "Undeliverable cleared",
      description: optedOut
        ? "This client is still opted out and won't get texts."
        : "We'll try the number again with the next text.",
    }),
  });
  const isAdmin = user?.role === "admin";

  return (
    <div className="flex items-center gap-2 min-w-0 phone:w-full phone:*:flex-1">
      {user && mayOpen(user, "/inbox") && (
        <MessageButton contactId={contact.id} barrier={contact.textingBarrier} />
      )}
      {isAdmin && (
        <Button
          variant="primary"
          icon={CalendarPlus}
          onClick={() => {
            booking.value = contact;
          }}
        >
          Book
        </Button>
      )}
      <Menu trigger={<MoreButton />}>
        <MenuItem icon={Pencil} onSelect={() => onOpen("edit")}>
          Edit
        </MenuItem>
        <MenuSeparator />
        {contact.optedOut ? (
          <MenuItem icon={BellRing} onSelect={() => optIn.run({ params: { id: contact.id } })}>
            Opt In
          </MenuItem>
        ) : (
          <MenuItem icon={BellOff} onSelect={() => optOut.run({ params: { id: contact.id } })}>
            Opt Out
          </MenuItem>
        )}
        {contact.undeliverable && (
          <MenuItem icon={PhoneCall} onSelect={() => clear.run({ params: { id: contact.id } })}>
            Clear Undeliverable
          </MenuItem>
        )}
        {user && seesNames(user) && seesPhones(user) && (
          <MenuItem icon={Merge} onSelect={() => onOpen({ mergeWith: null })}>
            Merge With…
          </MenuItem>
        )}
        {isAdmin && (
          <MenuItem
            icon={Download}
            onSelect={() => void download(`/api/contacts/${contact.id}/export`)}
          >
            Export All Data
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} bad onSelect={() => onOpen("remove")}>
          Delete
        </MenuItem>
        {isAdmin && (
          <MenuItem icon={Eraser} bad onSelect={() => onOpen("erase")}>
            Erase All Data
          </MenuItem>
        )}
      </Menu>
    </div>
  );
}

function MoreButton(trigger: ComponentProps<"button">) {
  return (
    <Button {...trigger} aria-label="More actions">
      More
      <Icon of={ChevronDown} />
    </Button>
  );
}
