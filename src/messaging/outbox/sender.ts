import { inTransaction, isDiskFull, whenFree } from "#db/connection.ts";
import { requeue } from "#db/messaging/message-outcomes.ts";
import type { App } from "#src/app.ts";
import { mediaAddresses } from "#src/messaging/media/media.ts";
import type { Carrier, SendOutcome } from "#src/platform/providers/carrier.ts";
import { hasMissedTexts, pausedReason } from "#src/platform/sending-state.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";
import { type ClaimedBatch, type ClaimedText, claimDue } from "./claim.ts";
import { carrierOf } from "./outbox.ts";
import { recordOutcomes, type TextOutcome } from "./outcomes.ts";
import { PaceWindow } from "./pace.ts";

export interface Sender {
  /** Looks for work now. */
  readonly wake: () => void;
  /** Waits at most 30 seconds for texts in flight, and returns claimed texts that were not sent to the queue. */
  readonly stop: () => Promise<void>;
  /** When the loop last ran, in epoch milliseconds; for /ready. */
  readonly lastTurn: () => number;
}

interface Options {
  /** Requests to the provider at the same time. */
  readonly maxInFlight?: number;
  /** Called when the loop stops because of an error, such as a failing disk: what can't be recorded must not be sent. */
  readonly onFailure?: (error: unknown) => void;
}

const DRAIN_MS = 30_000;
/** How long outcomes are collected and how many texts are claimed ahead, so that one durable write covers many. */
const GATHER_MS = 30;
const CLAIMED_AHEAD = 256;
const IDLE_MS = 5_000;
const NO_ADDRESS =
  "The carrier could not fetch the picture: no public address of this server is set";

/**
 * Starts the loop that sends every text: one transaction records the outcomes of the last batch and
 * claims the next, then the claimed texts are sent, each in its slot of the pace.
 */
