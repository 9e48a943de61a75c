import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Trash2 from "lucide-react/icons/trash-2";
import { memo } from "react";
import { Link } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { classes } from "#ui/kit/classes.ts";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { daysBetween, formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { formatPhone } from "#ui/shell/format/phone.ts";

export interface ContactActions {
  readonly edit: (contact: Contact) => void;
  readonly optOut: (contact: Contact) => void;
  readonly optIn: (contact: Contact) => void;
  readonly remove: (contact: Contact) => void;
  readonly choose: (contact: Contact) => void;
}

interface ContactCardProps {
  contact: Contact;
  actions: ContactActions;
  /** Undefined outside the selection mode. */
  chosen: boolean | undefined;
}

export const ContactCard = memo(function ContactCard({
  contact,
  actions,
  chosen,
}: ContactCardProps) {
  const { id, phoneNumber, optedOut, undeliverable } = contact;
  const status = optedOut ? "opted-out" : undeliverable ? "undeliverable" : undefined;
  const unknown = contact.name === phoneNumber;
  const name = formatPhone(contact.name);

  return (
    <article
      className={classes(
        "card relative flex min-h-22 items-center gap-3 py-3 pr-2 pl-3.5 [contain-intrinsic-size:auto_88px] [content-visibility:auto] hover:border-line-2 phone:min-h-20",
        chosen && "border-accent-line",
        status && "[&_.avatar]:saturate-20",
      )}
      aria-label={name}
    >
      {chosen === undefined ? (
        <Avatar id={id} name={unknown ? null : name} size="m" />
      ) : (
        <span className="grid h-10 w-10 flex-none place-items-center">
          <Checkbox
            // The whole card is the checkbox.
            className="after:absolute after:inset-0 phone:size-6"
            aria-label={`Select ${name}`}
            checked={chosen}
            onChange={() => actions.choose(contact)}
          />
        </span>
      )}
      <div className="flex-1 min-w-0">
        <h2 className="h3 clip" title={name}>
          {chosen === undefined ? (
            <Link href={`/contacts/${id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="sm dim num clip">{unknown ? "Unknown name" : formatPhone(phoneNumber)}</p>
        {status ? (
          <div className="mt-0.5 flex min-w-0 gap-1">
            <StatusBadge status={status} />
            <CardTags tags={contact.tags} most={1} />
          </div>
        ) : contact.tags.length > 0 ? (
          <CardTags tags={contact.tags} most={2} />
        ) : (
          <AddedDate iso={contact.createdAt} />
        )}
      </div>
      {chosen === undefined && (
        <Menu
          trigger={
            <IconButton
              icon={Ellipsis}
              size="tiny"
              className="-mt-1 flex-none self-start"
              label={`Actions for ${name}`}
              data-tip="Actions"
            />
          }
        >
          <MenuItem icon={Pencil} onSelect={() => actions.edit(contact)}>
            Edit
          </MenuItem>
          {contact.optedOut ? (
            <MenuItem icon={BellRing} onSelect={() => actions.optIn(contact)}>
              Opt In
            </MenuItem>
          ) : (
            <MenuItem icon={BellOff} onSelect={() => actions.optOut(contact)}>
              Opt Out
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash2} bad onSelect={() => actions.remove(contact)}>
            Delete
          </MenuItem>
        </Menu>
      )}
    </article>
  );
});

function CardTags({ tags, most }: Pick<Contact, "tags"> & { most: number }) {
  const more = tags.length - most;
  if (tags.length === 0) return null;
  return (
    <p className="mt-0.5 flex min-w-0 gap-1" title={tags.map(({ name }) => name).join(", ")}>
      {tags.slice(0, most).map(({ id, name }) => (
        <span key={id} className="chip h-5 min-w-0 px-1.5 first:max-w-28 first:flex-none">
          <span className="clip">{name}</span>
        </span>
      ))}
      {more > 0 && <span className="chip num h-5 flex-none px-1.5">+{more}</span>}
    </p>
  );
}

function AddedDate({ iso }: { iso: string }) {
  const { now, timeZone } = useBusinessTime();
  return <p className="xs faint clip">{addedLabel(iso, now, timeZone)}</p>;
}

/** "Added today", "Added 3 days ago", "Added Nov 4": a contact's age counts in days. */
function addedLabel(iso: string, now: number, timeZone: string): string {
  const then = wallTime(iso, timeZone);
  const today = wallTime(now, timeZone);
  const days = daysBetween(then, today);
  if (days <= 0) return "Added today";
  if (days === 1) return "Added yesterday";
  return days < 7 ? `Added ${days} days ago` : `Added ${formatShortDay(then, today)}`;
}
