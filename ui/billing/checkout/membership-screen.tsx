import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { Offer } from "#src/billing/checkout/contract.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { splitDescription } from "#ui/billing/client-pages/description.tsx";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { AgreementWithoutScript } from "./agreement-view.tsx";
import { type Entered, SignUpForm } from "./membership-form.tsx";
import { membershipIdIn, offerQuery } from "./queries.ts";
import { useSavedSignUp } from "./saved-sign-up.ts";
import { SignUpArea } from "./sign-up-area.tsx";

export function MembershipScreen() {
  const [pathname] = useLocation();
  const id = membershipIdIn(pathname);
  const { data: offer, error } = useQuery({
    ...offerQuery(useApi(), id ?? ""),
    enabled: id !== undefined,
  });

  if (id === undefined)
    return <Notice title="Invalid Link">Invalid membership ID. Ask us for a new link.</Notice>;
  if (error) return <Notice title="Something Went Wrong">{errorMessage(error)}</Notice>;
  if (offer === undefined) return <PublicPage title="Membership">{null}</PublicPage>;
  if (offer === null)
    return (
      <Notice title="Membership Not Found">
        This membership may have expired or been removed. Ask us for a new link.
      </Notice>
    );
  if (offer.status !== "approved")
    return (
      <Notice title="Membership Not Available">
        You can't join this membership right now. Contact us with any questions.
      </Notice>
    );
  return <OfferPage offer={offer} />;
}

function OfferPage({ offer }: { offer: Offer }) {
  const amount = formatAmount(offer.price, offer.currency);
  const saved = useSavedSignUp<Entered>(offer.version);
  const { intro, benefits } = splitDescription(offer.description);
  return (
    <PublicPage
      title={offer.name}
      intro={intro}
      price={{ amount, per: `per ${offer.billingFrequency}` }}
      perks={[
        ...benefits,
        `Cancel anytime. You keep access until the end of the ${offer.billingFrequency} you paid for.`,
      ]}
      secure
    >
      <AgreementWithoutScript text={offer.agreementText} terms={offer.terms} />
      <SignUpArea>
        <SignUpForm key={saved ? "returned" : "new"} offer={offer} amount={amount} saved={saved} />
      </SignUpArea>
    </PublicPage>
  );
}
