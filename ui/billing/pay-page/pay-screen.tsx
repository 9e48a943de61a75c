import { useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import type { Paying } from "#src/billing/pay-page/contract.ts";
import { ApiError, errorMessage, useApi } from "#ui/api.ts";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { contactLine, useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { BillLines, hasServices } from "./bill-lines.tsx";
import { PayForm } from "./pay-form.tsx";
import { payingQuery, tokenIn } from "./queries.ts";
import { Receipt } from "./receipt.tsx";

/** Where a client pays by the link that was texted, and finds the receipt afterward. */
export function PayScreen() {
  const [pathname] = useLocation();
  const token = tokenIn(pathname);
  const { data: payment, error, refetch } = useQuery(payingQuery(useApi(), token));
  const business = useBusiness();
  if (error instanceof ApiError && error.status === 404)
    return (
      <Notice title="Link not found">This link is not valid. Please ask us for a new one.</Notice>
    );
  if (!payment)
    return (
      <PublicPage title="Your Payment" short>
        {error && <p role="alert">{errorMessage(error)}</p>}
      </PublicPage>
    );
  if (payment.status === "paid" || payment.status === "refunded")
    return (
      <PublicPage
        title={`Thank you, ${payment.firstName}`}
        intro={payment.canText ? "We texted you this receipt." : undefined}
        short
      >
        <Receipt payment={payment} business={business} />
      </PublicPage>
    );
  if (payment.status === "open")
    return (
      <PublicPage
        title={hasServices(payment) ? "Pay for Your Visit" : "Your Payment"}
        intro={`Thank you for coming in, ${payment.firstName}.`}
      >
        <PayForm token={token} payment={payment} onPaid={() => void refetch()} />
      </PublicPage>
    );
  return (
    <PublicPage title={TITLES[payment.status]} intro="There's nothing to pay here anymore." short>
      <BillLines payment={payment} />
      <p className="dim">
        {business && contactLine(business)
          ? `Questions? Reach us at ${contactLine(business)}.`
          : "Questions? Please ask us."}
      </p>
    </PublicPage>
  );
}

const TITLES: Readonly<Record<Exclude<Paying["status"], "open" | "paid" | "refunded">, string>> = {
  expired: "This link has expired",
  canceled: "This link was canceled",
};
