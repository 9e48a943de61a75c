import BellOff from "lucide-react/icons/bell-off";
import ChevronRight from "lucide-react/icons/chevron-right";
import Phone from "lucide-react/icons/phone";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge } from "#ui/kit/badge.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";

export type Applicable = Pick<Contact, "id" | "name" | "phoneNumber" | "optedOut">;

interface ContactChoiceProps {
  contact: Applicable;
  samePhone: boolean;
  onChoose: () => void;
}

export function ContactChoice({ contact, samePhone, onChoose }: ContactChoiceProps) {
  return (
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-hover phone:px-3"
        onClick={onChoose}
      >
        <Avatar id={contact.id} name={contact.name} />
        <span className="grow">
          <span className="h3 clip block">{formatPhone(contact.name)}</span>
          <span className="sm dim num">{formatPhone(contact.phoneNumber)}</span>
        </span>
        <span className="flex flex-none flex-wrap justify-end gap-1.5 phone:flex-col">
          {samePhone && (
            <Badge tone="good" icon={Phone}>
              Same Phone
            </Badge>
          )}
          {contact.optedOut && (
            <Badge tone="off" icon={BellOff}>
              Opted Out
            </Badge>
          )}
        </span>
        <Icon of={ChevronRight} className="faint" />
      </button>
    </li>
  );
}
