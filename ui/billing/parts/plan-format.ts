import type { Interval } from "#src/shared/installments.ts";
import { formatMoney } from "#src/shared/money.ts";
import { formatShortDay, type WallTime, wallTimeOf } from "#ui/shell/format/dates.ts";

/** "$33.33" for "33.33". */
export function formatAmount(amount: string, currency: string): string {
  return formatMoney(Math.round(Number(amount) * 100), currency);
}

/** "6 monthly payments". */
export function formatPaymentCount(count: number, interval: Interval): string {
  return `${count} ${{ week: "weekly", month: "monthly", year: "yearly" }[interval]} payments`;
}

/** "Dec 20" for "2026-12-20"; includes the year unless it is the current one. */
export function formatDueDay(day: string, now: WallTime): string {
  return formatShortDay(wallTimeOf(day), now);
}
