import { annualRate, dueDays, type Interval, type PlanTerms, planAmounts } from "./installments.ts";
import { formatMoney } from "./money.ts";
import { formatLongDay, MONTHS } from "./months.ts";

/** A line of what was agreed to pay, such as "Price" and "$89.00 per month". */
export interface AgreementTerm {
  readonly label: string;
  readonly value: string;
}

type Line = readonly [label: string, value: string];

const toTerm = ([label, value]: Line): AgreementTerm => ({ label, value });

export interface MembershipPrice {
  /** Cents. */
  readonly price: number;
  readonly currency: string;
  readonly billingFrequency: Interval;
}

export function membershipTerms({
  price,
  currency,
  billingFrequency,
}: MembershipPrice): AgreementTerm[] {
  const lines: Line[] = [
    ["Price", `${formatMoney(price, currency)} per ${billingFrequency}`],
    ["Charged", `on the day of signing, then every ${billingFrequency}, until canceled`],
    ["Cancellation", "any time, in effect at the end of the period that is paid for"],
  ];
  return lines.map(toTerm);
}

/**
 * The disclosures of a credit sale (12 CFR 1026.18), with each due date if the first day is known. The payment at signing is
 * a down payment, so it isn't financed.
 */
export function planTerms(terms: PlanTerms, currency: string, firstDay?: string): AgreementTerm[] {
  const { fee, total, first, installment } = planAmounts(terms);
  const { amountFinanced, totalOfPayments } = creditAmounts(terms);
  const rate = annualRate(terms);
  const money = (cents: number) => formatMoney(cents, currency);
  const later: Line[] = firstDay
    ? dueDays(firstDay, terms)
        .slice(1)
        .map((day, at) => [`Payment ${at + 2}, due ${formatLongDay(day)}`, money(installment)])
    : [
        [
          "Later payments",
          `${money(installment)} each ${terms.interval}, ${terms.count - 1} in all`,
        ],
      ];
  const lines: Line[] = [
    ...(rate === undefined
      ? []
      : [
          [
            "Annual percentage rate",
            `${formatPercent(rate)} (the cost of the credit as a yearly rate)`,
          ] as const,
        ]),
    ["Finance charge", `${money(fee)} (${terms.feeBasisPoints / 100}% of the cash price)`],
    ["Amount financed", `${money(amountFinanced)} (cash price less down payment)`],
    ["Total of payments", `${money(totalOfPayments)} (all payments after the down payment)`],
    ["Total sale price", `${money(total)} (with the down payment)`],
    ["Cash price", money(terms.principal)],
    [
      firstDay ? `Down payment, due ${formatLongDay(firstDay)}` : "Down payment",
      `${money(first)}, charged at signing`,
    ],
    ...later,
    [
      "Late payment",
      "No late fee. A failed payment is tried again; after 3 failed attempts the plan is canceled.",
    ],
    [
      "Prepayment",
      "Paying early has no penalty, and doesn't refund any part of the finance charge.",
    ],
  ];
  return lines.map(toTerm);
}

/** Amounts in cents. A first payment above the principal finances nothing. */
export function creditAmounts(terms: PlanTerms) {
  const { total, first } = planAmounts(terms);
  return {
    amountFinanced: Math.max(0, terms.principal - first),
    totalOfPayments: total - first,
  };
}

/** "31.12%" for 0.3112. */
export function formatPercent(rate: number): string {
  return `${(rate * 100).toFixed(2)}%`;
}

// Every repetition is bounded: a text of 100,000 digits or spaces would take minutes otherwise.
const NUMBER = "\\d[\\d,]{0,14}(?:\\.\\d{1,6})?";
const MONTH = MONTHS.join("|");
/** Amounts, percentages and dates in all common notations. */
const FIGURES = new RegExp(
  [
    `[$€£¥]\\s?${NUMBER}`,
    `${NUMBER}\\s?(?:%|percent\\b|dollars?\\b|cents?\\b|euros?\\b|USD\\b|CAD\\b|EUR\\b|GBP\\b)`,
    `\\b\\d[\\d,]{0,14}\\.\\d{2}\\b`,
    `\\b(?:${MONTH})\\s{1,9}\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s{1,9}\\d{4})?`,
    `\\b\\d{1,2}(?:st|nd|rd|th)?\\s{1,9}(?:${MONTH})(?:,?\\s{1,9}\\d{4})?`,
    "\\b\\d{4}-\\d{2}-\\d{2}\\b",
    "\\b\\d{1,2}[/.]\\d{1,2}[/.]\\d{2,4}\\b",
  ].join("|"),
  "gi",
);

/** Returns the amounts, percentages and dates of a text that do not appear in the facts. */
export function findUnknownFigures(text: string, facts: string): string[] {
  const known = new Set(findFigures(facts).map(normalizeFigure));
  return [...new Set(findFigures(text).filter((figure) => !known.has(normalizeFigure(figure))))];
}

function findFigures(text: string): string[] {
  return text.match(FIGURES) ?? [];
}

/** "$1,200.00", "1200 dollars" and "1200" normalize to the same amount, a percentage to a different one. */
function normalizeFigure(figure: string): string {
  const digits = /^\D*([\d,]+(?:\.\d+)?)\D*$/.exec(figure)?.[1];
  const isDate = new RegExp(MONTH, "i").test(figure);
  if (digits === undefined || isDate) return figure.toLowerCase().replace(/[\s,]|st|nd|rd|th/g, "");
  const kind = /%|percent/i.test(figure) ? "%" : "";
  return `${Number(digits.replaceAll(",", ""))}${kind}`;
}

/** What a text may state: the terms, and the figures of the name and the description. */
export interface AgreementOffer {
  readonly name: string;
  readonly description: string;
  readonly terms: readonly AgreementTerm[];
}

const MAX_LISTED = 3;

/** Returns why a text contradicts its offer, as staff read it, or undefined. */
export function contradictionIn(text: string, offer: AgreementOffer): string | undefined {
  const { name, description, terms } = offer;
  const known = [name, description, ...terms.map(formatTerm)].join("\n");
  const unknown = findUnknownFigures(text, known);
  if (unknown.length === 0) return undefined;
  const figures = unknown.slice(0, MAX_LISTED).join(", ");
  const [verb, noun] = unknown.length === 1 ? ["isn't", "the figure"] : ["aren't", "these figures"];
  return `The agreement says ${figures}, which ${verb} part of this offer (${summaryOf(offer)}). Correct the agreement, or add ${noun} to the description.`;
}

/** "Price: $89.00 per month". */
export function formatTerm({ label, value }: AgreementTerm): string {
  return `${label}: ${value}`;
}

/** "Glow Club, $89.00 per month", or a plan's total sale price. */
function summaryOf({ name, terms }: AgreementOffer): string {
  const term = terms.find(({ label }) => label === "Price" || label === "Total sale price");
  return [name, term?.value.split(" (")[0]].filter(Boolean).join(", ");
}
