import type { Card } from "#src/billing/cards/contract.ts";

/** "Expires 03/27", "Expired 03/27". */
export function formatExpiry({ expMonth, expYear, expired }: Card): string {
  const month = String(expMonth).padStart(2, "0");
  return `${expired ? "Expired" : "Expires"} ${month}/${String(expYear).slice(-2)}`;
}
