import { useQuery } from "@tanstack/react-query";
import CalendarClock from "lucide-react/icons/calendar-clock";
import Lock from "lucide-react/icons/lock";
import { useState } from "react";
import { useLocation } from "wouter";
import type { CardPage } from "#src/billing/cards/contract.ts";
import { formatMoney } from "#src/shared/money.ts";
import { ApiError, errorMessage, useApi } from "#ui/api.ts";
import { contactLine } from "#ui/billing/client-pages/contact-line.tsx";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { formatPrice, formatStart } from "#ui/calendar/booking/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { ConfirmDialog } from "#ui/kit/confirm-dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { cardPageQuery, cardTokenIn, formatExpiry, loadCards } from "./card-queries.ts";

/** The link at which a client adds a card, and removes it later. */
export function CardScreen() {
  const api = useApi();
  const [pathname] = useLocation();
  const token = cardTokenIn(pathname);
  const { data, error } = useQuery(cardPageQuery(api, token));
  const help = contactLine(useBusiness());
  if (error instanceof ApiError && error.status === 404)
    return <Notice title="Link Not Found">Ask us for a new one.</Notice>;
  if (!data)
    return (
      <PublicPage title="Your Card" short>
        {error && <p role="alert">{errorMessage(error)}</p>}
      </PublicPage>
    );
  if (data.status === "open") return <AddCard token={token} page={data} />;
  if (data.status === "added") return <OwnCard token={token} page={data} />;
  return (
    <PublicPage
      title={data.status === "removed" ? "Card Removed" : "This Link Has Expired"}
      intro={
        data.status === "removed"
          ? "Your card is no longer on file. We can't charge it."
          : "Ask us for a new link to add a card."
      }
      short
    >
      {help && <p className="dim">You can reach us at {help}.</p>}
    </PublicPage>
  );
}

interface PartProps {
  token: string;
  page: CardPage;
}

function AddCard({ token, page }: PartProps) {
  const { policy, fee, lateHours, version, visit } = page;
  const currency = useBusiness()?.currency ?? "USD";
  const [agreed, setAgreed] = useState(false);
  const add = useAct(async () => (await loadCards()).agree, {
    onDone: ({ checkoutUrl }) => location.assign(checkoutUrl),
    errors: { fallback: "We couldn't open the page for your card" },
  });
  return (
    <PublicPage
      title="Keep a Card on File"
      intro={
        visit
          ? `For your visit on ${formatStart(visit.start)}.`
          : `Hi ${page.firstName}. You pay nothing now.`
      }
      short
    >
      <section className="grid gap-3" aria-labelledby="today">
        <h2 className="pub-title" id="today">
          Nothing to Pay Today
        </h2>
        <dl className="book-panel grid gap-2 p-4">
          <Row label="Today" value={formatMoney(0, currency)} />
          {visit && <Row label="At the salon" value={formatPrice(visit.price, currency)} />}
          {fee !== null && (
            <Row
              label={`If you miss ${visit ? "it" : "a visit"}${lateHours > 0 ? " or cancel late" : ""}`}
              value={fee}
            />
          )}
        </dl>
      </section>
      <section className="grid gap-3" aria-labelledby="policy">
        <h2 className="pub-title" id="policy">
          Our Policy
        </h2>
        <div className="book-panel p-4 [&_.choice]:items-start">
          <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
            {policy}
          </Checkbox>
        </div>
      </section>
      <ul className="dim grid gap-3">
        {fee !== null && lateHours > 0 && (
          <li className="flex gap-3">
            <Icon of={CalendarClock} />
            <span>
              Cancel or move at least {lateHours === 1 ? "an hour" : `${lateHours} hours`} before a
              visit, and nothing is charged.
            </span>
          </li>
        )}
        <li className="flex gap-3">
          <Icon of={Lock} />
          <span>
            Stripe stores your card. We see the brand, the last four digits, and the expiration
            date.
          </span>
        </li>
      </ul>
      <div className="grid gap-2">
        <Button
          variant="primary"
          size="big"
          fill
          icon={Lock}
          disabled={!agreed}
          aria-describedby="add-hint"
          busy={add.isPending && "Opening..."}
          onClick={() => add.run({ params: { token }, body: { agreed: true, version } })}
        >
          Add Card
        </Button>
        <p className="sm dim text-center" id="add-hint">
          {agreed ? "You enter your card on Stripe." : "Check the box to add your card."}
          {visit && " We'll hold your time for 30 minutes."}
        </p>
      </div>
    </PublicPage>
  );
}

function Row({ label, value }: { label: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 num">
      <dt className="dim">{label}</dt>
      <dd className="text-right">{value}</dd>
    </div>
  );
}

function OwnCard({ token, page: { card, policy, visit } }: PartProps) {
  const [asks, setAsks] = useState(false);
  const remove = useAct(async () => (await loadCards()).removeOwn, {
    done: "Card removed",
    onDone: () => setAsks(false),
    errors: { fallback: "We couldn't remove your card" },
  });
  return (
    <PublicPage
      title="Your Card Is on File"
      intro="Thank you. You can remove it at any time."
      short
    >
      {card && (
        <div className="book-panel grid gap-1 p-4">
          <h2 className="h3 num">
            {card.brand} ending in {card.last4}
          </h2>
          <p className="dim num">{formatExpiry(card)}</p>
        </div>
      )}
      <p className="dim">{policy}</p>
      {visit && (
        <a
          href={visit.url}
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          See Your Appointment
        </a>
      )}
      <Button size="big" fill onClick={() => setAsks(true)}>
        Remove Card
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title="Remove Your Card?"
        description="We won't be able to charge it. You may need to add a card again to book."
        action="Remove Card"
        busy={remove.isPending && "Removing..."}
        error={remove.errorMessage}
        onConfirm={() => remove.run({ params: { token } })}
      />
    </PublicPage>
  );
}
