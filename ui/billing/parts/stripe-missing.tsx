import CreditCard from "lucide-react/icons/credit-card";
import { Link } from "wouter";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Note } from "#ui/kit/notice.tsx";

/** Warns staff who share an offer that clients can't pay for it yet. */
export function StripeMissing() {
  const business = useBusiness();
  if (business?.takesCards !== false) return null;
  return (
    <Note tone="wait" icon={CreditCard} className="mb-4">
      Stripe isn't connected, so clients can't sign up and pay yet.{" "}
      <Link href="/settings/payments#stripe" className="font-label underline">
        Connect Stripe in Settings
      </Link>
    </Note>
  );
}
