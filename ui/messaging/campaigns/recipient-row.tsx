import { memo } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";

interface RecipientRowProps {
  contact: Contact;
  /** Whether the client can be a recipient. */
  valid: boolean;
  checked: boolean;
  disabled: boolean;
  /** The one row that Tab stops at. */
  stop: boolean;
  onToggle: (contact: Contact) => void;
  onFocus: (id: number) => void;
}

const ROW = "flex h-9 items-center gap-2.5 px-3 touch:h-11";

export const RecipientRow = memo(function RecipientRow(props: RecipientRowProps) {
  const { contact, valid, checked, disabled, stop, onToggle, onFocus } = props;
  return (
    // Invisible rows are not laid out: thousands cost as much as one screen.
    <li className="[contain-intrinsic-size:auto_36px] [content-visibility:auto]">
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is in it */}
      <label className={classes(ROW, valid ? "hover:bg-hover" : "cursor-not-allowed text-ink-3")}>
        <Checkbox
          className="-outline-offset-2"
          checked={checked}
          disabled={!valid || disabled}
          tabIndex={stop ? 0 : -1}
          onChange={() => onToggle(contact)}
          onFocus={() => onFocus(contact.id)}
        />
        <span className="sm clip font-label">{formatPhone(contact.name)}</span>
        {contact.optedOut ? (
          <StatusBadge status="opted-out" />
        ) : (
          contact.undeliverable && <StatusBadge status="undeliverable" />
        )}
        {!valid && !contact.optedOut && !contact.undeliverable && (
          <span className="xs clip min-w-0">
            {contact.basis === "asked" ? "Only wrote or called" : "Never agreed"}
          </span>
        )}
        <span className={classes("ml-auto sm num flex-none", valid && "dim")}>
          {formatPhone(contact.phoneNumber)}
        </span>
      </label>
    </li>
  );
});

const SKELETONS = 6;

export function RecipientRowSkeletons() {
  return Array.from({ length: SKELETONS }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
    <li key={at} className={ROW} aria-hidden="true">
      <Skeleton width={16} height={16} />
      <Skeleton width={120} />
      <span className="ml-auto">
        <Skeleton width={96} />
      </span>
    </li>
  ));
}
