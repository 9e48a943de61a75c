import type { LucideIcon } from "lucide-react";
import BellOff from "lucide-react/icons/bell-off";
import History from "lucide-react/icons/history";
import Mail from "lucide-react/icons/mail";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import type { Contact } from "#src/clients/contacts/contract.ts";
import type { SidePanel } from "#src/messaging/inbox/contract.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

interface ClientFactsProps {
  client: Contact;
  consent: SidePanel["consent"] | undefined;
}

export function ClientFacts({ client, consent }: ClientFactsProps) {
  const { now, timeZone } = useBusinessTime();
  const day = (iso: string) => formatShortDay(wallTime(iso, timeZone), wallTime(now, timeZone));
  return (
    <section className="border-line border-t px-5 py-4">
      <h3 className="eyebrow mb-2.5">Details</h3>
      <ul className="sm flex flex-col min-w-0 gap-2.5">
        {client.email && (
          <Fact icon={Mail}>
            <span className="clip block">{client.email}</span>
          </Fact>
        )}
        {consent ? (
          <Fact icon={consent.given ? ShieldCheck : BellOff}>
            {consent.given ? "Opted in" : "Opted out"} {sourceLabel(consent)}, {day(consent.since)}
            <span className="block text-ink-2 wrap-anywhere">“{consent.wording}”</span>
          </Fact>
        ) : (
          client.optOutDate && <Fact icon={BellOff}>Opted out since {day(client.optOutDate)}</Fact>
        )}
        <Fact icon={History}>Client since {day(client.createdAt)}</Fact>
      </ul>
    </section>
  );
}

function sourceLabel({ source, by }: NonNullable<SidePanel["consent"]>): string {
  const labels: Readonly<Record<string, string>> = {
    keyword: "by keyword",
    words: "in their own words",
    staff: by ? `by ${by}` : "by staff",
    import: "with an import",
    carrier: "with the carrier",
  };
  return labels[source] ?? `by ${source}`;
}

function Fact({ icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 gap-3">
      <Icon of={icon} className="mt-0.5 text-ink-3" />
      <span className="min-w-0 flex-1">{children}</span>
    </li>
  );
}
