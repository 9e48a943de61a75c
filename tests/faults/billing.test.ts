import { expect, test } from "bun:test";
import { join } from "node:path";
import { openDatabase } from "#db/connection.ts";
import { billingStand, createShuffle, WEBHOOK_SECRET } from "#tests/billing/ledger/stand.ts";
import { afterFile } from "#tests/support/after-file.ts";
import { newFolder, runParlor, serverOf } from "#tests/support/binary.ts";
import { reportFault } from "#tests/support/fault-report.ts";
import { SECRET_KEY } from "#tests/support/test-app.ts";

/** `npm run faults` runs the full count; `npm test` a short one. */
const ROUNDS = Number(process.env["FAULT_ROUNDS"] ?? 8);
const PLANS = 4;
const INSTALLMENTS = 3;
const TIMES = 10;

test(
  `${ROUNDS} × kill -9 between webhooks sent ${TIMES} times: every installment counts once`,
  async () => {
    const data = newFolder("billing");
    const path = join(data, "parlor.db");
    const stand = billingStand({ path, now: Date.now() });
    afterFile(() => stand.stop());
    const signed = [];
    for (let n = 0; n < PLANS; n += 1)
      signed.push(await stand.signPlan({ count: INSTALLMENTS }, `+1202555010${n}`));
    stand.app.db.close();

    const secretKey = { PARLOR_SECRET_KEY: Buffer.from(SECRET_KEY).toString("base64") };
    const serve = serverOf(data, {
      STRIPE_API_BASE: stand.stripe.url,
      ...secretKey,
    });
    let parlor = await serve();
    const tell = (seed: number) =>
      stand.stripe.deliver({
        to: `${parlor.url}/api/stripe/webhook`,
        secret: WEBHOOK_SECRET,
        times: TIMES,
        shuffle: createShuffle(seed),
      });
    for (const { sessionId } of signed) stand.stripe.complete(sessionId);
    let cutOff = 0;
    const daysARound = Math.ceil((INSTALLMENTS * 31) / ROUNDS);
    for (let round = 1; round <= ROUNDS; round += 1) {
      const telling = tell(round);
      await Bun.sleep(Math.random() * 150);
      await parlor.end("SIGKILL");
      parlor = await serve();
      cutOff += (await telling).filter((status) => status >= 300).length;
      stand.stripe.pass(daysARound);
    }
    // Otherwise the kills would have interrupted nothing.
    expect(cutOff).toBeGreaterThan(0);
    // Stripe repeats events until they are received.
    for (let tries = 1; stand.stripe.book.events.length > 0; tries += 1) {
      expect(tries).toBeLessThan(5);
      await tell(100 + tries);
    }
    expect(await parlor.end("SIGTERM")).toBe(0);

    const db = openDatabase(path);
    const plans = db
      .query<{ status: string }, []>("select status from payment_plan_subscriptions")
      .all();
    expect(plans.map(({ status }) => status)).toEqual(Array(PLANS).fill("completed"));
    const paid = db
      .query<{ n: number; invoices: number }, []>(
        `select count(*) as n, count(distinct stripe_invoice_id) as invoices
         from payment_plan_installments where status = 'paid'`,
      )
      .get();
    db.close();
    reportFault({
      fault: "kill -9 between payment events",
      times: ROUNDS,
      lost: PLANS * INSTALLMENTS - (paid?.invoices ?? 0),
      doubled: (paid?.n ?? 0) - (paid?.invoices ?? 0),
      undecided: 0,
    });
    expect(paid).toEqual({ n: PLANS * INSTALLMENTS, invoices: PLANS * INSTALLMENTS });
    // Every subscription has the schedule that ends it.
    stand.stripe.pass(62);
    const { invoices, refunded, subscriptions } = stand.stripe.book;
    const running = [...subscriptions.values()].filter(({ status }) => status !== "canceled");
    expect(running).toEqual([]);
    const taken = [...invoices.values()].filter((one) => one.amount_paid > 0);
    // Payments collected before the schedule existed were refunded.
    expect(taken.length - refunded.size).toBe(PLANS * INSTALLMENTS);
    expect([stand.stripe.unexpected, stand.stripe.bugs]).toEqual([[], []]);
    const report = await runParlor(["doctor", "--data", data], "", secretKey);
    expect([report.code, report.out]).toEqual([0, expect.not.stringContaining("BAD")]);
  },
  ROUNDS * 6_000 + 120_000,
);
