import { useQuery } from "@tanstack/react-query";
import Lock from "lucide-react/icons/lock";
import { type FormEvent, useState } from "react";
import { useLocation, useSearch } from "wouter";
import type { Paying } from "#src/billing/pay-page/contract.ts";
import { formatLongDate, formatLongTime } from "#src/shared/long-date.ts";
import { formatCents, formatMoney, readMoney } from "#src/shared/money.ts";
import { maxTip, percentOf, TIP_PERCENTS } from "#src/shared/payment-sums.ts";
import { ApiError, errorMessage, useApi } from "#ui/api.ts";
import { contactLine } from "#ui/billing/client-pages/contact-line.tsx";
import { Notice } from "#ui/billing/client-pages/notice.tsx";
import { PublicPage } from "#ui/billing/client-pages/public-page.tsx";
import { useBusiness } from "#ui/billing/client-pages/use-business.ts";
import { Button } from "#ui/kit/button.tsx";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { BillLines, centsOf, hasServices } from "./bill-lines.tsx";
import { loadPayPage, payingQuery, tokenIn } from "./queries.ts";
import { Receipt } from "./receipt.tsx";

/** Where a client pays by the link that was texted, and finds the receipt afterward. */
export function PayScreen() {
  const [pathname] = useLocation();
  const token = tokenIn(pathname);
  const { data: payment, error, refetch } = useQuery(payingQuery(useApi(), token));
  const business = useBusiness();
  const help = contactLine(business);
  if (error instanceof ApiError && error.status === 404)
    return <Notice title="Link Not Found">This link isn't valid. Ask us for a new one.</Notice>;
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
        intro={introOf(payment)}
      >
        <PayForm token={token} payment={payment} onPaid={() => void refetch()} />
      </PublicPage>
    );
  return (
    <PublicPage
      title={TITLES[payment.status]}
      intro={
        payment.status === "expired"
          ? "If you haven't paid yet, ask us for a new link."
          : "There's nothing to pay here anymore."
      }
      short
    >
      <p className="dim">{help ? <>Reach us at {help}.</> : "Ask us about this payment."}</p>
    </PublicPage>
  );
}

function introOf(payment: Paying): string {
  const { expiresAt } = payment;
  return `${greet(payment)}${expiresAt === null ? "" : ` You can pay here until ${formatLongDate(expiresAt)}.`}`;
}

function greet({ firstName, visitAt }: Paying): string {
  return visitAt === null
    ? `Here's your bill, ${firstName}.`
    : `${firstName}, your visit is on ${formatLongTime(visitAt)}.`;
}

const TITLES: Readonly<Record<Exclude<Paying["status"], "open" | "paid" | "refunded">, string>> = {
  expired: "This Link Has Expired",
  canceled: "This Link Was Canceled",
};

interface PayFormProps {
  token: string;
  payment: Paying;
  /** It turned out to be paid. */
  onPaid: () => void;
}

type Choice = "none" | "own" | (typeof TIP_PERCENTS)[number];

/** The bill, the tip, and one button with the whole amount. No tip is chosen at first. */
function PayForm({ token, payment, onPaid }: PayFormProps) {
  const { currency, tipNote, keepCard } = payment;
  const base = centsOf(payment.tipBase);
  const before = useTipBefore(base);
  const [choice, setChoice] = useState<Choice>(before.choice);
  const [own, setOwn] = useState(before.own);
  const [keepsCard, setKeepsCard] = useState(false);
  const ownCents = readMoney(own);
  const tip = choice === "none" ? 0 : choice === "own" ? (ownCents ?? 0) : percentOf(base, choice);
  const money = (cents: number) => formatMoney(cents, currency);
  const tooMuch = tip > maxTip(base);
  const unreadable = choice === "own" && own.trim() !== "" && ownCents === undefined;
  const pay = useAct(async () => (await loadPayPage()).checkout, {
    onDone: ({ checkoutUrl }) => location.assign(checkoutUrl),
    errors(error) {
      if (error instanceof ApiError && error.status === 409) onPaid();
      return { fallback: "We couldn't open the payment page" };
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (pay.isPending || tooMuch || unreadable) return;
    pay.run({
      params: { token },
      body: {
        tip: formatCents(tip),
        ...(keepsCard && payment.keepCard && { keepCard: payment.keepCard.version }),
      },
    });
  };

  return (
    <form className="grid gap-6" noValidate onSubmit={submit}>
      <section>
        <h2 className="h2 mb-2.5">{hasServices(payment) ? "Your Visit" : "Your Bill"}</h2>
        <BillLines payment={payment} tip={tip} />
      </section>
      <fieldset>
        <legend className="h2 mb-2.5">Add a Tip?</legend>
        {tipNote && <p className="dim -mt-1.5 mb-2.5 wrap-anywhere">{tipNote}</p>}
        <div className="grid grid-cols-5 gap-2 phone:gap-1.5">
          <Tile choice="none" title="None" chosen={choice} onChoose={setChoice} />
          {TIP_PERCENTS.map((percent) => (
            <Tile
              key={percent}
              choice={percent}
              title={`${percent}%`}
              hint={money(percentOf(base, percent))}
              chosen={choice}
              onChoose={setChoice}
            />
          ))}
          <Tile choice="own" title="Other" hint="Amount" chosen={choice} onChoose={setChoice} />
        </div>
        {choice === "own" && (
          <Field
            label="Tip amount"
            className="mt-3"
            hint={`Up to ${money(maxTip(base))}`}
            error={
              tooMuch || unreadable
                ? `Enter an amount such as 5.00, up to ${money(maxTip(base))}`
                : undefined
            }
          >
            <Input
              className="num"
              inputMode="decimal"
              autoComplete="off"
              placeholder={money(500)}
              value={own}
              onValueChange={setOwn}
            />
          </Field>
        )}
      </fieldset>
      {keepCard && (
        <div className="book-panel px-4 py-3 [&_.choice]:items-start">
          <Checkbox checked={keepsCard} onChange={({ target }) => setKeepsCard(target.checked)}>
            <span className="min-w-0">
              <b className="block">Keep my card on file (optional)</b>
              <span className="sm dim block">{keepCard.policy}</span>
            </span>
          </Checkbox>
        </div>
      )}
      <div className="grid gap-3">
        <Button
          type="submit"
          variant="primary"
          size="big"
          fill
          icon={Lock}
          className="num"
          busy={pay.isPending && "Opening..."}
        >
          Pay {money(centsOf(payment.due) + tip)}
        </Button>
        <p className="xs dim text-center text-balance">
          You pay on Stripe.{payment.canText && " We text you a receipt."}
        </p>
      </div>
    </form>
  );
}

/** What a client chose who comes back from Stripe without having paid. */
function useTipBefore(base: number): { readonly choice: Choice; readonly own: string } {
  const tip = readMoney(new URLSearchParams(useSearch()).get("tip") ?? "");
  if (!tip) return { choice: "none", own: "" };
  const percent = TIP_PERCENTS.find((one) => percentOf(base, one) === tip);
  return percent ? { choice: percent, own: "" } : { choice: "own", own: formatCents(tip) };
}

interface TileProps {
  choice: Choice;
  title: string;
  hint?: string;
  chosen: Choice;
  onChoose: (choice: Choice) => void;
}

function Tile({ choice, title, hint, chosen, onChoose }: TileProps) {
  return (
    <label className="pay-tile num">
      <input
        type="radio"
        className="sr"
        name="tip"
        checked={chosen === choice}
        onChange={() => onChoose(choice)}
      />
      <b>{title}</b>
      {hint}
    </label>
  );
}
