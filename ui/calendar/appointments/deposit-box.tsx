import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Service } from "#src/calendar/services/contract.ts";
import { sumMoney } from "#src/shared/money.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { formatPrice } from "#ui/calendar/booking/format.ts";
import { Checkbox } from "#ui/kit/checkbox.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";

/** The deposit that a new visit may ask for; undefined where its services have none or Parlor takes no cards. */
export function useDeposit(services: readonly Service[], mayAsk: boolean) {
  const { data } = useQuery(shellSettingsQuery(useApi()));
  const [isChecked, setChecked] = useState(true);
  const sum = sumMoney(services.map(({ deposit }) => deposit));
  const amount = mayAsk && sum !== "0.00" && data?.stripeSecretKey?.set ? sum : undefined;
  return { amount, isAsked: amount !== undefined && isChecked, setChecked };
}

/** The text with the link comes instead of a confirmation. */
export function DepositBox({ deposit }: { deposit: ReturnType<typeof useDeposit> }) {
  const { amount, isAsked, setChecked } = deposit;
  const currency = useCurrency();
  if (amount === undefined) return null;
  return (
    <div>
      <Checkbox checked={isAsked} onChange={({ target }) => setChecked(target.checked)}>
        Ask for the {formatPrice(amount, currency)} deposit by text
      </Checkbox>
      {isAsked && (
        <p className="choice-hint sm dim">
          They have 24 hours to pay, or less if the visit is soon. If they don't pay, the time opens
          up again.
        </p>
      )}
    </div>
  );
}
