import { inTransaction, isDiskFull, whenFree } from "#db/connection.ts";
import { requeue } from "#db/messaging/message-outcomes.ts";
import type { App } from "#src/app.ts";
import { mediaAddresses } from "#src/messaging/media/media.ts";
import type { SmsOutcome, SmsProvider } from "#src/platform/providers/sms.ts";
import { hasMissedTexts, pausedReason } from "#src/platform/sending-state.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { type Claimed, type ClaimedText, claimDue } from "./claim.ts";
import { carrierOf } from "./outbox.ts";
import { type Outcome, recordOutcomes } from "./outcomes.ts";
import { PaceWindow } from "./pace.ts";

export interface Sender {
  /** Looks for work now. */
  readonly wake: () => void;
  /** Finishes what is with the provider, for at most 30 seconds, and gives back what is not. */
  readonly stop: () => Promise<void>;
  /** Epoch milliseconds of its last look, for /ready. */
  readonly lastTurn: () => number;
}

interface Options {
  /** Texts with the provider at once. */
  readonly atOnce?: number;
  /** The disk failed: nothing may be sent that cannot be written down. */
  readonly onFailure?: (error: unknown) => void;
}

const DRAIN_MS = 30_000;
/** Outcomes are gathered this long, and this many texts claimed ahead: one durable write serves all. */
const GATHER_MS = 30;
const CLAIMED_AHEAD = 256;
const IDLE_MS = 5_000;
const NO_ADDRESS =
  "The carrier could not fetch the picture: no public address of this server is set";

/**
 * The loop that every text leaves by: one transaction writes the outcomes of the last batch and
 * claims the next, then the claimed texts are sent, each in its slot of the pace.
 */
