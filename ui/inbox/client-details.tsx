import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import Trash2 from "lucide-react/icons/trash-2";
import type { Conversation } from "#src/inbox/contract.ts";
import { useCall } from "#ui/api.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { phoneWords } from "#ui/shell/phone-words.ts";
import { ClientFacts } from "./client-facts.tsx";
import { isUnknown, nameOf } from "./names.ts";
import { clientQuery } from "./queries.ts";

interface ClientDetailsProps {
  contact: Conversation["contact"];
  onDelete: () => void;
}

export function ClientDetails({ contact, onDelete }: ClientDetailsProps) {
  const { user } = useCurrentUser();
  const { data: client } = useQuery(clientQuery(useCall(), contact));

  return (
    <>
      <div className="col items-center px-5 pt-7 pb-[18px] text-center">
        <div className="mb-2">
          <Avatar id={contact.id} name={contact.name} size="xl" />
        </div>
        <h2 className="max-w-full font-semibold text-dialog wrap-anywhere">{nameOf(contact)}</h2>
        <PhoneNumber contact={contact} />
        <div className="row wrap mt-2 justify-center">
          {contact.optedOut ? (
            <StatusBadge status="opted-out" />
          ) : (
            <Badge tone="good" icon={Check}>
              Subscribed
            </Badge>
          )}
          {contact.undeliverable && <StatusBadge status="undeliverable" />}
        </div>
      </div>
      {client && <ClientFacts client={client} />}
      {user?.role === "admin" && (
        <div className="border-line border-t px-5 pt-4 pb-3">
          <Button
            variant="quiet-bad"
            icon={Trash2}
            fill
            className="-ml-3 justify-start"
            onClick={onDelete}
          >
            Delete conversation
          </Button>
        </div>
      )}
    </>
  );
}

function PhoneNumber({ contact }: { contact: Conversation["contact"] }) {
  const { phoneNumber } = contact;
  if (!phoneNumber.startsWith("+")) return <p className="sm dim num">{phoneNumber}</p>;
  return (
    <a href={`tel:${phoneNumber}`} className="sm dim num min-h-6 hover:underline">
      {isUnknown(contact) ? "Call this number" : phoneWords(phoneNumber)}
    </a>
  );
}
