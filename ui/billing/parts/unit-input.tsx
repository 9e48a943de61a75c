import type { ComponentProps } from "react";
import { formatMoney } from "#src/shared/money.ts";
import { classes } from "#ui/kit/classes.ts";
import { Input } from "#ui/kit/input.tsx";
import { useCurrency } from "./use-currency.ts";

/** An amount without its currency, which stands before it. */
export function AmountInput(props: ComponentProps<typeof Input>) {
  const symbol = formatMoney(0, useCurrency()).replaceAll(/[\d.,\s]/g, "");
  return (
    <div className="relative">
      <Unit className="left-3">{symbol}</Unit>
      <Input
        {...props}
        className={classes("num", symbol.length > 1 ? "pl-12" : "pl-6.5")}
        inputMode="decimal"
        autoComplete="off"
      />
    </div>
  );
}

export function PercentInput(props: ComponentProps<typeof Input>) {
  return (
    <div className="relative">
      <Input {...props} className="num pr-8" type="number" />
      <Unit className="right-3">%</Unit>
    </div>
  );
}

function Unit({ className, children }: { className: string; children: string }) {
  return (
    <span
      className={classes("dim pointer-events-none absolute inset-y-0 flex items-center", className)}
      aria-hidden="true"
    >
      {children}
    </span>
  );
}
