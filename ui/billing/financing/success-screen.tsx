import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { useApi } from "#ui/api.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { usePaidCheckout } from "#ui/billing/client-pages/use-paid-checkout.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { loadFinancing } from "./queries.ts";

export function SuccessScreen() {
  const api = useApi();
  const { data: business } = useQuery(businessQuery(api));
  usePaidCheckout({
    path: "/financing/success",
    confirm: async (sessionId) =>
      api((await loadFinancing()).financingApi.confirm, { body: { sessionId } }),
    isOpen: ({ status }) => status === "open",
  });
  const help = [business?.phone, business?.email].filter(Boolean).join(" or ");

  return (
    <PublicPage
      title="Payment Plan Activated!"
      intro="Thank you. Your first payment was received, and your plan has begun."
      short
    >
      <section className="grid gap-2" aria-labelledby="next-title">
        <h2 className="pub-title" id="next-title">
          What happens next
        </h2>
        <ul className="dim grid list-disc gap-1.5 pl-5">
          <li>The other payments are taken from your card by themselves, each on its date.</li>
          <li>If a payment fails, we text you how to update your card before it is tried again.</li>
          <li>You can see your payments and your signed agreement at any time.</li>
        </ul>
      </section>
      {help && (
        <section className="grid gap-1" aria-labelledby="help-title">
          <h2 className="pub-title" id="help-title">
            Need help?
          </h2>
          <p className="dim num wrap-anywhere">Reach us at {help}.</p>
        </section>
      )}
      <div className="grid gap-3">
        <Link
          href="/financing/login"
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          See my payments
        </Link>
        <a href={CLIENT_HOME} className={buttonClass({ size: "big", fill: true })}>
          Back to Home
        </a>
      </div>
    </PublicPage>
  );
}
