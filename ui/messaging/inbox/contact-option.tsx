import type { Contact } from "#src/clients/contacts/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { ListOption } from "#ui/kit/list-option.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { nameOf } from "./names.ts";

interface ContactOptionProps {
  id: string;
  contact: Contact;
  chosen: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

export function ContactOption({ id, contact, chosen, onPoint, onChoose }: ContactOptionProps) {
  return (
    <ListOption
      id={id}
      chosen={chosen}
      disabled={contact.optedOut}
      className="min-h-11 aria-disabled:cursor-not-allowed"
      onPoint={onPoint}
      onChoose={onChoose}
    >
      <Avatar id={contact.id} name={contact.name} size="s" />
      <span className="clip flex-1 min-w-0">{nameOf(contact)}</span>
      {contact.optedOut ? (
        <StatusBadge status="opted-out" />
      ) : (
        <span className="sm dim num flex-none">{formatPhone(contact.phoneNumber)}</span>
      )}
    </ListOption>
  );
}
