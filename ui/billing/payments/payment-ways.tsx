import type { LucideIcon } from "lucide-react";
import CreditCard from "lucide-react/icons/credit-card";
import Smartphone from "lucide-react/icons/smartphone";
import Store from "lucide-react/icons/store";
import { type ReactNode, useId } from "react";
import { type Bill, LINK_DAYS } from "#src/billing/payments/contract.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { formatExpiry } from "#ui/billing/cards/card-queries.ts";
import { MoneyInput } from "#ui/billing/parts/money-input.tsx";
import { PAYMENT_WAYS } from "#ui/billing/parts/payment-labels.ts";
import { Field } from "#ui/kit/field.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { formatDay, wallTime } from "#ui/shell/format/dates.ts";
import type { Draft } from "./payment-draft.ts";

interface PaymentWaysProps {
  bill: Bill;
  draft: Draft;
  /** What the client gets back. */
  change: string | undefined;
  isShort: boolean;
  onChange: (part: Partial<Draft>) => void;
}

const HERE = (["cash", "terminal", "gift-card"] as const).map((value) => ({
  value,
  label: PAYMENT_WAYS[value],
}));

/** How the client pays; the chosen way opens its own fields. */
export function PaymentWays({ bill, draft, change, isShort, onChange }: PaymentWaysProps) {
  const name = useId();
  const { way } = draft;
  const { linkRefusal, phoneNumber, card } = bill;
  const isHere = way !== "link" && way !== "card";
  const { timeZone } = useBusinessTime();
  return (
    <fieldset className="grid gap-2">
      <legend className="label mb-2">Payment method</legend>
      <WayOption
        name={name}
        icon={Smartphone}
        title="Text a Payment Link"
        hint={linkRefusal ?? `To ${formatPhone(phoneNumber ?? "")}`}
        isChosen={way === "link"}
        isDisabled={linkRefusal !== null}
        onChoose={() => onChange({ way: "link" })}
      >
        <p className="hint">
          Opens your payment page with tip choices. The link works for {LINK_DAYS} days.
        </p>
      </WayOption>
      {card && (
        <WayOption
          name={name}
          icon={CreditCard}
          title={`Charge ${card.brand} •••• ${card.last4}`}
          hint={formatExpiry(card)}
          isChosen={way === "card"}
          isDisabled={card.expired}
          onChoose={() => onChange({ way: "card" })}
        >
          <p className="hint">
            On file, with the fee policy agreed {formatDay(wallTime(card.addedAt, timeZone))}. Ask
            the client before you charge it.
          </p>
        </WayOption>
      )}
      <WayOption
        name={name}
        icon={Store}
        title="Paid Here"
        hint="Cash, other terminal, gift card"
        isChosen={isHere}
        onChoose={() => onChange({ way: "cash" })}
      >
        <Segmented
          label="Paid with"
          value={isHere ? way : "cash"}
          onValueChange={(here) => onChange({ way: here })}
          options={HERE}
          className="w-full [&>label]:flex-1 [&>label]:justify-center [&>label]:px-1"
        />
        {way === "cash" && (
          <div className="grid grid-cols-2 items-start gap-3 num">
            <Field
              label="Received (optional)"
              error={isShort ? "That's less than the amount due" : undefined}
            >
              <MoneyInput
                value={draft.received}
                currency={bill.currency}
                onValueChange={(received) => onChange({ received })}
              />
            </Field>
            {change !== undefined && (
              <p className="sm dim" aria-live="polite">
                Change
                <b className="block text-title text-ink">{change}</b>
              </p>
            )}
          </div>
        )}
        <p className="hint">Recorded only. No card is charged.</p>
      </WayOption>
    </fieldset>
  );
}

interface WayOptionProps {
  name: string;
  icon: LucideIcon;
  title: string;
  hint: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: () => void;
  /** Its own fields. */
  children: ReactNode;
}

function WayOption(props: WayOptionProps) {
  const { name, icon, title, hint, isChosen, isDisabled = false, onChoose, children } = props;
  return (
    <div className="pay-way">
      <label>
        <input
          type="radio"
          className="check"
          name={name}
          checked={isChosen}
          disabled={isDisabled}
          onChange={onChoose}
        />
        <span className="flex-1 min-w-0">
          <span className="block h3">{title}</span>
          <span className="block sm dim num">{hint}</span>
        </span>
        <Icon of={icon} />
      </label>
      {isChosen && <div className="grid gap-3 pr-3.5 pb-3.5 pl-10.5 touch:pl-11.5">{children}</div>}
    </div>
  );
}
