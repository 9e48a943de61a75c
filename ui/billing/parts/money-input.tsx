import { formatCents, formatMoney, readMoney } from "#src/shared/money.ts";
import { Input } from "#ui/kit/input.tsx";
import { useCurrency } from "./use-currency.ts";

interface MoneyInputProps {
  value: string;
  /** The salon's by default. */
  currency?: string;
  onValueChange: (value: string) => void;
  "aria-label"?: string;
  placeholder?: string;
  className?: string;
}

/** An amount in any form that people type; formatted when they leave the field. */
export function MoneyInput({ value, currency, onValueChange, ...rest }: MoneyInputProps) {
  const own = useCurrency();
  return (
    <Input
      className="num"
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onValueChange={onValueChange}
      onBlur={() => {
        const cents = readMoney(value);
        if (cents !== undefined) onValueChange(formatMoney(cents, currency ?? own));
      }}
    />
  );
}

/** As the API reads it. What isn't an amount stays as it is, and the server says what to enter. */
export function toAmount(text: string): string {
  const cents = readMoney(text);
  return cents === undefined ? text.trim() : formatCents(cents);
}
