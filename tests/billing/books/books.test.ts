import { expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { countDesk, paidAtDesk, paidTwice, receivedAtDesk } from "./desk-figures.ts";
import {
  entriesAtStripe,
  entriesOfExport,
  entriesOfLedger,
  overcharged,
  receivedAtStripe,
  receivedOnScreens,
} from "./figures.ts";
import { OPERATION, type Operation, perform, settle } from "./operations.ts";
import { bookSalon } from "./salon.ts";

setDefaultTimeout(60 * 60_000);

/** BOOKS=20x2000 runs seeds 1 to 20 with 2,000 operations each; BOOKS_SEED runs one of them. */
const [seeds = 3, operations = 150] = (process.env["BOOKS"] ?? "3x200").split("x").map(Number);
const only = Number(process.env["BOOKS_SEED"] ?? 0);
const SEEDS = only ? [only] : Array.from({ length: seeds }, (_, at) => at + 1);

test.each(SEEDS)(
  "whatever clients, banks and staff do, every sum equals Stripe's to the cent (seed %d)",
  async (seed) => {
    const length = { minLength: operations, maxLength: operations };
    const [all = []] = fc.sample(fc.array(OPERATION, { ...length, size: "max" }), {
      seed,
      numRuns: 1,
    });
    const moved = await expectBalance(all);
    if (process.env["BOOKS"]) process.stdout.write(`seed ${seed}: ${moved}\n`);
  },
);

/** What the runs came across at the desk. */
const seen: ReturnType<typeof countDesk>[] = [];

test("the runs came across every kind of payment at the desk", () => {
  for (const kind of ["links", "cards", "fees", "deposits", "surplus", "late", "refunds"] as const)
    expect([kind, seen.reduce((sum, counts) => sum + counts[kind], 0)]).not.toEqual([kind, 0]);
});

async function expectBalance(all: readonly Operation[]): Promise<string> {
  const salon = await bookSalon();
  try {
    for (const one of all) await perform(salon, one);
    await settle(salon);
    const entries = entriesAtStripe(salon);
    expect(entriesOfLedger(salon)).toEqual(entries);
    expect(await entriesOfExport(salon)).toEqual(entries);
    const { byStaff, byClients, ofPlans, onClientPages } = await receivedOnScreens(salon);
    expect(withoutZeros(byStaff)).toEqual(withoutZeros(receivedAtStripe(salon)));
    expect(byClients).toEqual(ofPlans);
    expect(withoutZeros(onClientPages)).toEqual(withoutZeros(byStaff));
    expect(overcharged(salon)).toEqual([]);
    expect(await receivedAtDesk(salon)).toEqual(paidAtDesk(salon));
    expect(paidTwice(salon)).toEqual([]);
    expect([salon.stripe.unexpected, salon.stripe.bugs]).toEqual([[], []]);
    const charges = entries.filter((one) => one.startsWith("charge"));
    const cents = charges.reduce((sum, one) => sum + Number(one.split(" ")[3]), 0);
    const desk = countDesk(salon);
    seen.push(desk);
    return `${JSON.stringify(desk)} ${salon.buyers.length} sign-ups, ${charges.length} charges of $${(cents / 100).toFixed(2)}, ${entries.length - charges.length} refunds`;
  } finally {
    await salon.stop();
  }
}

function withoutZeros(sums: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(sums).filter(([, cents]) => cents !== 0));
}
