import { inTransaction, isDiskFull, whenFree, writeWhenFree } from "#db/connection.ts";
import { isSending } from "#db/messaging/campaign-sending.ts";
import type { App } from "#src/app.ts";
import { hasMissedTexts, pausedReason } from "#src/platform/sending-state.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { Resource } from "#src/shared/endpoint.ts";
import { claimDue } from "./claim.ts";
import { type ClaimedText, type PacedText, releasePaced } from "./claimed-text.ts";
import { createEarliestTimer } from "./earliest-timer.ts";
import { completeCampaigns, recordOutcomes, type TextOutcome } from "./outcomes.ts";
import { gapAfter, isFast, isStale, PaceWindow, type Rates, ratesOf } from "./pace.ts";
import { type Connection, connect, submit } from "./submit.ts";
import { areOutdated, releaseAll } from "./waiting-texts.ts";

export interface Sender {
  /** Looks for work now. */
  readonly wake: () => void;
  /** Waits at most 30 seconds for texts in flight, and returns claimed texts that were not sent to the queue. */
  readonly stop: () => Promise<void>;
  /** When the loop last ran, in epoch milliseconds; for /ready. */
  readonly lastTurn: () => number;
}

interface Options {
  /** Requests to the provider at the same time, for texts of campaigns and for all others each. */
  readonly maxInFlight?: number;
  /** Called when the loop stops because of an error, such as a failing disk: what can't be recorded must not be sent. */
  readonly onFailure?: (error: unknown) => void;
}

const DRAIN_MS = 30_000;
/** How long outcomes are collected and how many texts are claimed ahead, so that one durable write covers many. */
const GATHER_MS = 30;
/** As GATHER_MS, while texts wait for the slots of a fast pace: 3 durable writes a second instead of 30. */
const PACED_GATHER_MS = 300;
/** Texts whose slots of a fast pace come within this time leave together: 25 wake-ups a second instead of 225. */
const SLOT_TICK_MS = 40;
const CLAIMED_AHEAD = 256;
const IDLE_MS = 5_000;
const WAKING: ReadonlySet<Resource> = new Set(["campaigns", "messages", "settings"]);

/** Claimed texts that are not sent yet, in order, and the number that the provider has. */
interface Lane<Text> {
  ready: Text[];
  inFlight: number;
}

/**
 * Starts the loop that sends every text: one transaction records the outcomes of the last batch and claims the
 * next. Texts of campaigns wait for their slots of the pace; no campaign delays the lane of all others.
 */
