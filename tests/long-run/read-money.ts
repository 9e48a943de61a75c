import type { MoneyMoved } from "#tests/support/stripe-process.ts";
import { compare, type Finding, type Row } from "./finding.ts";

/** Every cent by Stripe's id of the payment. */
export function readMoney(rows: readonly Row[], { payments, waiting }: MoneyMoved): Finding[] {
  const cents = ({ amount }: Row) => Math.round(Math.abs(Number(amount)) * 100);
  const byKind = (kind: string) => rows.filter((row) => row["kind"] === kind);
  const line = (id: string | undefined, amount: number) => `${id} ${(amount / 100).toFixed(2)}`;
  const charged = payments.filter(({ amount }) => amount > 0);
  const refunded = payments.filter((payment) => payment.refunded > 0);
  const disputed = payments.filter((payment) => payment.disputed);
  const sum = (list: readonly number[]) => list.reduce((total, each) => total + each, 0);
  const inParlor = (kind: string) => byKind(kind).map((row) => line(row["payment"], cents(row)));
  return [
    {
      what: "cents charged",
      outside: sum(charged.map(({ amount }) => amount)),
      parlor: sum(byKind("charge").map(cents)),
      differences: compare(
        charged.map(({ id, amount }) => line(id, amount)),
        inParlor("charge"),
      ),
    },
    {
      what: "cents refunded",
      outside: sum(refunded.map((payment) => payment.refunded)),
      parlor: sum(byKind("refund").map(cents)),
      differences: compare(
        refunded.map(({ id, refunded: amount }) => line(id, amount)),
        inParlor("refund"),
      ),
    },
    {
      what: "cents disputed",
      outside: sum(disputed.map(({ amount }) => amount)),
      parlor: sum(byKind("dispute").map(cents)),
      differences: compare(
        disputed.map(({ id, amount }) => line(id, amount)),
        inParlor("dispute"),
      ),
    },
    {
      what: "events that Stripe could not deliver",
      outside: waiting,
      parlor: 0,
      differences: waiting > 0 ? [`${waiting} events`] : [],
    },
  ];
}
