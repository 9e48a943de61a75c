import { formatMoney } from "#src/shared/money.ts";
import { Input } from "#ui/kit/input.tsx";
import { readMoney } from "./payment-draft.ts";

interface MoneyInputProps {
  value: string;
  currency: string;
  onValueChange: (value: string) => void;
  "aria-label"?: string;
  placeholder?: string;
}

/** An amount in any form that people type; formatted when they leave the field. */
export function MoneyInput({ value, currency, onValueChange, ...rest }: MoneyInputProps) {
  return (
    <Input
      {...rest}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      onValueChange={onValueChange}
      onBlur={() => {
        const cents = readMoney(value);
        if (cents !== undefined) onValueChange(formatMoney(cents, currency));
      }}
    />
  );
}
