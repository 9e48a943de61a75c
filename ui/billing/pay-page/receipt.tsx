import CalendarPlus from "lucide-react/icons/calendar-plus";
import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import Undo2 from "lucide-react/icons/undo-2";
import { Link } from "wouter";
import type { Business } from "#src/billing/client-pages/contract.ts";
import type { Paying } from "#src/billing/pay-page/contract.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { formatMoney } from "#src/shared/money.ts";
import { MONTHS } from "#src/shared/months.ts";
import { Badge } from "#ui/kit/badge.tsx";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { BillLines, centsOf } from "./bill-lines.tsx";

const WAYS: Readonly<Record<Paying["way"], string>> = {
  link: "Card",
  card: "Card",
  cash: "Cash",
  terminal: "Card terminal",
  "gift-card": "Gift card",
};

/** What the client paid, to keep. Printing it saves it as a PDF. */
export function Receipt({
  payment,
  business,
}: {
  payment: Paying;
  business: Business | undefined;
}) {
  const { status, receiptNumber, paidAt, way, currency } = payment;
  const refunded = centsOf(payment.refunded);
  return (
    <>
      <article className="book-panel" aria-label="Receipt">
        <div className="ticket-head">
          {paidAt !== null && (
            <span className="date-tile" aria-hidden="true">
              <span className="xs dim">{MONTHS[Number(paidAt.slice(5, 7)) - 1]?.slice(0, 3)}</span>
              <b className="text-title">{Number(paidAt.slice(8, 10))}</b>
            </span>
          )}
          <div className="min-w-0 flex-1">
            <h2 className="h2 num">Receipt {receiptNumber}</h2>
            {paidAt !== null && <p className="dim num">{formatLongTime(paidAt)}</p>}
          </div>
          {refunded > 0 ? (
            <Badge tone="off" icon={Undo2}>
              {status === "refunded" ? "Refunded" : "Partly refunded"}
            </Badge>
          ) : (
            <Badge tone="good" icon={Check}>
              Paid
            </Badge>
          )}
        </div>
        <div className="[&>.book-panel]:rounded-none [&>.book-panel]:border-0">
          <BillLines
            payment={payment}
            total={
              <>
                Paid
                <small className="block sm dim font-normal">{payment.card ?? WAYS[way]}</small>
              </>
            }
          />
          {refunded > 0 && (
            <p className="dim num px-4 pb-3">
              {formatMoney(refunded, currency)} was refunded. You paid{" "}
              {formatMoney(centsOf(payment.total) - refunded, currency)} in all.
            </p>
          )}
        </div>
        <div className="ticket-actions">
          <Link href="/book" className={buttonClass({ variant: "primary", size: "big" })}>
            <Icon of={CalendarPlus} />
            Book Your Next Visit
          </Link>
          <Button size="big" icon={Download} onClick={() => print()}>
            Save as PDF
          </Button>
        </div>
      </article>
      <p className="xs dim text-center">
        {[business?.name, business?.address].filter(Boolean).join(", ")}
        {business?.name && ". "}Prices include sales tax.
      </p>
    </>
  );
}
