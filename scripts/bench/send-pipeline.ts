import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, openDatabase } from "#db/connection.ts";
import { migrate } from "#db/migrate.ts";
import { setSetting } from "#db/platform/settings.ts";
import { findUserByName } from "#db/platform/users.ts";
import { createAdmin } from "#src/accounts/sign-in/sign-in.ts";
import type { App, Staff } from "#src/app.ts";
import { grantOffers } from "#src/clients/consent.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { createApp } from "#src/create-app.ts";
import { createCampaign } from "#src/messaging/campaigns/campaigns.ts";
import { snapshotAudiences } from "#src/messaging/campaigns/snapshot-audience.ts";
import { startSender } from "#src/messaging/outbox/sender.ts";
import { readConfig } from "#src/platform/config.ts";
import { createProviders } from "#src/platform/providers/providers.ts";
import { connectTwilio } from "#src/platform/providers/twilio/twilio.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";

const AT_ONCE = 32;
const CREDENTIALS = {
  accountSid: `AC${"a".repeat(32)}`,
  authToken: "token",
  phoneNumber: "+12025550100",
  messagingServiceSid: undefined,
};

export interface Measured {
  /** Texts per second. */
  readonly rate: number;
  /** CPU microseconds of this process per text. */
  readonly cpu: number;
}

/** One run in this process: `bun scripts/bench/send-pipeline.ts parlor|bare COUNT SINK` prints JSON. */
async function measure(what: "parlor" | "bare", count: number, sink: string): Promise<Measured> {
  const config = readConfig({ TWILIO_API_BASE: sink });
  return what === "bare" ? runBareLoop(config, count) : runPipeline(config, count);
}

async function runBareLoop(
  config: ReturnType<typeof readConfig>,
  count: number,
): Promise<Measured> {
  const provider = await connectTwilio(config, CREDENTIALS);
  const text = (n: number) => ({
    to: phoneOf(n),
    body: `Hi client ${n}`,
    statusCallback: `https://x.example/cb?rid=${n}`,
  });
  for (let n = 0; n < 500; n += 1) await provider.send(text(n));
  let next = 0;
  return measureWork(count, async () => {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < count) {
          next += 1;
          await provider.send(text(next));
        }
      }),
    );
  });
}

/** Includes every write of the product: claim, outcome, counters, pace, thread and ledger. */
async function runPipeline(
  config: ReturnType<typeof readConfig>,
  count: number,
): Promise<Measured> {
  const db = openDatabase(join(mkdtempSync(join(tmpdir(), "parlor-bench-")), "parlor.db"));
  migrate(db);
  const app = createApp({
    db,
    config: { ...config, publicUrl: "https://x.example" },
    providers: createProviders(config),
    secrets: createSecretBox(new Uint8Array(32)),
    log: () => undefined,
  });
  const admin = await createBenchAdmin(app);
  saveSettings(app, admin, {
    twilioAccountSid: CREDENTIALS.accountSid,
    twilioAuthToken: CREDENTIALS.authToken,
    twilioPhoneNumber: CREDENTIALS.phoneNumber,
    quietHoursEnabled: false,
  });
  setSetting(db, "messageCount", 1_000_000);
  setSetting(db, "delaySeconds", 1);
  app.events.changed("settings");
  const warmUp = addContacts(app, admin, 0, 500);
  const audience = addContacts(app, admin, 500, count);
  await send(app, admin, warmUp);
  return measureWork(count, () => send(app, admin, audience));
}

async function send(app: App, admin: Staff, contactIds: number[]): Promise<void> {
  const { id } = createCampaign(app, admin, {
    name: "Bench",
    message: "Hi {firstName}",
    contactIds,
    skipCheck: true,
  });
  const sender = startSender(app, { maxInFlight: AT_ONCE });
  await snapshotAudiences(app);
  const status = app.db.query<{ status: string }, [number]>(
    "select status from campaigns where id = ?",
  );
  while (status.get(id)?.status === "sending") await Bun.sleep(5);
  await sender.stop();
}

function addContacts(app: App, admin: Staff, from: number, count: number): number[] {
  return inTransaction(app.db, () =>
    Array.from({ length: count }, (_, n) => {
      const phone = phoneOf(from + n);
      const id = addContact(app, {
        name: `Client ${from + n}`,
        phone,
        email: null,
        userId: admin.id,
      });
      grantOffers(app, admin, phone, "They signed a form");
      return id;
    }),
  );
}

async function createBenchAdmin(app: App): Promise<Staff> {
  await createAdmin(app, {
    username: "bench",
    email: "bench@example.com",
    password: crypto.randomUUID(),
  });
  const user = findUserByName(app.db, "bench");
  if (!user) throw new Error("no admin");
  return { ...user, caller: { ip: null, userAgent: null } };
}

async function measureWork(count: number, work: () => Promise<void>): Promise<Measured> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { rate: (count / (performance.now() - started)) * 1000, cpu: (user + system) / count };
}

function phoneOf(n: number): string {
  return `+1212${String(2_000_000 + n).padStart(7, "0")}`;
}

if (import.meta.main) {
  const [what, count, sink = ""] = process.argv.slice(2);
  const measured = await measure(what === "bare" ? "bare" : "parlor", Number(count), sink);
  process.stdout.write(JSON.stringify(measured));
  process.exit(0);
}
