import FileText from "lucide-react/icons/file-text";
import Mail from "lucide-react/icons/mail";
import Smartphone from "lucide-react/icons/smartphone";
import { useState } from "react";
import { type Payment, payments } from "#src/billing/payments/contract.ts";
import { fieldErrorsOf } from "#ui/api.ts";
import { discountLabel } from "#ui/billing/parts/payment-labels.ts";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { Button } from "#ui/kit/button.tsx";
import { buttonClass } from "#ui/kit/button-class.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { Input } from "#ui/kit/input.tsx";
import { useAct } from "#ui/shell/data/act.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatShortDay, momentAt, wallTime } from "#ui/shell/format/dates.ts";
import { formatWallTime } from "#ui/shell/format/wall-time.ts";

/** What the client paid for. */
export function PaymentLinesPaid({ payment }: { payment: Payment }) {
  const { now, timeZone } = useBusinessTime();
  const { lines, discount, discountPercent, tip, total, currency } = payment;
  const { deposit, depositPaidAt, depositRefund } = payment;
  const money = (amount: string) => formatAmount(amount, currency);
  const paidOn =
    depositPaidAt === null
      ? ""
      : `, paid ${formatShortDay(wallTime(depositPaidAt, timeZone), wallTime(now, timeZone))}`;
  return (
    <dl className="pay-bill num">
      {lines.map(({ name, price }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change
        <div key={at}>
          <dt className="wrap-anywhere">{name}</dt>
          <dd>{money(price)}</dd>
        </div>
      ))}
      {Number(discount) > 0 && (
        <div className="dim">
          <dt>
            {discountLabel(
              discountPercent,
              lines.some(({ employeeId }) => employeeId !== null),
            )}
          </dt>
          <dd>−{money(discount)}</dd>
        </div>
      )}
      {Number(deposit) > 0 && (
        <div className="dim">
          <dt>Deposit{paidOn}</dt>
          <dd>−{money(deposit)}</dd>
        </div>
      )}
      {Number(depositRefund) > 0 && (
        <div className="dim">
          <dt>Deposit refund</dt>
          <dd>{money(depositRefund)}</dd>
        </div>
      )}
      {Number(tip) > 0 && (
        <div className="dim">
          <dt>Tip</dt>
          <dd>{money(tip)}</dd>
        </div>
      )}
      <div className="total">
        <dt>Total</dt>
        <dd>{money(total)}</dd>
      </div>
    </dl>
  );
}

export function Receipts({ payment }: { payment: Payment }) {
  const { id, contactId, way, receiptTextedAt, textRefusal } = payment;
  const { user } = useCurrentUser();
  const { now, timeZone } = useBusinessTime();
  /** Typed, where the client has none; undefined until the server asks for it. */
  const [email, setEmail] = useState<string>();
  const { run, isPending, variables } = useAct(payments.sendReceipt, {
    done: ({ message }) => message,
    errors(error, { body }) {
      if (body.by === "email" && fieldErrorsOf(error)["email"] !== undefined) {
        setEmail((typed) => typed ?? "");
        return body.email === undefined ? "inline" : { title: "Check the email address" };
      }
      return "Couldn't send the receipt";
    },
  });
  if (contactId === null) return null;
  const send = (by: "text" | "email") =>
    run({ params: { id }, body: { by, ...(by === "email" && email && { email }) } });
  const busyWith = isPending ? variables?.body.by : undefined;
  return (
    <ul className="pay-facts">
      <li>
        <Icon of={Smartphone} />
        <span className="flex-1 min-w-0 sm">
          {receiptTextedAt !== null
            ? `Receipt texted ${formatWallTime(momentAt(receiptTextedAt, timeZone), wallTime(now, timeZone))}`
            : textRefusal === null
              ? "Receipt by text"
              : `No receipt can be texted: ${textRefusal}.`}
        </span>
        {textRefusal === null && (
          <Button
            size="tiny"
            busy={busyWith === "text" && "Texting..."}
            onClick={() => send("text")}
          >
            {receiptTextedAt === null ? "Text Receipt" : "Text Again"}
          </Button>
        )}
      </li>
      <li>
        <Icon of={Mail} />
        {email === undefined ? (
          <span className="flex-1 min-w-0 sm">Receipt by email</span>
        ) : (
          <Input
            type="email"
            aria-label="Email address for the receipt"
            placeholder="name@example.com"
            className="flex-1 min-w-0"
            autoFocus
            autoComplete="off"
            value={email}
            onValueChange={setEmail}
          />
        )}
        <Button
          size="tiny"
          busy={busyWith === "email" && "Mailing..."}
          onClick={() => send("email")}
        >
          Email Receipt
        </Button>
      </li>
      {user?.role === "admin" && (way === "link" || way === "card") && (
        <li>
          <Icon of={FileText} />
          <span className="flex-1 min-w-0 sm">Evidence for a dispute</span>
          <a
            className={buttonClass({ size: "tiny" })}
            href={`/api/payments/${id}/evidence`}
            download
          >
            Save PDF
          </a>
        </li>
      )}
    </ul>
  );
}
