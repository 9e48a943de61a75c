import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ListedOffer } from "#src/billing/client-pages/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { contactLine } from "./contact-line.tsx";
import { Description } from "./description.tsx";
import { PublicPage } from "./public-page.tsx";
import { offersQuery } from "./queries.ts";
import { useBusiness } from "./use-business.ts";

/** What the salon offers, and where clients sign in. */
export function HomeScreen() {
  const api = useApi();
  const business = useBusiness();
  const { data: offers, error, refetch } = useQuery(offersQuery(api));
  const help = contactLine(business);

  return (
    <PublicPage title="Memberships" intro="Join online, or sign in to manage yours.">
      <section className="grid gap-4" aria-labelledby="offers-title">
        <h2 className="pub-title" id="offers-title">
          Our Memberships
        </h2>
        {error && !offers && (
          <div className="pub-card grid justify-items-start gap-3">
            <p className="dim">{errorMessage(error)}</p>
            <Button onClick={() => void refetch()}>Retry</Button>
          </div>
        )}
        {offers?.length === 0 && (
          <p className="pub-card dim">
            No memberships to join online right now.{help && <> Reach us at {help}.</>}
          </p>
        )}
        {offers?.map((offer) => (
          <OfferCard key={offer.id} offer={offer} currency={business?.currency ?? "USD"} />
        ))}
      </section>
      <section className="grid gap-3" aria-labelledby="login-title">
        <h2 className="pub-title" id="login-title">
          Already a Client?
        </h2>
        <p className="dim">We'll text a code to your phone. There's no password to remember.</p>
        <div className="flex phone:grid flex-wrap gap-3">
          <Link href="/membership/login" className={buttonClass({ size: "big" })}>
            Member Sign In
          </Link>
          <Link href="/financing/login" className={buttonClass({ size: "big" })}>
            Payment Plan Sign In
          </Link>
        </div>
      </section>
      {(business?.address || help) && (
        <address className="dim grid gap-1 not-italic wrap-anywhere">
          {business?.address && <span className="whitespace-pre-line">{business.address}</span>}
          {help && <span className="num">{help}</span>}
        </address>
      )}
    </PublicPage>
  );
}

function OfferCard({ offer, currency }: { offer: ListedOffer; currency: string }) {
  return (
    <article className="pub-card grid gap-3">
      {/* On a phone, a long name would leave no room for its price, so no card has them in one line. */}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 phone:grid">
        <h3 className="pub-title wrap-anywhere">{offer.name}</h3>
        <p className="num">
          <b className="text-figure font-label">{formatAmount(offer.price, currency)}</b>{" "}
          <span className="dim">per {offer.billingFrequency}</span>
        </p>
      </div>
      <Description text={offer.description} />
      <Link
        href={`/membership/signup/${offer.id}`}
        className={`${buttonClass({ variant: "primary", size: "big" })} mt-1 justify-self-start phone:justify-self-stretch`}
      >
        Join<span className="sr-only"> {offer.name}</span>
      </Link>
    </article>
  );
}
