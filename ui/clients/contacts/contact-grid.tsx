import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import Ellipsis from "lucide-react/icons/ellipsis";
import Pencil from "lucide-react/icons/pencil";
import Plus from "lucide-react/icons/plus";
import Trash2 from "lucide-react/icons/trash-2";
import Upload from "lucide-react/icons/upload";
import UsersRound from "lucide-react/icons/users-round";
import { memo } from "react";
import { Link } from "wouter";
import type { Contact, ListedContact } from "#src/clients/contacts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Cards } from "#ui/kit/cards.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { classes } from "#ui/kit/classes.ts";
import { EmptyState } from "#ui/kit/empty-state.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#ui/kit/menu.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useFirstRows } from "#ui/shell/data/first-rows.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import {
  dayInSentence,
  daysBetween,
  formatShortDay,
  momentAt,
  wallTime,
  wallTimeOf,
} from "#ui/shell/format/dates.ts";

const GRID = "[--card:290px] phone:gap-2";

interface ContactGridProps {
  /** Undefined while the first page loads. */
  contacts: readonly ListedContact[] | undefined;
  actions: ContactActions;
  /** Undefined outside the selection mode. */
  isChosen: ((id: number) => boolean) | undefined;
  /** Whether a search or filter is active. */
  narrowed: boolean;
  onReset: () => void;
  /** Undefined if the user may not add contacts. */
  onAdd: (() => void) | undefined;
  onImport: (() => void) | undefined;
}

export function ContactGrid(props: ContactGridProps) {
  const { actions, isChosen, narrowed, onReset, onAdd, onImport } = props;
  const contacts = useFirstRows(props.contacts);
  if (contacts === undefined)
    return (
      <Cards busy className={GRID}>
        <SkeletonCards />
      </Cards>
    );
  if (contacts.length > 0)
    return (
      <Cards className={GRID}>
        {contacts.map((contact) => (
          <ContactCard
            key={contact.id}
            contact={contact}
            actions={actions}
            chosen={isChosen?.(contact.id)}
          />
        ))}
      </Cards>
    );
  if (narrowed)
    return (
      <EmptyState title="No contacts found" action={<Button onClick={onReset}>Reset</Button>}>
        No contact matches the search and filters.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={UsersRound}
      title="No contacts yet"
      action={
        <div className="flex items-center gap-2 min-w-0 flex-wrap mt-3.5 justify-center">
          {onImport && (
            <Button icon={Upload} onClick={onImport}>
              Import Clients
            </Button>
          )}
          {onAdd && (
            <Button icon={Plus} onClick={onAdd}>
              Add Contact
            </Button>
          )}
        </div>
      }
    >
      Add a client, or bring them all in from a CSV file.
    </EmptyState>
  );
}

const SKELETONS = 12;

function SkeletonCards() {
  return Array.from({ length: SKELETONS }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same
    <div key={at} className="card flex min-h-22 items-center gap-3 px-3.5" aria-hidden="true">
      <Skeleton width={40} height={40} round />
      <div className="flex flex-col flex-1 min-w-0 gap-2">
        <Skeleton width="60%" />
        <Skeleton width="45%" />
      </div>
    </div>
  ));
}

interface ContactActions {
  readonly edit: (contact: Contact) => void;
  readonly optOut: (contact: Contact) => void;
  readonly optIn: (contact: Contact) => void;
  readonly remove: (contact: Contact) => void;
  readonly choose: (contact: Contact) => void;
}

interface ContactCardProps {
  contact: ListedContact;
  actions: ContactActions;
  /** Undefined outside the selection mode. */
  chosen: boolean | undefined;
}

const ContactCard = memo(function ContactCard({ contact, actions, chosen }: ContactCardProps) {
  const { id, phoneNumber, optedOut, undeliverable } = contact;
  const status = optedOut ? "opted-out" : undeliverable ? "undeliverable" : undefined;
  const unknown = contact.name === phoneNumber;
  const name = formatPhone(contact.name);

  return (
    <article
      className={classes(
        "card relative flex min-h-22 items-center gap-3 px-3.5 py-3 [contain-intrinsic-size:auto_88px] [content-visibility:auto] hover:border-line-2 phone:min-h-20",
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
        <h2 className="h2 clip pr-7 phone:pr-9" title={name}>
          {chosen === undefined ? (
            <Link href={`/contacts/${id}`} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        <p className="sm dim num clip">{unknown ? "Unknown name" : formatPhone(phoneNumber)}</p>
        <div className="mt-0.5 flex items-center justify-between gap-1.5 min-w-0 min-h-5 [&>.badge]:h-5">
          <VisitDate contact={contact} />
          {status ? <StatusBadge status={status} /> : <CardTags tags={contact.tags} />}
        </div>
      </div>
      {chosen === undefined && (
        <Menu
          trigger={
            <IconButton
              icon={Ellipsis}
              size="tiny"
              className="absolute top-1.5 right-2 phone:top-1 phone:right-1"
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

/** The first one and how many more: the card has no room for others. */
function CardTags({ tags }: Pick<Contact, "tags">) {
  const [first, ...more] = tags;
  if (!first) return null;
  return (
    <p className="flex min-w-0 gap-1" title={tags.map(({ name }) => name).join(", ")}>
      <span className="chip h-5 min-w-0 px-1.5">
        <span className="clip">{first.name}</span>
      </span>
      {more.length > 0 && <span className="chip num h-5 flex-none px-1.5">+{more.length}</span>}
    </p>
  );
}

/** The current or next visit, or else the last one, or else when the client was added. */
function VisitDate({ contact: { nextVisit, lastVisit, createdAt } }: { contact: ListedContact }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const hasBegun = nextVisit !== null && nextVisit <= momentAt(now, timeZone);
  const label = nextVisit
    ? `${hasBegun ? "Visit" : "Next visit"} ${dayInSentence(wallTimeOf(nextVisit), today)}`
    : lastVisit
      ? `Last visit ${formatShortDay(wallTimeOf(lastVisit), today)}`
      : addedLabel(createdAt, now, timeZone);
  return <span className={classes("xs num flex-none", nextVisit ? "dim" : "faint")}>{label}</span>;
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
