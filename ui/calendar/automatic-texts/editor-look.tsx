import { useQuery } from "@tanstack/react-query";
import ChevronsUpDown from "lucide-react/icons/chevrons-up-down";
import type { AutomaticText } from "#src/calendar/automatic-texts/contract.ts";
import { findAutomaticText } from "#src/calendar/automatic-texts/texts-contract.ts";
import { useApi } from "#ui/api.ts";
import { Button } from "#ui/kit/button.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Menu, MenuItem } from "#ui/kit/menu.tsx";
import { FilledIn, PhoneFrame } from "#ui/messaging/campaigns/phone-frame.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime, wallTimeOf } from "#ui/shell/format/dates.ts";
import { formatResult, formatRevenue } from "./format-text.ts";
import type { PreviewClient, Renderings } from "./use-renderings.ts";

const OFFERED = 8;

interface EditorLookProps {
  text: AutomaticText;
  renderings: Renderings;
  onClient: (contactId: number) => void;
}

/** The text on a client's phone, and what became of it. */
export function EditorLook({ text, renderings, onClient }: EditorLookProps) {
  const { businessName, audience, client, parts } = renderings;
  const when = useWhen(client);
  return (
    <aside
      className="automatic-look"
      aria-label="Preview and results"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <div className="flex">
        <PhoneFrame businessName={businessName} when={when}>
          {parts.length === 0 && <span className="faint">Your message</span>}
          {parts.map((part, at) =>
            part.isField ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place
              <FilledIn key={at}>{part.text}</FilledIn>
            ) : (
              part.text
            ),
          )}
        </PhoneFrame>
      </div>
      <div className="-mt-1 flex min-w-0 items-center gap-2">
        <span className="dim min-w-0 flex-1">As the client will see it</span>
        {client && <SeenAs client={client} others={audience?.clients ?? []} onClient={onClient} />}
      </div>
      <ResultList text={text} />
    </aside>
  );
}

function useWhen(client: PreviewClient | undefined): string {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  if (!client) return `Today ${formatClock(today)}`;
  const at = wallTimeOf(client.at);
  return `${formatShortDay(at, today)} at ${formatClock(at)}`;
}

interface SeenAsProps {
  client: PreviewClient;
  others: readonly PreviewClient[];
  onClient: (contactId: number) => void;
}

function SeenAs({ client, others, onClient }: SeenAsProps) {
  const name = client.firstName || "Unknown name";
  return (
    <Menu
      trigger={
        <Button variant="quiet" size="tiny" aria-label={`Preview as ${name}`}>
          {name}
          <Icon of={ChevronsUpDown} size="s" />
        </Button>
      }
    >
      {others.slice(0, OFFERED).map((other) => (
        <MenuItem key={other.contactId} onSelect={() => onClient(other.contactId)}>
          {other.name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function ResultList({ text: { id, results } }: { text: AutomaticText }) {
  const { data: settings } = useQuery(shellSettingsQuery(useApi()));
  const hasBookings = findAutomaticText(id)?.hasBookings === true;
  return (
    <section>
      <div className="mb-2 flex items-center gap-2">
        <h3 className="label">Results</h3>
        <span className="xs faint ml-auto">Last 30 days</span>
      </div>
      <dl className="automatic-results num">
        <Result name="Sent" count={results.sent} />
        <Result name="Replies" count={results.replies} />
        {hasBookings && <Result name="Bookings in 14 days" count={results.bookings} />}
        <Result name="Opt-outs" count={results.optOuts} className={hasBookings ? "" : "whole"} />
        {hasBookings && (
          <div className="whole">
            <dt className="dim">Revenue from bookings</dt>
            <dd>{formatRevenue(results.revenue, settings?.currency ?? "USD")}</dd>
          </div>
        )}
      </dl>
    </section>
  );
}

interface ResultProps {
  name: string;
  count: number | null;
  className?: string;
}

function Result({ name, count, className }: ResultProps) {
  return (
    <div className={className === "whole" ? "whole" : "flex flex-col-reverse"}>
      <dt className={className === "whole" ? "dim" : "xs faint"}>{name}</dt>
      <dd>{formatResult(count)}</dd>
    </div>
  );
}
