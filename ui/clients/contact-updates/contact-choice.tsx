import ArrowRight from "lucide-react/icons/arrow-right";
import BellOff from "lucide-react/icons/bell-off";
import ChevronRight from "lucide-react/icons/chevron-right";
import Phone from "lucide-react/icons/phone";
import type { ContactUpdate } from "#src/clients/contact-updates/contract.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { LookBadge } from "#ui/kit/badge.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { formatPhone } from "#ui/shell/format/phone.ts";
import { newNameOf } from "./names.ts";

export type Applicable = Pick<Contact, "id" | "name" | "phoneNumber" | "optedOut">;

interface ContactChoiceProps {
  contact: Applicable;
  request: ContactUpdate;
  onChoose: () => void;
}

export function ContactChoice({ contact, request, onChoose }: ContactChoiceProps) {
  return (
    <li className="border-line border-t first:border-t-0">
      <button
        type="button"
        className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 hover:bg-hover phone:px-3"
        onClick={onChoose}
      >
        <Avatar id={contact.id} name={contact.name} />
        <span className="flex-1 min-w-0">
          <Becomes
            className="h3"
            from={formatPhone(contact.name)}
            to={formatPhone(newNameOf(request))}
          />
          <Becomes
            className="sm dim num"
            from={formatPhone(contact.phoneNumber)}
            to={formatPhone(request.phoneNumber)}
          />
        </span>
        <span className="flex flex-none flex-wrap justify-end gap-1.5 phone:flex-col">
          {contact.phoneNumber === request.phoneNumber && (
            <LookBadge look={["good", Phone, "Same Phone"]} />
          )}
          {contact.optedOut && <LookBadge look={["off", BellOff, "Opted Out"]} />}
        </span>
        <Icon of={ChevronRight} className="faint" />
      </button>
    </li>
  );
}

/** What the contact has now, and what it gets. */
function Becomes({ className, from, to }: { className: string; from: string; to: string }) {
  if (from === to) return <span className={`${className} clip block`}>{from}</span>;
  return (
    <span className={`${className} flex items-center gap-2 min-w-0 flex-wrap gap-x-1.5 gap-y-0`}>
      <span className="clip text-ink-3">{from}</span>
      <Icon of={ArrowRight} size="s" className="text-ink-3" />
      <span className="sr">becomes</span>
      <span className="clip text-ink">{to}</span>
    </span>
  );
}
