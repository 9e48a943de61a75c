import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Audience, LeftOut } from "#src/calendar/automatic-texts/contract.ts";
import type { AutomaticTextId, OfferId } from "#src/calendar/automatic-texts/texts-contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { useApi } from "#ui/api.ts";
import { ContactLink } from "#ui/clients/parts/contact-link.tsx";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody } from "#ui/kit/dialog.tsx";
import { Skeleton } from "#ui/kit/skeleton.tsx";
import { LoadFailed } from "#ui/shell/data/load-failed.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatClock, formatShortDay, wallTime, wallTimeOf } from "#ui/shell/format/dates.ts";
import { audienceQuery } from "./queries.ts";

/** After a number: for one client, and for several. */
const REASONS: Readonly<Record<LeftOut, readonly [one: string, many: string]>> = {
  "opted-out": ["opted out", "opted out"],
  "in-review": [
    "may have opted out: decide in the inbox",
    "may have opted out: decide in the inbox",
  ],
  undeliverable: ["can't receive texts", "can't receive texts"],
  "appointments-only": ["agreed to appointment texts only", "agreed to appointment texts only"],
  "never-agreed": ["never agreed to offers", "never agreed to offers"],
  "visit-booked": ["already has an appointment", "already have an appointment"],
  "asked-before": ["was asked in the last 90 days", "were asked in the last 90 days"],
  "recent-offer": ["got another offer this week", "got another offer this week"],
  "frequency-cap": ["got as many offers as you allow", "got as many offers as you allow"],
  "no-day": [
    "can't be texted on that day: quiet hours, a Sunday or a holiday",
    "can't be texted on that day: quiet hours, a Sunday or a holiday",
  ],
};

/** Who gets an offer in the next 7 days, and why others don't. */
export function OfferAudience({ id }: { id: OfferId }) {
  const query = useQuery(audienceQuery(useApi(), id));
  const [isListed, setListed] = useState(false);
  return (
    <section aria-labelledby="who-gets-it">
      <Head />
      {query.data ? (
        <Lines audience={query.data} onView={() => setListed(true)} />
      ) : query.error ? (
        <LoadFailed query={query} />
      ) : (
        <Skeleton height={40} />
      )}
      {isListed && query.data && (
        <NamesDialog audience={query.data} onClose={() => setListed(false)} />
      )}
    </section>
  );
}

function Head() {
  return (
    <div className="mb-2 flex items-center gap-2">
      <h3 className="label" id="who-gets-it">
        Who Gets It
      </h3>
      <span className="xs faint ml-auto">Next 7 days</span>
    </div>
  );
}

function Lines({ audience, onView }: { audience: Audience; onView: () => void }) {
  const { total, leftOut } = audience;
  const left = leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="audience num">
      <div className="line goes">
        <b>{formatNumber(total)}</b>
        <span>{total === 1 ? "client gets this text" : "clients get this text"}</span>
        {total > 0 && (
          <Button variant="quiet" size="tiny" onClick={onView}>
            View
          </Button>
        )}
      </div>
      {left > 0 && (
        <p className="cap">{formatCount(left, "client is left out", "clients are left out")}</p>
      )}
      {leftOut.map(({ reason, count }) => (
        <div key={reason} className="line">
          <b>{formatNumber(count)}</b>
          <span className="dim">{REASONS[reason][count === 1 ? 0 : 1]}</span>
        </div>
      ))}
    </div>
  );
}

function NamesDialog({ audience, onClose }: { audience: Audience; onClose: () => void }) {
  const { now, timeZone } = useBusinessTime();
  const today = wallTime(now, timeZone);
  const more = audience.total - audience.clients.length;
  return (
    <Dialog
      onClose={onClose}
      title="Who Gets It"
      description={`${formatCount(audience.total, "client")} in the next 7 days`}
    >
      <DialogBody>
        <ul className="grid">
          {audience.clients.map(({ contactId, name, at }) => (
            <li key={contactId} className="flex min-h-10 items-center gap-3 border-line border-b">
              <span className="clip min-w-0 flex-1">
                <ContactLink id={contactId}>{name}</ContactLink>
              </span>
              <span className="dim num">
                {formatShortDay(wallTimeOf(at), today)} at {formatClock(wallTimeOf(at))}
              </span>
            </li>
          ))}
        </ul>
        {more > 0 && <p className="dim mt-3">and {formatNumber(more)} more</p>}
      </DialogBody>
    </Dialog>
  );
}

const ABOUT: Partial<Record<AutomaticTextId, string>> = {
  "waitlist-offer": "The next client in line who can be texted. Clients who opted out are skipped.",
};

/** Texts about visits go to everyone who can get texts. */
export function AppointmentAudience({ id }: { id: AutomaticTextId }) {
  return (
    <section>
      <h3 className="label mb-2">Who Gets It</h3>
      <p className="dim text-pretty">
        {ABOUT[id] ??
          "Every client with an appointment whose number can get texts. Clients who opted out are skipped."}
      </p>
    </section>
  );
}
