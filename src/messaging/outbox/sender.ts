import { inTransaction, isDiskFull, whenFree, writeWhenFree } from "#db/connection.ts";
import { isSending } from "#db/messaging/campaign-sending.ts";
import type { App } from "#src/app.ts";
import { hasMissedTexts, pausedReason } from "#src/platform/sending-state.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { Resource } from "#src/shared/endpoint.ts";
import { runEffect } from "#src/shared/state-machine.ts";
import { claimDue } from "./claim.ts";
import { type ClaimedText, type PacedText, releasePaced, releaseTexts } from "./claimed-text.ts";
import { completeCampaigns, recordOutcomes } from "./outcomes.ts";
import { isStale, PaceWindow, ratesOf } from "./pace.ts";
import {
  advanceSender,
  CLAIMED_AHEAD,
  countInFlight,
  type Lane,
  type Moment,
  newSender,
  type SenderActions,
  type SenderEvent,
} from "./sender-machine.ts";
import { type Connection, connect, submit } from "./submit.ts";

export interface Sender {
  /** Looks for work now. */
  readonly wake: () => void;
  /**
   * Waits at most 30 seconds for texts in flight, and returns claimed texts that were not sent to
   * the queue.
   */
  readonly stop: () => Promise<void>;
  /** When the loop last ran, in epoch milliseconds; for /ready. */
  readonly lastTurn: () => number;
}

interface Options {
  /** Requests to the provider at the same time, for texts of campaigns and for all others each. */
  readonly maxInFlight?: number;
  /**
   * Called when the loop stops because of an error, such as a failing disk: what can't be recorded
   * must not be sent.
   */
  readonly onFailure?: (error: unknown) => void;
}

const DRAIN_MS = 30_000;
const WAKING: ReadonlySet<Resource> = new Set(["campaigns", "messages", "settings"]);

/**
 * Starts the loop that sends every text: one transaction records the outcomes of the last batch and
 * claims the next. Texts of campaigns wait for their slots of the pace, and no campaign delays the
 * lane of all others.
 */
