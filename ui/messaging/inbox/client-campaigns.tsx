import type { SidePanel } from "#src/messaging/inbox/contract.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, wallTime } from "#ui/shell/format/dates.ts";

/** The latest campaign texts of the client. */
export function ClientCampaigns({ campaigns }: Pick<SidePanel, "campaigns">) {
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
