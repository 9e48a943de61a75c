import { Link } from "wouter";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { useApi } from "#ui/api.ts";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { usePaidCheckout } from "#ui/billing/client-pages/use-paid-checkout.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { loadMembers } from "./queries.ts";

export function SuccessScreen() {
  const api = useApi();
  usePaidCheckout({
    path: "/membership/success",
    confirm: async (sessionId) =>
      api((await loadMembers()).members.confirm, { body: { sessionId } }),
    isOpen: ({ ready }) => !ready,
  });

  return (
    <PublicPage title="Welcome!" intro="Thank you for joining. Your membership begins today." short>
      <div className="grid gap-2">
        <h2 className="pub-title">Your membership is active</h2>
        <p className="dim">
          In the member portal you can look at your agreement, change your card, or cancel. You sign
          in with a code that we text to your phone.
        </p>
      </div>
      <div className="grid gap-3">
        <Link
          href="/membership/login"
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          Member Portal
        </Link>
        <a href={CLIENT_HOME} className={buttonClass({ size: "big", fill: true })}>
          Go Home
        </a>
      </div>
    </PublicPage>
  );
}