export function startSender(app: App, { atOnce = 64, onFailure }: Options = {}): Sender {
  const outcomes: Outcome[] = [];
  /** Claimed, in the order of their slots, and not yet handed to the provider. */
  let ready: ClaimedText[] = [];
  let withProvider = 0;
  const pace = new PaceWindow();
  let carrier: { provider: SmsProvider; receipts: string | undefined } | undefined;
  let stopping = false;
  let lastTurn = app.now();
  let turnTimer: ReturnType<typeof setTimeout> | undefined;
  let turnDue = Number.POSITIVE_INFINITY;
  let slotTimer: ReturnType<typeof setTimeout> | undefined;
  let turning: Promise<void> | undefined;
  let wanted = false;
  let diskFull = false;

  const unlisten = app.events.listen(({ resource }) => {
    if (resource === "campaigns" || resource === "messages" || resource === "settings") turnIn(0);
  });

  function turnIn(ms: number): void {
    if (stopping) return;
    if (turning !== undefined) {
      wanted = true;
      return;
    }
    // The earliest wish stands: outcomes that keep coming must not put the turn off again and again.
    const due = performance.now() + ms;
    if (due >= turnDue) return;
    turnDue = due;
    clearTimeout(turnTimer);
    turnTimer = setTimeout(() => {
      turnDue = Number.POSITIVE_INFINITY;
      turning = turn().then(plan, giveUp);
    }, ms);
  }

  function plan(nextAt: number): void {
    turning = undefined;
    const soon = !diskFull && (wanted || outcomes.length > 0);
    wanted = false;
    turnIn(soon ? GATHER_MS : Math.min(Math.max(0, nextAt - app.now()), IDLE_MS));
  }

  async function turn(): Promise<number> {
    lastTurn = app.now();
    const provider = await carrierOf(app);
    carrier = provider && { provider, receipts: receiptsAddress(app) };
    const batch = outcomes.length;
    let claimed: Claimed | undefined;
    try {
      claimed = await whenFree(() =>
        inTransaction(app.db, () => {
          recordOutcomes(app, outcomes.slice(0, batch));
          const room = CLAIMED_AHEAD - ready.length;
          const paused = pausedReason(app) !== null || hasMissedTexts(app);
          const idle = !provider || stopping || paused || room <= 0;
          return idle ? undefined : claimDue(app, provider.name !== "simulated", room);
        }),
      );
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      return waitForRoom(error);
    }
    diskFull = false;
    outcomes.splice(0, batch);
    if (claimed) {
      // Somebody waits for a chat text: its slot is now, before those of campaigns.
      ready = ready.concat(claimed.texts).sort((a, b) => a.sendAt - b.sendAt);
    }
    sendReady();
    return claimed?.nextAt ?? Number.POSITIVE_INFINITY;
  }

  /** Nothing leaves that cannot be written down; what was heard is kept, and written once there is room. */
  function waitForRoom(error: unknown): number {
    if (!diskFull) app.log("error", "the sender waits for room on the disk", { error });
    diskFull = true;
    return app.now() + IDLE_MS;
  }

  function sendReady(): void {
    if (!carrier || stopping || diskFull) return;
    const now = app.now();
    let sent = 0;
    for (const text of ready) {
      if (withProvider >= atOnce || waitFor(text, now) > 0) break;
      sent += 1;
      if (text.campaignId !== null) pace.note(app.now());
      send(carrier, text);
    }
    if (sent > 0) ready = ready.slice(sent);
    clearTimeout(slotTimer);
    const [next] = ready;
    if (next && withProvider < atOnce) slotTimer = setTimeout(sendReady, waitFor(next, now));
  }

  function waitFor(text: ClaimedText, now: number): number {
    const share = text.campaignId === null ? 0 : pace.wait(text.gap, now);
    return Math.max(text.sendAt - now, share);
  }

  function send({ provider, receipts }: NonNullable<typeof carrier>, text: ClaimedText): void {
    withProvider += 1;
    // The row's id rides along: the signature covers it, and it ties an early receipt to its row.
    const statusCallback = receipts && `${receipts}?rid=${text.id}`;
    handOver(provider, text, statusCallback)
      .catch((error: unknown) => {
        app.log("error", "bug in the carrier's adapter", { error });
        return { kind: "in-doubt", reason: "bug" } as const;
      })
      .then((outcome) => {
        withProvider -= 1;
        outcomes.push({ text, outcome });
        sendReady();
        // While texts wait for their slots, outcomes are gathered: else each would be a durable write of its own.
        const isLast = withProvider === 0 && ready.length === 0;
        if (ready.length < atOnce || outcomes.length >= CLAIMED_AHEAD)
          turnIn(outcomes.length >= atOnce || isLast ? 0 : GATHER_MS);
      })
      .catch(giveUp);
  }

  async function handOver(
    provider: SmsProvider,
    { phone, body, mediaIds }: ClaimedText,
    statusCallback: string | undefined,
  ): Promise<SmsOutcome> {
    const mediaUrls = mediaAddresses(app, mediaIds);
    if (!mediaUrls) return { kind: "refused", code: null, reason: NO_ADDRESS };
    return provider.send({ to: phone, body, mediaUrls, statusCallback });
  }

  function giveUp(error: unknown): void {
    app.log("error", "the sender stopped", { error });
    turning = undefined;
    stopping = true;
    onFailure?.(error);
  }

  async function stop(): Promise<void> {
    stopping = true;
    unlisten();
    clearTimeout(turnTimer);
    clearTimeout(slotTimer);
    const deadline = performance.now() + DRAIN_MS;
    await turning;
    while (withProvider > 0 && performance.now() < deadline) await Bun.sleep(10);
    await whenFree(() =>
      inTransaction(app.db, () => {
        recordOutcomes(app, outcomes);
        // Claimed, but surely never handed to the provider.
        for (const text of ready) requeue(app.db, text.id, app.now());
      }),
    );
    outcomes.length = 0;
    ready = [];
  }

  turnIn(0);
  return { wake: () => turnIn(0), stop, lastTurn: () => lastTurn };
}

function receiptsAddress(app: App): string | undefined {
  const base = webhookBaseUrl(app);
  return base && `${base}/api/twilio/status-callback`;
}
