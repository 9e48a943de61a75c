interface PaymentTimes<Time> {
  readonly way: string;
  readonly expiresAt: Time | null;
  readonly paidAt: Time | null;
  readonly canceledAt: Time | null;
}

/**
 * Whether a payment came after its link was canceled or had expired. Any other one about which staff are asked is of a visit
 * that was canceled later. Times are epoch milliseconds or ISO 8601.
 */
export function isByOldLink<Time extends number | string>({
  way,
  expiresAt,
  paidAt,
  canceledAt,
}: PaymentTimes<Time>): boolean {
  const isExpired = way === "link" && expiresAt !== null && paidAt !== null && paidAt >= expiresAt;
  return canceledAt !== null || isExpired;
}