export function startSender(app: App, { maxInFlight = 64, onFailure }: Options = {}): Sender {
  const outcomes: TextOutcome[] = [];
  const direct: Lane<ClaimedText> = { ready: [], inFlight: 0 };
  const paced: Lane<PacedText> = { ready: [], inFlight: 0 };
  const inFlight = () => direct.inFlight + paced.inFlight;
  /** The pace at which the waiting texts were claimed. */
  let claimedAt: Rates | undefined;
  const pace = new PaceWindow();
  let connection: Connection | undefined;
  let stopping = false;
  let lastTurn = app.now();
  let slotTimer: ReturnType<typeof setTimeout> | undefined;
  let lastTick = Number.NEGATIVE_INFINITY;
  let turning: Promise<void> | undefined;
  let turnRequested = false;
  let diskFull = false;
  /** The changes that the last turn published, which need no turn of their own. */
  let ownChanges = { after: 0, upTo: 0 };
  const unlisten = app.events.listen(({ resource, number }) => {
    const isOwn = number > ownChanges.after && number <= ownChanges.upTo;
    if (WAKING.has(resource) && !isOwn) scheduleTurn(0);
  });

  const turnTimer = createEarliestTimer(() => {
    turning = turn().then(finishTurn, fail);
  });

  function scheduleTurn(ms: number): void {
    if (stopping) return;
    if (turning !== undefined) {
      turnRequested = true;
      return;
    }
    turnTimer.schedule(ms);
  }

  function finishTurn(nextAt: number): void {
    turning = undefined;
    const hasWork = !diskFull && (turnRequested || outcomes.length > 0);
    turnRequested = false;
    scheduleTurn(hasWork ? GATHER_MS : Math.min(Math.max(0, nextAt - app.now()), IDLE_MS));
  }

  async function turn(): Promise<number> {
    lastTurn = app.now();
    connection = await connect(app);
    let nextAt: number;
    try {
      nextAt = await whenFree(exchange);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      return waitForDisk(error);
    }
    diskFull = false;
    sendReady();
    return nextAt;
  }

  /** Records outcomes and claims texts. Memory changes with the commit, without a gap in which a text could be sent. */
  function exchange(): number {
    const latest = app.events.latest();
    const recorded = outcomes.length;
    const rates = ratesOf(getSettings(app));
    const isOutdated = !Bun.deepEquals(claimedAt, rates) || areOutdated(app, paced.ready);
    const released = isOutdated ? paced.ready : [];
    const kept = released.length > 0 ? [] : paced.ready;
    const isPaused = pausedReason(app) !== null || hasMissedTexts(app);
    const claimed = inTransaction(app.db, () => {
      recordOutcomes(app, outcomes.slice(0, recorded));
      releasePaced(app, released);
      const batch =
        !connection || stopping || isPaused
          ? undefined
          : claimDue(app, app.providers.carrier.reachesPhones, {
              direct: Math.max(0, CLAIMED_AHEAD - direct.ready.length),
              paced: Math.max(0, CLAIMED_AHEAD - kept.length),
            });
      completeCampaigns(app);
      return batch;
    });
    ownChanges = { after: latest, upTo: app.events.latest() };
    outcomes.splice(0, recorded);
    claimedAt = rates;
    direct.ready = direct.ready.concat(claimed?.direct ?? []);
    paced.ready = kept.concat(claimed?.paced ?? []);
    return claimed?.nextAt ?? Number.POSITIVE_INFINITY;
  }

  /** Nothing is sent that can't be recorded. Outcomes stay in memory and are written once there is free space. */
  function waitForDisk(error: unknown): number {
    if (!diskFull) app.log("error", "sending is paused until there is free disk space", { error });
    diskFull = true;
    return app.now() + IDLE_MS;
  }

  function sendReady(): void {
    if (!connection || stopping || diskFull) return;
    for (const text of direct.ready.splice(0, Math.max(0, maxInFlight - direct.inFlight)))
      send(connection, direct, text);
    sendPaced(connection);
  }

  function sendPaced(to: Connection): void {
    clearTimeout(slotTimer);
    slotTimer = undefined;
    const now = app.now();
    const rates = ratesOf(getSettings(app));
    const sending = new Set<number>();
    let sent = 0;
    for (const text of paced.ready) {
      if (paced.inFlight >= maxInFlight) break;
      if (isStale(text.slot, now)) {
        scheduleTurn(0);
        break;
      }
      const untilSlot = text.slot.at - now;
      const untilWindow = pace.wait(gapAfter(text.slot.segments, rates), now);
      if (untilSlot > 0 || untilWindow > 0) {
        // The window's wait is exact: rounding it up would slow the pace.
        const sinceTick = performance.now() - lastTick;
        const tick = untilSlot > 0 && isFast(rates) ? SLOT_TICK_MS - sinceTick : 0;
        slotTimer = setTimeout(onSlot, Math.max(untilSlot, untilWindow, tick));
        break;
      }
      // Nothing leaves after a stop. The next turn returns the claimed texts to the queue.
      if (!sending.has(text.campaignId) && !isSending(app.db, text.campaignId)) {
        scheduleTurn(0);
        break;
      }
      sending.add(text.campaignId);
      sent += 1;
      pace.record(app.now());
      send(to, paced, text);
    }
    if (sent > 0) paced.ready = paced.ready.slice(sent);
  }

  function onSlot(): void {
    lastTick = performance.now();
    try {
      sendReady();
    } catch (error) {
      fail(error);
    }
  }

  function send(to: Connection, lane: Lane<unknown>, text: ClaimedText): void {
    lane.inFlight += 1;
    submit(app, to, text)
      .catch((error: unknown) => {
        app.log("error", "the carrier adapter threw an unexpected error", { error });
        return { kind: "in-doubt", reason: "bug" } as const;
      })
      .then((outcome) => {
        lane.inFlight -= 1;
        outcomes.push({ text, outcome });
        // A refusal may pause its campaign, so its record doesn't wait for others.
        if (outcome.kind === "refused") scheduleTurn(0);
        if (lane === paced && slotTimer && claimedAt && isFast(claimedAt)) {
          scheduleTurn(outcomes.length >= CLAIMED_AHEAD ? 0 : PACED_GATHER_MS);
          return;
        }
        sendReady();
        // While texts wait for their slots, outcomes are collected: otherwise each would need a durable write.
        const isLast = inFlight() === 0 && paced.ready.length === 0;
        if (paced.ready.length < maxInFlight || outcomes.length >= CLAIMED_AHEAD)
          scheduleTurn(outcomes.length >= maxInFlight || isLast ? 0 : GATHER_MS);
      })
      .catch(fail);
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
    turnTimer.clear();
    clearTimeout(slotTimer);
    const deadline = performance.now() + DRAIN_MS;
    await turning;
    while (inFlight() > 0 && performance.now() < deadline) await Bun.sleep(10);
    await writeWhenFree(app.db, () => {
      recordOutcomes(app, outcomes);
      releaseAll(app, direct.ready, paced.ready);
    });
    outcomes.length = 0;
    direct.ready = [];
    paced.ready = [];
  }

  scheduleTurn(0);
  return { wake: () => scheduleTurn(0), stop, lastTurn: () => lastTurn };
}