export function startSender(app: App, { maxInFlight = 64, onFailure }: Options = {}): Sender {
  const outcomes: TextOutcome[] = [];
  /** Claimed texts that are not sent yet, in the order of their slots. */
  let ready: ClaimedText[] = [];
  let inFlight = 0;
  const pace = new PaceWindow();
  let carrier: { provider: Carrier; receipts: string | undefined } | undefined;
  let stopping = false;
  let lastTurn = app.now();
  let turnTimer: ReturnType<typeof setTimeout> | undefined;
  let turnDue = Number.POSITIVE_INFINITY;
  let slotTimer: ReturnType<typeof setTimeout> | undefined;
  let turning: Promise<void> | undefined;
  let turnRequested = false;
  let diskFull = false;

  const unlisten = app.events.listen(({ resource }) => {
    if (resource === "campaigns" || resource === "messages" || resource === "settings")
      scheduleTurn(0);
  });

  function scheduleTurn(ms: number): void {
    if (stopping) return;
    if (turning !== undefined) {
      turnRequested = true;
      return;
    }
    // The earliest request wins, so that a stream of outcomes does not postpone the turn indefinitely.
    const due = performance.now() + ms;
    if (due >= turnDue) return;
    turnDue = due;
    clearTimeout(turnTimer);
    turnTimer = setTimeout(() => {
      turnDue = Number.POSITIVE_INFINITY;
      turning = turn().then(finishTurn, fail);
    }, ms);
  }

  function finishTurn(nextAt: number): void {
    turning = undefined;
    const hasWork = !diskFull && (turnRequested || outcomes.length > 0);
    turnRequested = false;
    scheduleTurn(hasWork ? GATHER_MS : Math.min(Math.max(0, nextAt - app.now()), IDLE_MS));
  }

  async function turn(): Promise<number> {
    lastTurn = app.now();
    const provider = await carrierOf(app);
    carrier = provider && { provider, receipts: receiptsAddress(app) };
    const batch = outcomes.length;
    let claimed: ClaimedBatch | undefined;
    try {
      claimed = await whenFree(() =>
        inTransaction(app.db, () => {
          recordOutcomes(app, outcomes.slice(0, batch));
          const capacity = CLAIMED_AHEAD - ready.length;
          const paused = pausedReason(app) !== null || hasMissedTexts(app);
          const idle = !provider || stopping || paused || capacity <= 0;
          return idle ? undefined : claimDue(app, provider.name !== "simulated", capacity);
        }),
      );
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      return waitForDisk(error);
    }
    diskFull = false;
    outcomes.splice(0, batch);
    if (claimed) {
      // A chat text's slot is now, so it comes before those of campaigns.
      ready = ready.concat(claimed.texts).sort((a, b) => a.sendAt - b.sendAt);
    }
    sendReady();
    return claimed?.nextAt ?? Number.POSITIVE_INFINITY;
  }

  /** Nothing is sent that can't be recorded. Outcomes stay in memory and are written once there is free space. */
  function waitForDisk(error: unknown): number {
    if (!diskFull) app.log("error", "sending is paused until there is free disk space", { error });
    diskFull = true;
    return app.now() + IDLE_MS;
  }

  function sendReady(): void {
    if (!carrier || stopping || diskFull) return;
    const now = app.now();
    let sent = 0;
    for (const text of ready) {
      if (inFlight >= maxInFlight || delayOf(text, now) > 0) break;
      sent += 1;
      if (text.campaignId !== null) pace.record(app.now());
      send(carrier, text);
    }
    if (sent > 0) ready = ready.slice(sent);
    clearTimeout(slotTimer);
    const [next] = ready;
    if (next && inFlight < maxInFlight) slotTimer = setTimeout(sendReady, delayOf(next, now));
  }

  function delayOf(text: ClaimedText, now: number): number {
    const share = text.campaignId === null ? 0 : pace.wait(text.gap, now);
    return Math.max(text.sendAt - now, share);
  }

  function send({ provider, receipts }: NonNullable<typeof carrier>, text: ClaimedText): void {
    inFlight += 1;
    // The address contains the row's id, which the signature covers. It connects an early receipt with its row.
    const statusCallback = receipts && `${receipts}?rid=${text.id}`;
    submit(provider, text, statusCallback)
      .catch((error: unknown) => {
        app.log("error", "the carrier adapter threw an unexpected error", { error });
        return { kind: "in-doubt", reason: "bug" } as const;
      })
      .then((outcome) => {
        inFlight -= 1;
        outcomes.push({ text, outcome });
        sendReady();
        // While texts wait for their slots, outcomes are collected: otherwise each would need a durable write.
        const isLast = inFlight === 0 && ready.length === 0;
        if (ready.length < maxInFlight || outcomes.length >= CLAIMED_AHEAD)
          scheduleTurn(outcomes.length >= maxInFlight || isLast ? 0 : GATHER_MS);
      })
      .catch(fail);
  }

  async function submit(
    provider: Carrier,
    { phone, body, mediaIds }: ClaimedText,
    statusCallback: string | undefined,
  ): Promise<SendOutcome> {
    const mediaUrls = mediaAddresses(app, mediaIds);
    if (!mediaUrls) return { kind: "refused", code: null, reason: NO_ADDRESS };
    return provider.send({ to: phone, body, mediaUrls, statusCallback });
  }

  function fail(error: unknown): void {
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
    while (inFlight > 0 && performance.now() < deadline) await Bun.sleep(10);
    await whenFree(() =>
      inTransaction(app.db, () => {
        recordOutcomes(app, outcomes);
        // Claimed, but certainly not sent.
        for (const text of ready) requeue(app.db, text.id, app.now());
      }),
    );
    outcomes.length = 0;
    ready = [];
  }

  scheduleTurn(0);
  return { wake: () => scheduleTurn(0), stop, lastTurn: () => lastTurn };
}

function receiptsAddress(app: App): string | undefined {
  const base = webhookBaseUrl(app);
  return base && `${base}/api/twilio/status-callback`;
}
