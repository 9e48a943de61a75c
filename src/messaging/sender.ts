import { inTransaction, isBusy, whenFree } from "#db/connection.ts";
import { requeue } from "#db/messages-queue.ts";
import type { App } from "#src/app.ts";
import { pausedReason } from "#src/engine/engine.ts";
import type { SmsProvider } from "#src/providers/sms.ts";
import { webhookBaseUrl } from "#src/settings/settings.ts";
import { type Claimed, type ClaimedText, claimDue } from "./claim.ts";
import { carrierOf } from "./messaging.ts";
import { type Outcome, recordOutcomes } from "./outcomes.ts";

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
  readonly onDiskFailure?: (error: unknown) => void;
}

const DRAIN_MS = 30_000;
/** Outcomes are gathered this long, so that one durable write serves many. */
const GATHER_MS = 8;
const NOTHING: Claimed = { texts: [], nextAt: Number.POSITIVE_INFINITY };
const IDLE_MS = 5_000;

/**
 * The loop that every text leaves by: one transaction writes the outcomes of the last batch and
 * claims the next, then the claimed texts are sent, each in its slot of the pace.
 */
export function startSender(app: App, { atOnce = 128, onDiskFailure }: Options = {}): Sender {
  const outcomes: Outcome[] = [];
  const waiting = new Map<ClaimedText, ReturnType<typeof setTimeout>>();
  let withProvider = 0;
  let stopping = false;
  let lastTurn = app.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let turning: Promise<void> | undefined;
  let wanted = false;

  const unlisten = app.events.listen(({ resource }) => {
    if (resource === "campaigns" || resource === "messages" || resource === "settings") turnIn(0);
  });

  function turnIn(ms: number): void {
    if (stopping) return;
    if (turning !== undefined) {
      wanted ||= ms < IDLE_MS;
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  }

  function run(): void {
    turning = turn()
      .then((nextAt) => {
        turning = undefined;
        const soon = wanted || outcomes.length > 0;
        wanted = false;
        turnIn(soon ? GATHER_MS : Math.min(Math.max(0, nextAt - app.now()), IDLE_MS));
      })
      .catch((error: unknown) => {
        turning = undefined;
        if (isBusy(error)) turnIn(GATHER_MS);
        else giveUp(error);
      });
  }

  async function turn(): Promise<number> {
    lastTurn = app.now();
    const provider = await carrierOf(app);
    const room = atOnce - withProvider - waiting.size;
    const batch = outcomes.length;
    const { texts, nextAt } = await whenFree(() =>
      inTransaction(app.db, () => {
        recordOutcomes(app, outcomes.slice(0, batch));
        const idle = !provider || stopping || room <= 0 || pausedReason(app) !== null;
        return idle ? NOTHING : claimDue(app, provider.name !== "simulated", room);
      }),
    );
    outcomes.splice(0, batch);
    if (provider) for (const text of texts) sendInItsSlot(provider, text);
    return nextAt;
  }

  function sendInItsSlot(provider: SmsProvider, text: ClaimedText): void {
    const wait = text.sendAt - app.now();
    if (wait < 1) send(provider, text);
    else
      waiting.set(
        text,
        setTimeout(() => send(provider, text), wait),
      );
  }

  function send(provider: SmsProvider, text: ClaimedText): void {
    waiting.delete(text);
    withProvider += 1;
    provider
      .send({ to: text.phone, body: text.body, statusCallback: callbackFor(app, text.id) })
      .catch((error: unknown) => {
        app.log("error", "bug in the carrier's adapter", { error });
        return { kind: "in-doubt", reason: "bug" } as const;
      })
      .then((outcome) => {
        withProvider -= 1;
        outcomes.push({ text, outcome });
        turnIn(outcomes.length * 2 >= atOnce || withProvider + waiting.size === 0 ? 0 : GATHER_MS);
      })
      .catch(giveUp);
  }

  function giveUp(error: unknown): void {
    app.log("error", "the sender stopped", { error });
    stopping = true;
    onDiskFailure?.(error);
  }

  async function stop(): Promise<void> {
    stopping = true;
    unlisten();
    clearTimeout(timer);
    const unsent = [...waiting.keys()];
    for (const timeout of waiting.values()) clearTimeout(timeout);
    waiting.clear();

    const deadline = performance.now() + DRAIN_MS;
    await turning;
    while (withProvider > 0 && performance.now() < deadline) await Bun.sleep(10);
    await whenFree(() =>
      inTransaction(app.db, () => {
        recordOutcomes(app, outcomes.splice(0));
        // Claimed, but surely never handed to the provider.
        for (const text of unsent) requeue(app.db, text.id, app.now());
      }),
    );
  }

  turnIn(0);
  return { wake: () => turnIn(0), stop, lastTurn: () => lastTurn };
}

/** The row's id rides along: the signature covers it, and it ties an early receipt to its row. */
function callbackFor(app: App, id: number): string | undefined {
  const base = webhookBaseUrl(app);
  return base && `${base}/api/twilio/status-callback?rid=${id}`;
}
