import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTransaction, openDatabase } from "#db/connection.ts";
import { providerKey } from "#db/provider-id.ts";
import { readConfig } from "#src/platform/config.ts";
import { isSignedByTwilio } from "#src/platform/providers/twilio/signed-form.ts";
import { connectTwilio } from "#src/platform/providers/twilio/twilio.ts";

/**
 * `bun scripts/bench/least-sender.ts SINK COUNT [SECONDS]` sends COUNT texts at full speed, or COUNT in each of SECONDS
 * and as many again with their receipts, and prints what that took, as JSON. It does only what no sender can leave out
 * that neither loses nor doubles a text: before a text leaves, a durable row says so; afterwards, one that has the carrier's
 * id, and what each receipt says. It knows no settings, consent, quiet hours, totals, threads, screens or news.
 */
const [sink = "", given, seconds] = process.argv.slice(2);
const AT_ONCE = 32;
const CLAIMED_AHEAD = 256;
/** As often as Parlor's sender wakes at a fast pace. */
const TICK_MS = 40;
const TURN_MS = 300;

const RECEIPTS_AFTER = 2;
/** As often as Parlor writes receipts. */
const RECEIPTS_MS = 100;
const AUTH_TOKEN = "token";
const ADDRESS = "https://x.example";

export interface Least {
  /** Texts per second. */
  readonly rate: number;
  /** CPU microseconds per text. */
  readonly cpu: number;
}

const folder = mkdtempSync(join(tmpdir(), "parlor-least-"));
const db = openDatabase(join(folder, "least.db"));
db.run(`create table texts (id integer primary key, phone integer not null, body text, status text not null,
  provider_id blob, at integer, sent_after integer, settled_after integer) strict`);
db.run("create unique index texts_provider on texts (provider_id) where provider_id is not null");
const claim = db.query("update texts set status = 'claimed', body = ?, at = ? where id = ?");
const record = db.query(
  "update texts set status = 'sent', provider_id = ?, sent_after = ? where id = ?",
);
const receive = db.query(
  "update texts set status = ?, settled_after = ? - at where provider_id = ?",
);
const provider = await connectTwilio(readConfig({ TWILIO_API_BASE: sink }), {
  accountSid: `AC${"a".repeat(32)}`,
  authToken: AUTH_TOKEN,
  phoneNumber: "+12025550100",
  messagingServiceSid: undefined,
});

interface Text {
  readonly id: number;
  readonly body: string;
  readonly at: number;
}
const claimed: Text[] = [];
let answered: { text: Text; sid: string; at: number }[] = [];
let receipts: { status: string; key: Uint8Array; done: () => void }[] = [];
let sentCount = 0;

const WARM_UP = 500;
addTexts(WARM_UP);
await sendAtOnce(WARM_UP);
// The sink forgets when these arrived.
await fetch(`${sink}/arrivals`);
if (seconds === undefined) {
  addTexts(Number(given));
  report([await measure(Number(given), () => sendAtOnce(Number(given)))]);
} else {
  const count = Number(given) * Number(seconds);
  addTexts(2 * count);
  const alone = await measure(count, () => sendPaced(count, Number(given)));
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: takeReceipt });
  await fetch(`${sink}/receipts`, { method: "PUT", body: server.url.origin });
  // Until receipts arrive as fast as texts leave.
  addTexts(RECEIPTS_AFTER * Number(given));
  await sendPaced(RECEIPTS_AFTER * Number(given), Number(given));
  report([alone, await measure(count, () => sendPaced(count, Number(given)))]);
}

function addTexts(count: number): void {
  const insert = db.query("insert into texts (phone, status) values (?, 'pending')");
  inTransaction(db, () => {
    for (let n = 0; n < count; n += 1) insert.run(12_120_000_000 + n);
  });
}

/** One durable write for what the carrier answered, and for what leaves next. */
function takeTurn(until: number): void {
  inTransaction(db, () => {
    for (const { text, sid, at } of answered) record.run(providerKey(sid), at - text.at, text.id);
    answered = [];
    while (claimed.length < CLAIMED_AHEAD && sentCount + claimed.length < until) {
      const id = sentCount + claimed.length + 1;
      const text = { id, body: `Hi client ${id}, it is glow season`, at: Date.now() };
      claim.run(text.body, text.at, id);
      claimed.push(text);
    }
  });
}

async function sendNext(): Promise<void> {
  const [text] = claimed.splice(0, 1);
  if (!text) throw new Error("no text is claimed");
  sentCount += 1;
  const { id, body } = text;
  const statusCallback = `${ADDRESS}/cb?rid=${id}`;
  const outcome = await provider.send({ to: `+${12_120_000_000 + id}`, body, statusCallback });
  if (outcome.kind !== "accepted") throw new Error(`text ${id}: ${outcome.kind}`);
  answered.push({ text, sid: outcome.providerId, at: Date.now() });
}

async function sendAtOnce(count: number): Promise<void> {
  const until = sentCount + count;
  takeTurn(until);
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (sentCount < until) {
        if (claimed.length < AT_ONCE) takeTurn(until);
        await sendNext();
      }
    }),
  );
  takeTurn(until);
}

async function sendPaced(count: number, perSecond: number): Promise<void> {
  const until = sentCount + count;
  const first = sentCount;
  const started = performance.now();
  const sending: Promise<void>[] = [];
  takeTurn(until);
  const turns = setInterval(() => takeTurn(until), TURN_MS);
  while (sentCount < until) {
    const due = Math.min(count, ((performance.now() - started) / 1000) * perSecond);
    while (sentCount - first < Math.floor(due)) sending.push(sendNext());
    await Bun.sleep(TICK_MS);
  }
  clearInterval(turns);
  await Promise.all(sending);
  takeTurn(until);
}

async function takeReceipt(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const form = Object.fromEntries(new URLSearchParams(await request.text()));
  const signature = request.headers.get("x-twilio-signature") ?? undefined;
  if (!(await isSignedByTwilio(AUTH_TOKEN, signature, ADDRESS + pathname + search, form)))
    throw new Error("a receipt's signature is wrong");
  const { MessageStatus: status = "", MessageSid = "" } = form;
  await new Promise<void>((done) => {
    if (receipts.length === 0) setTimeout(writeReceipts, RECEIPTS_MS);
    receipts.push({ status, key: providerKey(MessageSid), done });
  });
  return new Response(null, { status: 204 });
}

function writeReceipts(): void {
  const batch = receipts;
  receipts = [];
  inTransaction(db, () => {
    for (const { status, key } of batch) receive.run(status, Date.now(), key);
  });
  for (const { done } of batch) done();
}

async function measure(count: number, work: () => Promise<void>): Promise<Least> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return {
    rate: (count / (performance.now() - started)) * 1000,
    cpu: (user + system) / count,
  };
}

function report(all: readonly Least[]): never {
  db.close();
  rmSync(folder, { recursive: true });
  process.stdout.write(JSON.stringify(all));
  process.exit(0);
}
