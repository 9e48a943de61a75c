import { useQuery } from "@tanstack/react-query";
import Plus from "lucide-react/icons/plus";
import Tag from "lucide-react/icons/tag";
import X from "lucide-react/icons/x";
import { type ReactNode, useRef, useState } from "react";
import type { Line } from "#src/billing/payments/contract.ts";
import { formatCents, formatMoney, readMoney } from "#src/shared/money.ts";
import { type Discount, sumBill } from "#src/shared/payment-sums.ts";
import { useApi } from "#ui/api.ts";
import { MoneyInput } from "#ui/billing/parts/money-input.tsx";
import { formatAmount } from "#ui/billing/parts/plan-format.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { Button } from "#ui/kit/button.tsx";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { type DraftLine, toPriced } from "./payment-draft.ts";

interface PaymentLinesProps {
  lines: readonly DraftLine[];
  discount: Discount | null;
  currency: string;
  onLines: (lines: readonly DraftLine[]) => void;
  onDiscount: (discount: Discount | null) => void;
}

/** What the client pays for. Booked prices are fixed; a discount takes off what staff grant. */
export function PaymentLines(props: PaymentLinesProps) {
  const { lines, discount, currency, onLines, onDiscount } = props;
  const [open, setOpen] = useState<"line" | "discount" | undefined>(
    lines.length === 0 ? "line" : undefined,
  );
  const [wasAsked, setAsked] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  return (
    <div>
      <ul aria-label="Lines">
        {lines.map(({ key, line }) => (
          <li key={key} className="pay-line num">
            <LineName line={line} />
            <span>{formatAmount(line.price, currency)}</span>
            <IconButton
              icon={X}
              label={`Remove ${line.name}`}
              onClick={() => onLines(lines.filter((one) => one.key !== key))}
            />
          </li>
        ))}
      </ul>
      {open === "line" && (
        <NewLineFields
          currency={currency}
          // Not if the fields are open from the start: the dialog sets the focus then, and has to restore it.
          takesFocus={wasAsked}
          onAdd={(line) => {
            onLines([
              ...lines,
              {
                key: crypto.getRandomValues(new Uint32Array(2)).join("-"),
                line,
                billLine: undefined,
              },
            ]);
            setOpen(undefined);
            addButton.current?.focus();
          }}
        />
      )}
      {open === "discount" && (
        <DiscountFields
          lines={lines}
          discount={discount}
          currency={currency}
          onChange={(next) => {
            onDiscount(next);
            setOpen(undefined);
          }}
        />
      )}
      <div className="flex gap-1 mt-1 mb-3 -ml-2.5">
        <Button
          variant="quiet"
          size="tiny"
          icon={Plus}
          ref={addButton}
          aria-expanded={open === "line"}
          onClick={() => {
            setAsked(true);
            setOpen(open === "line" ? undefined : "line");
          }}
        >
          Add Line
        </Button>
        <Button
          variant="quiet"
          size="tiny"
          icon={Tag}
          aria-expanded={open === "discount"}
          onClick={() => setOpen(open === "discount" ? undefined : "discount")}
        >
          {discount ? "Edit Discount" : "Add Discount"}
        </Button>
      </div>
    </div>
  );
}

function LineName({ line: { name, employeeId } }: { line: Line }) {
  const { data: employees } = useQuery(employeesQuery(useApi()));
  const employee = employees?.find(({ id }) => id === employeeId)?.name;
  return (
    <span className="min-w-0 wrap-anywhere">
      {name}
      {employee && <small>{employee}</small>}
    </span>
  );
}

interface NewLineProps {
  currency: string;
  takesFocus: boolean;
  onAdd: (line: Line) => void;
}

function NewLineFields({ currency, takesFocus, onAdd }: NewLineProps) {
  const [name, setName] = useState("");
  const [price, setPrice] = useState("");
  const [isTried, setTried] = useState(false);
  const cents = readMoney(price);
  const add = () => {
    setTried(true);
    if (name.trim() === "" || cents === undefined) return;
    onAdd({ name: name.trim(), price: formatCents(cents), serviceId: null, employeeId: null });
  };
  return (
    <SubForm label="New line" onSubmit={add}>
      <Field label="What for" error={isTried && name.trim() === "" ? "Name it" : undefined}>
        <Input
          autoFocus={takesFocus}
          value={name}
          onValueChange={setName}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field label="Price" error={isTried && cents === undefined ? "Such as 25.00" : undefined}>
        <MoneyInput value={price} currency={currency} onValueChange={setPrice} />
      </Field>
      <Button onClick={add}>Add</Button>
    </SubForm>
  );
}

function DiscountFields({
  lines,
  discount,
  currency,
  onChange,
}: {
  lines: readonly DraftLine[];
  discount: Discount | null;
  currency: string;
  onChange: (discount: Discount | null) => void;
}) {
  const [text, setText] = useState(() =>
    !discount
      ? ""
      : "percent" in discount
        ? `${discount.percent}%`
        : formatAmount(formatCents(discount.cents), currency),
  );
  const [isTried, setTried] = useState(false);
  const read = readDiscount(text);
  const takesOff = (of: Discount) => sumBill(toPriced(lines), of, 0).discount;
  const isTooMuch = read && "cents" in read && read.cents > takesOff(read);
  const apply = () => {
    setTried(true);
    if (read !== undefined && !isTooMuch) onChange(read);
  };
  return (
    <SubForm label="Discount" onSubmit={apply}>
      <Field
        label="Discount"
        hint={read ? `Takes off ${formatMoney(takesOff(read), currency)}` : "10% or 15.00"}
        error={
          isTooMuch
            ? `The discount can't be more than ${formatMoney(takesOff(read), currency)}`
            : isTried && read === undefined
              ? "Enter a percentage such as 10%, or an amount such as 15.00"
              : undefined
        }
        className="col-span-2"
      >
        <Input autoFocus value={text} onValueChange={setText} autoComplete="off" className="num" />
      </Field>
      <Button onClick={apply}>Apply</Button>
    </SubForm>
  );
}

/** Null for none; undefined for what can't be read. */
function readDiscount(text: string): Discount | null | undefined {
  if (text.trim() === "" || text.trim() === "0") return null;
  const [, percent] = /^(\d{1,3})\s*%$/.exec(text.trim()) ?? [];
  if (percent !== undefined) {
    const value = Number(percent);
    return value >= 1 && value <= 100 ? { percent: value } : undefined;
  }
  const cents = readMoney(text);
  return cents === undefined ? undefined : { cents };
}

/** Enter adds what was typed instead of taking the payment. */
function SubForm({
  label,
  onSubmit,
  children,
}: {
  label: string;
  onSubmit: () => void;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid in all browsers
    <div
      role="group"
      aria-label={label}
      className="pay-sub"
      onKeyDown={(event) => {
        if (event.key !== "Enter" || event.target instanceof HTMLButtonElement) return;
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </div>
  );
}
