import { STRIPE_KEY } from "#tests/sandbox/stripe-stand-in.ts";
import { PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import { newFolder, type RunningParlor, serverOf } from "#tests/support/binary.ts";
import type { MovingClock } from "#tests/support/moving-clock.ts";
import { connectStandIn, createOwner, OWNER, signedIn } from "#tests/support/salon.ts";
import type { StaffClient } from "#tests/support/staff-client.ts";
import { type StandInProcess, startStandInProcess } from "#tests/support/stand-in-process.ts";
import { type StripeProcess, startStripeProcess } from "#tests/support/stripe-process.ts";
import { ZONE } from "./wall.ts";
import { BUSINESS } from "./world.ts";

const WEBHOOK_SECRET = "whsec_of_the_month";
/** The longest interval of a job that texts, and a second. */
const TICK_MS = 121_000;
/** A text may wait for a second job. */
const STEP_MS = 5_000;
const MAX_STEPS = 30;
const QUIET_MS = 20;
/** A job that is at work when the clock jumps would begin again only hours later. */
const JOB_TURNS = 8;
const PATIENCE_MS = 10_000;

/** The compiled program with its carrier and payments, at a time that jumps. */
export interface Salon {
  readonly data: string;
  readonly twilio: StandInProcess;
  readonly stripe: StripeProcess;
  readonly staff: StaffClient;
  readonly url: string;
  readonly now: () => number;
  /** Lets the time pass until two minutes after this moment, in epoch milliseconds, so that all jobs run. */
  readonly passTo: (moment: number) => Promise<void>;
  /** Jumps, and waits for nothing. */
  readonly jumpTo: (moment: number) => void;
  /** Waits until the carrier has so many texts in all, and no receipt is on its way. Gives up after a while. */
  readonly settle: (texts: number) => Promise<void>;
  /** The client pays on Stripe's page, and Stripe tells the salon. */
  readonly pay: (checkoutUrl: string) => Promise<void>;
  /** A client texts the salon. */
  readonly say: (phone: string, body: string) => Promise<unknown>;
  /** The power is cut, or the owner restarts it. */
  readonly stop: (signal: "SIGKILL" | "SIGTERM") => Promise<number>;
  /** Starts it again at this moment, or now. */
  readonly start: (moment?: number) => Promise<void>;
  /** What a client texts now reaches only the carrier. */
  readonly sayUnheard: (phone: string, body: string) => Promise<unknown>;
  readonly end: () => Promise<number>;
}

export async function openSalon(clock: MovingClock, seed: number): Promise<Salon> {
  const data = newFolder("month");
  const [twilio, stripe] = await Promise.all([
    startStandInProcess(seed, clock.env),
    startStripeProcess(clock.env),
  ]);
  await stripe.until(clock.now());
  // With the program's timers on the moving clock, an hour's jobs run when the hour is over.
  const { FAKETIME_DONT_FAKE_MONOTONIC: _, ...env } = clock.env;
  const serve = serverOf(data, {
    ...env,
    TZ: ZONE,
    PARLOR_SETTLE_SECONDS: "1",
    PARLOR_TRUSTED_PROXIES: "127.0.0.1",
    ...twilio.env,
    TWILIO_MESSAGING_BASE: twilio.url,
    STRIPE_API_BASE: stripe.url,
  });
  await createOwner(data);
  let parlor: RunningParlor = await serve();
  const { url } = parlor;
  const staff = await signedIn(parlor);
  await connectStandIn(staff, url, { messageCount: 200, delaySeconds: 1 });
  await staff.request("POST", "/api/settings", {
    timeZone: ZONE,
    quietHoursEnabled: true,
    campaignsOnSundaysAndHolidays: true,
    ...BUSINESS,
    stripeSecretKey: STRIPE_KEY,
    stripeWebhookSecret: WEBHOOK_SECRET,
  });
  await twilio.control({
    magic: false,
    callbackDelayMs: [1, 5],
    duplicate: 0.2,
    shuffle: true,
    smsUrl: `${url}/api/twilio/webhook`,
  });

  /** Any request wakes the program, which then sees that its timers are due. */
  const wake = () => fetch(`${url}/up`);
  /** Each reply is a turn of the program's event loop, in which its jobs go on. */
  const runJobs = async () => {
    for (let turn = 0; turn < JOB_TURNS; turn += 1) await wake();
  };
  const deliver = () => stripe.deliver(`${url}/api/stripe/webhook`, WEBHOOK_SECRET);

  return {
    data,
    twilio,
    stripe,
    staff,
    url,
    now: clock.now,
    async passTo(moment) {
      if (moment > clock.now()) clock.set(moment);
      await stripe.until(clock.now());
      await deliver();
      await runJobs();
      await Bun.sleep(QUIET_MS);
      await runJobs();
      clock.jump(TICK_MS);
      await runJobs();
    },
    jumpTo(moment) {
      clock.set(Math.max(moment, clock.now()));
      wake().catch(() => undefined);
    },
    async settle(texts) {
      const deadline = performance.now() + PATIENCE_MS;
      for (let steps = 0; ; steps += 1) {
        await Bun.sleep(QUIET_MS);
        const { accepted, callbacks } = await twilio.counts();
        if (accepted >= texts && callbacks.pending === 0) return;
        if (performance.now() > deadline) return;
        // On a slow machine, offers must not end while their texts are awaited.
        if (steps < MAX_STEPS) clock.jump(STEP_MS);
        await wake();
      }
    },
    async pay(checkoutUrl) {
      await stripe.until(clock.now());
      await stripe.complete(checkoutUrl.split("/").at(-1) ?? "");
      await deliver();
    },
    say: (from, body) => twilio.inbound({ from, to: PHONE_NUMBER, body }),
    sayUnheard: (from, body) => twilio.inbound({ from, to: PHONE_NUMBER, body, deliver: false }),
    stop: (signal) => parlor.end(signal),
    async start(moment = clock.now()) {
      clock.set(moment);
      parlor = await serve();
    },
    async end() {
      const code = await parlor.end("SIGTERM");
      for (const process of [twilio, stripe]) process.end();
      return code;
    },
  };
}

export function signIn(staff: StaffClient): Promise<void> {
  return staff.signIn(OWNER.username, OWNER.password);
}
