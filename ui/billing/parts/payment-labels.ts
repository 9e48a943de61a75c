import type { PaymentWay } from "#src/billing/payments/visit-payment-contract.ts";

export const PAYMENT_WAYS: Readonly<Record<PaymentWay, string>> = {
  link: "Payment Link",
  card: "Card on File",
  cash: "Cash",
  terminal: "Other Terminal",
  "gift-card": "Gift Card",
};

/** "Discount, 10% off services". */
export function discountLabel(percent: number | null, hasServices: boolean): string {
  if (percent === null) return "Discount";
  return `Discount, ${percent}% off${hasServices ? " services" : ""}`;
}
