import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { Link, useLocation, useSearchParams } from "wouter";
import type { Bought } from "#src/billing/checkout/contract.ts";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { SUCCESS_CLEAR_MS } from "#src/shared/constants.ts";
import { ApiError, useApi } from "#ui/api.ts";
import { contactLine } from "#ui/billing/client-pages/contact-line.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { buttonClass } from "#ui/kit/button-class.ts";
import { formatFullDay } from "#ui/shell/format/dates.ts";
import { loadCheckout } from "./queries.ts";
import { forgetSignUp } from "./saved-sign-up.ts";

export function MembershipSuccess() {
  const api = useApi();
  const { payment, bought } = usePayment("/membership/success", async (sessionId) => {
    const { confirmMembership } = await loadCheckout();
    const reply = await api(confirmMembership, { body: { sessionId } });
    return { payment: reply.ready ? "paid" : "open", bought: reply.bought };
  });
  return (
    <SuccessPage
      payment={payment}
      bought={bought}
      title="Welcome!"
      intro="Thank you for joining. Your membership starts today."
      login={{ href: "/membership/login", label: "Member Portal" }}
      home="Go Home"
    >
      <div className="grid gap-2">
        <h2 className="pub-title">Your Membership Is Active</h2>
        <p className="dim">
          In the member portal, you can view your agreement, change your card, or cancel. Sign in
          with a code we text to your phone.
        </p>
      </div>
    </SuccessPage>
  );
}

export function PlanSuccess() {
  const api = useApi();
  const business = useBusiness();
  const help = contactLine(business);
  const { payment, bought } = usePayment("/financing/success", async (sessionId) => {
    const reply = await api((await loadCheckout()).confirmPlan, { body: { sessionId } });
    return { payment: PAYMENT_OF[reply.status], bought: reply.bought };
  });
  return (
    <SuccessPage
      payment={payment}
      bought={bought}
      title="Payment Plan Activated!"
      intro="Thank you. We received your first payment, and your plan has started."
      login={{ href: "/financing/login", label: "See My Payments" }}
      home="Back to Home"
    >
      <section className="grid gap-2" aria-labelledby="next-title">
        <h2 className="pub-title" id="next-title">
          What Happens Next
        </h2>
        <ul className="dim grid list-disc gap-1.5 pl-5">
          <li>
            Your other payments will be charged to your card automatically on their due dates.
          </li>
          <li>If a payment fails, we'll text you how to update your card before we try again.</li>
          <li>You can see your payments and signed agreement anytime.</li>
        </ul>
      </section>
      {help && (
        <section className="grid gap-1" aria-labelledby="help-title">
          <h2 className="pub-title" id="help-title">
            Need Help?
          </h2>
          <p className="dim num wrap-anywhere">Reach us at {help}.</p>
        </section>
      )}
    </SuccessPage>
  );
}

const PAYMENT_OF = {
  fulfilled: "paid",
  open: "open",
  expired: "elsewhere",
  refunded: "elsewhere",
  unknown: "elsewhere",
} as const;

/** "open": no payment is known yet. "elsewhere": not paid, or not in this browser. */
type Payment = "checking" | "open" | "paid" | "elsewhere";

interface Confirmed {
  readonly payment: Payment;
  readonly bought: Bought | null;
}

interface SuccessPageProps {
  payment: Payment;
  bought: Bought | null;
  /** Once paid. */
  title: string;
  intro: string;
  login: { readonly href: string; readonly label: string };
  home: string;
  children: ReactNode;
}

const UNPAID = {
  checking: { title: "One Moment", intro: "We're checking your payment." },
  open: {
    title: "Not Confirmed Yet",
    intro: "We haven't received your payment yet. If you paid, sign in here in a few minutes.",
  },
  elsewhere: {
    title: "Sign In",
    intro:
      "This page only works right after you pay, in the same browser. Sign in to see your payments.",
  },
} as const;

function SuccessPage(props: SuccessPageProps) {
  const { payment, bought, login, home, children } = props;
  const { title, intro } = payment === "paid" ? props : UNPAID[payment];
  return (
    <PublicPage title={title} intro={intro} short>
      {payment === "paid" && bought && <Purchase bought={bought} />}
      {payment === "paid" && children}
      <div className="grid gap-3">
        <Link
          href={login.href}
          className={buttonClass({ variant: "primary", size: "big", fill: true })}
        >
          {login.label}
        </Link>
        <a href={CLIENT_HOME} className={buttonClass({ size: "big", fill: true })}>
          {home}
        </a>
      </div>
    </PublicPage>
  );
}

/** What was paid, and what comes next. */
function Purchase({ bought: { name, paid, currency, payments, next } }: { bought: Bought }) {
  return (
    <section aria-label="Your payment" className="grid gap-1">
      <p className="num">
        <b>{name}</b>: {formatAmount(paid, currency)} paid
        {payments !== null && `, payment 1 of ${payments}`}
      </p>
      {next && (
        <p className="num dim">
          Next payment: {formatAmount(next.amount, currency)} on {formatFullDay(next.day)}
        </p>
      )}
    </section>
  );
}

const AGAIN_MS = 2_000;
const TRIES = 5;
const NOT_THIS_BROWSER = 403;

/**
 * Records the payment before sign-in, whether or not the webhook has arrived. A page that is
 * reloaded or shared has no checkout in its address.
 */
function usePayment(path: string, confirm: (sessionId: string) => Promise<Confirmed>): Confirmed {
  const [params] = useSearchParams();
  // Stored, because it is removed from the address.
  const [sessionId] = useState(params.get("session_id"));
  const [, navigate] = useLocation();
  const { data, error } = useQuery({
    queryKey: ["checkout", sessionId],
    queryFn: () => confirm(sessionId ?? ""),
    enabled: sessionId !== null,
    refetchInterval: ({ state }) =>
      state.data?.payment === "open" && state.dataUpdateCount < TRIES && AGAIN_MS,
  });
  const isPaid = data?.payment === "paid";

  useEffect(() => {
    const timer = setTimeout(() => navigate(path, { replace: true }), SUCCESS_CLEAR_MS);
    return () => clearTimeout(timer);
  }, [navigate, path]);
  useEffect(() => {
    if (isPaid) forgetSignUp();
  }, [isPaid]);

  const isElsewhere =
    sessionId === null || (error instanceof ApiError && error.status === NOT_THIS_BROWSER);
  if (isElsewhere) return { payment: "elsewhere", bought: null };
  if (error) return { payment: "open", bought: null };
  return data ?? { payment: "checking", bought: null };
}
