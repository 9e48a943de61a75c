import type { Bill, Line, NewLine } from "#src/billing/payments/contract.ts";
import type { PaymentWay } from "#src/billing/payments/visit-payment-contract.ts";
import { formatCents, parseCents, readMoney } from "#src/shared/money.ts";
import {
  type Discount,
  type PricedLine,
  percentOf,
  type Bill as Sums,
  sumBill,
  TIP_PERCENTS,
} from "#src/shared/payment-sums.ts";

/** A line of the form: of the bill, or typed. */
export interface DraftLine {
  readonly key: string;
  readonly line: Line;
  /** Its position in the bill; undefined for what was typed. */
  readonly billLine: number | undefined;
}

export type TipChoice = "none" | `${(typeof TIP_PERCENTS)[number]}` | "own";

export interface Draft {
  readonly lines: readonly DraftLine[];
  readonly discount: Discount | null;
  readonly way: PaymentWay;
  readonly tip: TipChoice;
  /** As typed. */
  readonly ownTip: string;
  readonly received: string;
  readonly receipt: boolean;
}

export const TIP_CHOICES = [
  { value: "none", label: "None" },
  ...TIP_PERCENTS.map((percent) => ({
    value: String(percent) as TipChoice,
    label: `${percent}%`,
  })),
  { value: "own", label: "Other" },
] as const satisfies readonly { value: TipChoice; label: string }[];

export function draftOf(bill: Bill): Draft {
  return {
    lines: linesFrom(bill, 0),
    discount: null,
    way: bill.linkRefusal === null ? "link" : "cash",
    tip: "none",
    ownTip: "",
    received: "",
    receipt: true,
  };
}

/** The bill of these visits together. Lines keep their position. */
export function addVisit(bill: Bill, appointmentId: number): Bill {
  const added = bill.others.find((one) => one.appointmentId === appointmentId);
  if (!added) return bill;
  const deposit = (parseCents(bill.deposit) ?? 0) + (parseCents(added.deposit) ?? 0);
  return {
    ...bill,
    appointmentIds: [...bill.appointmentIds, appointmentId],
    lines: [...bill.lines, ...added.lines],
    deposit: formatCents(deposit),
    others: bill.others.filter((one) => one !== added),
  };
}

function toDraftLine(line: Line, at: number): DraftLine {
  return { key: `bill-${at}`, line, billLine: at };
}

/** The lines of a bill that begin at a position. */
export function linesFrom({ lines }: Bill, start: number): DraftLine[] {
  return lines.map(toDraftLine).slice(start);
}

export interface DraftSums extends Sums {
  readonly tip: number;
  readonly total: number;
}

export function sumDraft({ lines, discount, ...draft }: Draft, bill: Bill): DraftSums {
  const sums = sumBill(toPriced(lines), discount, parseCents(bill.deposit) ?? 0);
  const tip = draft.way === "link" ? 0 : tipOf(draft, sums.tipBase);
  return { ...sums, tip, total: sums.due + tip };
}

export function toPriced(lines: readonly DraftLine[]): PricedLine[] {
  return lines.map(({ line }) => ({
    priceCents: parseCents(line.price) ?? 0,
    isService: line.employeeId !== null,
  }));
}

function tipOf({ tip, ownTip }: Pick<Draft, "tip" | "ownTip">, tipBase: number): number {
  if (tip === "none") return 0;
  return tip === "own" ? (readMoney(ownTip) ?? 0) : percentOf(tipBase, Number(tip));
}

export function bodyOf(draft: Draft, bill: Bill) {
  const { discount, way } = draft;
  const sums = sumDraft(draft, bill);
  const received = way === "cash" ? readMoney(draft.received) : undefined;
  return {
    contactId: bill.contactId,
    appointmentIds: [...bill.appointmentIds],
    lines: draft.lines.map(
      ({ line, billLine }): NewLine =>
        billLine === undefined ? { name: line.name, price: line.price } : { billLine },
    ),
    discount:
      discount === null
        ? null
        : "percent" in discount
          ? discount
          : { amount: formatCents(discount.cents) },
    way,
    tip: formatCents(sums.tip),
    received: received === undefined ? null : formatCents(received),
    receipt: draft.receipt,
    total: formatCents(sums.total),
  };
}