export function startSender(app: App, { maxInFlight = 64, onFailure }: Options = {}): Sender {
  let state = newSender(maxInFlight, new PaceWindow());
  let lastTurn = app.now();
  let turning: Promise<void> | undefined;
  let slotTimer: Timer | undefined;
  /** The changes that the last turn published, which need no turn of their own. */
  let ownChanges = { after: 0, upTo: 0 };
  const unlisten = app.events.listen(({ resource, number }) => {
    const isOwn = number > ownChanges.after && number <= ownChanges.upTo;
    if (WAKING.has(resource) && !isOwn) take("onNews");
  });
  const turnTimer = createEarliestTimer(() => take("onTurnDue"));
  const actions: SenderActions = {
    takeTurn() {
      turning = takeTurn().catch(fail);
    },
    scheduleTurn: turnTimer.schedule,
    awaitSlot(ms) {
      slotTimer = setTimeout(onSlot, ms);
    },
    clearSlot: () => clearTimeout(slotTimer),
    send,
  };

  function take(...event: SenderEvent): void {
    const { state: next, effects } = advanceSender(state, event);
    state = next;
    for (const effect of effects) runEffect(actions, effect);
  }

  function readMoment(): Moment {
    const known = new Map<number, boolean>();
    return {
      now: app.now(),
      ticks: performance.now(),
      rates: ratesOf(getSettings(app)),
      isSending(campaignId) {
        const answer = known.get(campaignId) ?? isSending(app.db, campaignId);
        known.set(campaignId, answer);
        return answer;
      },
    };
  }

  async function takeTurn(): Promise<void> {
    lastTurn = app.now();
    take("onConnected", await connect(app));
    try {
      const nextAt = await whenFree(exchange);
      take("onTurnEnded", nextAt, readMoment());
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      if (state.mode !== "disk full")
        app.log("error", "sending is paused until there is free disk space", { error });
      take("onDiskFull");
    }
  }

  /**
   * Records outcomes and claims texts. Memory changes with the commit, without a gap in which a
   * text could be sent.
   */
  function exchange(): number {
    const { outcomes, direct, paced, claimedAt } = state;
    const latest = app.events.latest();
    const rates = ratesOf(getSettings(app));
    const isOutdated = !Bun.deepEquals(claimedAt, rates) || areOutdated(app, paced);
    const released = isOutdated ? paced : [];
    const isPaused = pausedReason(app) !== null || hasMissedTexts(app);
    const claimed = inTransaction(app.db, () => {
      recordOutcomes(app, outcomes);
      releasePaced(app, released);
      const batch =
        !state.connection || state.mode === "stopped" || isPaused
          ? undefined
          : claimDue(app, app.providers.carrier.reachesPhones, {
              direct: Math.max(0, CLAIMED_AHEAD - direct.length),
              paced: Math.max(0, CLAIMED_AHEAD - paced.length + released.length),
            });
      completeCampaigns(app);
      return batch;
    });
    ownChanges = { after: latest, upTo: app.events.latest() };
    take("onExchanged", {
      recorded: outcomes.length,
      released: released.length,
      direct: claimed?.direct ?? [],
      paced: claimed?.paced ?? [],
      rates,
    });
    return claimed?.nextAt ?? Number.POSITIVE_INFINITY;
  }

  function onSlot(): void {
    try {
      take("onSlot", readMoment());
    } catch (error) {
      fail(error);
    }
  }

  function send(connection: Connection, lane: Lane, text: ClaimedText): void {
    submit(app, connection, text)
      .catch((error: unknown) => {
        app.log("error", "the carrier adapter threw an unexpected error", { error });
        return { kind: "in-doubt", reason: "bug" } as const;
      })
      .then((outcome) => take("onAnswered", lane, text, outcome, readMoment()))
      .catch(fail);
  }

  function fail(error: unknown): void {
    app.log("error", "the sender stopped", { error });
    take("onStop");
    onFailure?.(error);
  }

  async function stop(): Promise<void> {
    take("onStop");
    unlisten();
    turnTimer.clear();
    clearTimeout(slotTimer);
    const deadline = performance.now() + DRAIN_MS;
    await turning;
    while (countInFlight(state) > 0 && performance.now() < deadline) await Bun.sleep(10);
    await writeWhenFree(app.db, () => {
      recordOutcomes(app, state.outcomes);
      releaseAll(app, state.direct, state.paced);
    });
    take("onReleased");
  }

  take("onNews");
  return { wake: () => take("onNews"), stop, lastTurn: () => lastTurn };
}

/** A timer that runs at the earliest time asked for, so that a stream of requests does not postpone it. */
function createEarliestTimer(run: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = Number.POSITIVE_INFINITY;

  function schedule(ms: number): void {
    const asked = performance.now() + ms;
    if (asked >= due) return;
    due = asked;
    clearTimeout(timer);
    timer = setTimeout(() => {
      due = Number.POSITIVE_INFINITY;
      run();
    }, ms);
  }

  return { schedule, clear: () => clearTimeout(timer) };
}

/** Returns whether texts that wait for their slots belong to a campaign that no longer sends, or are too far from their slots. */
function areOutdated(app: App, texts: readonly PacedText[]): boolean {
  const [first] = texts;
  if (!first) return false;
  if (isStale(first.slot, app.now())) return true;
  const campaigns = new Set(texts.map(({ campaignId }) => campaignId));
  return [...campaigns].some((id) => !isSending(app.db, id));
}

/** Returns all claimed texts to the queue before the process ends. */
function releaseAll(app: App, direct: readonly ClaimedText[], paced: readonly PacedText[]): void {
  releaseTexts(app, direct);
  // The next process doesn't know when the last texts left, so a fast pace rather loses a few slots.
  const skipsSlots = ratesOf(getSettings(app)).interval < 1_000;
  if (skipsSlots) releaseTexts(app, paced);
  else releasePaced(app, paced);
}
