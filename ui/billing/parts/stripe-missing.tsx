import { useQuery } from "@tanstack/react-query";
import CreditCard from "lucide-react/icons/credit-card";
import { Link } from "wouter";
import { useApi } from "#ui/api.ts";
import { businessQuery } from "#ui/billing/client-pages/queries.ts";
import { Note } from "#ui/kit/notice.tsx";

/** Warns staff who share an offer that clients can't pay for it yet. */
export function StripeMissing() {
  const { data: business } = useQuery(businessQuery(useApi()));
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
