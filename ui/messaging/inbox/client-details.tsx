import { useQuery } from "@tanstack/react-query";
import type { LucideIcon } from "lucide-react";
import BellOff from "lucide-react/icons/bell-off";
import BellRing from "lucide-react/icons/bell-ring";
import History from "lucide-react/icons/history";
import Mail from "lucide-react/icons/mail";
import ShieldCheck from "lucide-react/icons/shield-check";
import Trash2 from "lucide-react/icons/trash-2";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Contact } from "#src/clients/contacts/contract.ts";
import type { Client } from "#src/clients/profile/contract.ts";
import type { Conversation, SidePanel } from "#src/messaging/inbox/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { useApi } from "#ui/api.ts";
import { ClientAppointments } from "#ui/clients/parts/client-appointments.tsx";
import { useConsent } from "#ui/clients/parts/consent.ts";
import { useContactActions } from "#ui/clients/parts/contact-actions.ts";
import { PhoneLink } from "#ui/clients/parts/phone-link.tsx";
import { ClientTags } from "#ui/clients/parts/tag-menu.tsx";
import { useCurrentUser } from "#ui/current-user.ts";
import { Avatar } from "#ui/kit/avatar.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { StatusBadge } from "#ui/kit/status-badge.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";
import { ClientNotes } from "./client-notes.tsx";
import { clientQuery, sidePanelQuery } from "./client-queries.ts";
import { isUnknown, nameOf } from "./names.ts";

interface ClientDetailsProps {
  conversation: Conversation;
  onDelete: () => void;
}

export function ClientDetails({ conversation, onDelete }: ClientDetailsProps) {
  const { contact } = conversation;
  const { user } = useCurrentUser();
  const { data: client } = useQuery(clientQuery(useApi(), contact));
  const { data: sidePanel } = useQuery(sidePanelQuery(useApi(), conversation.id));
  const mayOpenPage = user !== null && mayOpen(user, "/contacts");

  return (
    <>
      <div className="flex flex-col gap-1 min-w-0 items-center px-5 pt-7 pb-[18px] text-center">
        <div className="mb-2">
          <Avatar id={contact.id} name={contact.name} size="xl" />
        </div>
        <h2 className="max-w-full font-label text-lead wrap-anywhere">{nameOf(contact)}</h2>
        <PhoneLink phoneNumber={contact.phoneNumber} className="sm dim min-h-6">
          {isUnknown(contact) && "Call This Number"}
        </PhoneLink>
        <div className="flex items-center gap-2 min-w-0 flex-wrap mt-2 justify-center empty:hidden">
          {contact.optedOut && <StatusBadge status="opted-out" />}
          {contact.undeliverable && <StatusBadge status="undeliverable" />}
        </div>
        {mayOpenPage && (
          <Link
            href={`/contacts/${contact.id}`}
            className="sm mt-2 min-h-6 underline underline-offset-2"
          >
            Open Client Page
          </Link>
        )}
      </div>
      {client && (
        <>
          <ClientFacts client={client} consent={sidePanel?.consent} />
          <section className="border-line border-t px-5 py-4">
            <h3 className="eyebrow -mb-1">Tags</h3>
            <ClientTags contact={client} />
          </section>
        </>
      )}
      <ClientAppointments
        contactId={contact.id}
        layout={(list) => (
          <section className="border-line border-t px-5 py-4">
            <h3 className="eyebrow mb-2.5">Appointments</h3>
            {list}
          </section>
        )}
      />
      {sidePanel && sidePanel.campaigns.length > 0 && (
        <ClientCampaigns campaigns={sidePanel.campaigns} />
      )}
      <ClientNotes contactId={contact.id} />
      {(user?.role === "admin" || mayOpenPage) && (
        <div className="flex flex-col gap-1 min-w-0 items-start border-line border-t px-5 pt-3 pb-3">
          {mayOpenPage && client && <ConsentActions client={client} />}
          {user?.role === "admin" && (
            <Button
              variant="quiet-bad"
              icon={Trash2}
              fill
              className="-ml-3 justify-start"
              onClick={onDelete}
            >
              Delete Conversation
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function ClientCampaigns({ campaigns }: Pick<SidePanel, "campaigns">) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  return (
    <section className="border-line border-t px-5 py-4">
      <h3 className="eyebrow mb-2.5">Campaigns received</h3>
      <ul className="sm flex flex-col min-w-0 gap-2">
        {campaigns.map(({ id, name, at }) => (
          <li key={`${id} ${at}`} className="flex items-center gap-2 min-w-0">
            <span className="clip flex-1 min-w-0">{name}</span>
            <span className="faint num flex-none">
              {formatShortDay(wallTime(at, timeZone), today)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Records consent given in person. */
function ConsentActions({ client: { id, optedOut } }: { client: Contact }) {
  const { optOut, optIn } = useContactActions();
  const change = optedOut ? optIn : optOut;
  return (
    <Button
      variant="quiet"
      icon={optedOut ? BellRing : BellOff}
      fill
      className="-ml-3 justify-start"
      busy={change.isPending && "Saving..."}
      onClick={() => change.run({ params: { id } })}
    >
      {optedOut ? "Opt In" : "Opt Out"}
    </Button>
  );
}

interface ClientFactsProps {
  client: Client;
  consent: SidePanel["consent"] | undefined;
}

function ClientFacts({ client, consent }: ClientFactsProps) {
  const { now, timeZone } = useBusinessTime();
  const added = formatShortDay(wallTime(client.createdAt, timeZone), wallTime(now, timeZone));
  const { isRefused, sentence } = useConsent(client);
  return (
    <section className="border-line border-t px-5 py-4">
      <h3 className="eyebrow mb-2.5">Details</h3>
      <ul className="sm flex flex-col min-w-0 gap-2.5">
        {client.email && (
          <Fact icon={Mail}>
            <span className="clip block">{client.email}</span>
          </Fact>
        )}
        <Fact icon={isRefused ? BellOff : ShieldCheck}>
          {sentence}
          {consent && <span className="block text-ink-2 wrap-anywhere">“{consent.wording}”</span>}
        </Fact>
        <Fact icon={History}>Added {added}</Fact>
      </ul>
    </section>
  );
}

function Fact({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-3">
      <Icon of={icon} className="mt-0.5 text-ink-3" />
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  );
}
