import { openDatabase } from "#db/connection.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import { createApp } from "#src/create-app.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import {
  type BillingStand,
  billingStand,
  createShuffle,
  type Signed,
  WEBHOOK_SECRET,
} from "#tests/billing/ledger/stand.ts";
import type { Event } from "#tests/sandbox/stripe-book.ts";
import { newFolder } from "#tests/support/binary.ts";
import { ACCOUNT_SID, AUTH_TOKEN, type Person, requestWith } from "#tests/support/test-app.ts";

/** A client who signed one plan or membership, with their own customer at Stripe. */
export interface Buyer extends Signed {
  readonly customer: string;
  /** Cents, of a plan. */
  readonly total: number;
}

/** What clients pay for visits. */
interface BookDesk {
  /** A service of $120.00 with a deposit of $30.00. */
  readonly facial: number;
  readonly elena: number;
  readonly clients: { readonly id: number; readonly phone: string }[];
  /** Whose page at Stripe, or whose customer, that is: their number by its id. */
  readonly payers: Map<string, string>;
  /** Cents that clients paid at the desk without a card, by their number. */
  readonly cash: Map<string, number>;
  /** Sends a request as a client. */
  readonly visitor: Person["request"];
}

/** The salon, its Stripe, and a program that can be restarted on the same database. */
export interface BookSalon extends Pick<BillingStand, "stripe" | "signPlan" | "signMembership"> {
  readonly openAgain: BillingStand["openAgain"];
  readonly app: () => BillingStand["app"];
  readonly buyers: Buyer[];
  readonly desk: BookDesk;
  /** Events that arrive later. */
  readonly held: Event[];
  /** Sends a request as a user who has just signed in. */
  readonly staff: Person["request"];
  /** Lets days pass, with a night's work at least every 45 days. */
  readonly pass: (days: number) => Promise<void>;
  readonly night: () => Promise<void>;
  readonly tell: (times: number, seed: number) => Promise<number[]>;
  readonly restart: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

// The last day of a month, whose renewals fall on shorter months too.
const START = Date.parse("2026-10-31T16:00:00Z");

export async function bookSalon(): Promise<BookSalon> {
  const path = `${newFolder("books")}/parlor.db`;
  const stand = billingStand({ path, now: START });
  const { stripe, clock } = stand;
  clock.now = START;
  let { app, hono } = stand;
  let db: ReturnType<typeof openDatabase> | undefined;
  let person: { at: number; who: Person } | undefined;
  const held: Event[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: (request) => hono.fetch(request),
  });
  saveSettings(app, stand.admin.actor, {
    twilioAccountSid: ACCOUNT_SID,
    twilioAuthToken: AUTH_TOKEN,
    twilioPhoneNumber: stand.sms.from,
    timeZone: "America/New_York",
    noShowFee: "share",
    noShowFeePercent: 40,
  });
  const create = async (path: string, body: object): Promise<number> =>
    (await stand.admin.request("POST", path, body)).body.id;
  const elena = await create("/api/employees", { name: "Elena Ruiz" });
  const facial = await create("/api/services", {
    name: "Facial",
    category: "Skin",
    durationMinutes: 60,
    price: "120.00",
    deposit: "30.00",
    onlineBooking: true,
  });
  let lastNight = clock.now;
  async function night(): Promise<void> {
    lastNight = clock.now;
    await reconcile(app);
  }
  return {
    stripe,
    signPlan: stand.signPlan,
    signMembership: stand.signMembership,
    openAgain: stand.openAgain,
    app: () => app,
    buyers: [],
    desk: {
      facial,
      elena,
      clients: [],
      payers: new Map(),
      cash: new Map(),
      visitor: (...request) => requestWith(hono, "")(...request),
    },
    held,
    staff(...request) {
      if (!person || clock.now - person.at > 3_600_000)
        person = { at: clock.now, who: stand.person("admin", []) };
      return requestWith(hono, person.who.cookie)(...request);
    },
    async pass(days) {
      stand.pass(days);
      if (clock.now - lastNight > 45 * DAY_MS) await night();
    },
    night,
    tell: (times, seed) =>
      stripe.deliver({
        to: `${server.url.origin}/api/stripe/webhook`,
        secret: WEBHOOK_SECRET,
        times,
        shuffle: createShuffle(seed),
      }),
    async restart() {
      const before = db;
      db = openDatabase(path);
      const { config, providers, secrets, log } = stand.app;
      app = createApp({ db, config, providers, secrets, log, now: () => clock.now });
      hono = createServer(app);
      before?.close();
      await night();
    },
    async stop() {
      await server.stop(true);
      await stand.stop();
      db?.close();
    },
  };
}
