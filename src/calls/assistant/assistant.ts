import { countCallsSince, listFirstTokenTimes } from "#db/calls/calls-figures.ts";
import type { App, Staff } from "#src/app.ts";
import { openConversation } from "#src/calls/conversation/conversation.ts";
import type {
  AppointmentRequest,
  CallRecord,
  Conversation,
} from "#src/calls/conversation/conversation-options.ts";
import { LIMITS, type Limits } from "#src/calls/conversation/limits.ts";
import { greetingOf } from "#src/calls/conversation/phrases.ts";
import { firstNamesById } from "#src/calls/conversation/staff-directory.ts";
import { type Limit, limitRate } from "#src/platform/http/rate-limit.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { perApp } from "#src/platform/per-app.ts";
import type { AiProvider } from "#src/platform/providers/ai.ts";
import { businessDay, findSecret } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { Problem } from "#src/shared/problem.ts";
import { calls, type Figures, type TryEvent } from "./contract.ts";

export const assistantModule = defineModule(calls, {
  figures: admin(({ app }) => getCallFigures(app)),
  tryOut: admin(({ app, actor, body }) => tryOut(app, actor, body)),
});

const MAX_ANSWERS = 100;

/** A typed test call with the assistant. It exists only in memory. */
interface Trial {
  readonly ownerId: string;
  readonly conversation: Conversation;
  /** Events that have not been sent yet. */
  readonly events: TryEvent[];
  /** Resolves when the next event arrives. Several replies may wait for it at once. */
  nextEvent: PromiseWithResolvers<void>;
}

const MAX_TRIALS = 20;
const TRIES: Limit = { name: "tries of the assistant", most: 300, seconds: 3600 };
/** Typing takes longer than speaking, so a silence does not end a test call. */
const TRIAL_LIMITS: Limits = { ...LIMITS, silenceMs: LIMITS.endAfterMs };
const trialsOf = perApp(() => new Map<string, Trial>());

/** Returns undefined when no OpenAI key is set. The simulated assistant of the demo needs no key. */
export function findAssistant(app: App): Promise<AiProvider> | undefined {
  const key = findSecret(app, "openaiApiKey") ?? (app.config.demo ? "demo" : undefined);
  return key === undefined ? undefined : app.providers.ai(key);
}

export function hasAssistant(app: App): boolean {
  return app.config.demo || findSecret(app, "openaiApiKey") !== undefined;
}

/** Returns the number of calls today and the response times of the latest answers. */
function getCallFigures(app: App): Figures {
  const delays = listFirstTokenTimes(app.db, MAX_ANSWERS).toSorted((a, b) => a - b);
  const percentile = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
  return {
    callsToday: countCallsSince(app.db, toInstant(app, `${businessDay(app)}T00:00:00`)),
    answers: delays.length,
    typicalMs: percentile(0.5) ?? null,
    slowMs: percentile(0.95) ?? null,
  };
}

/**
 * Talks to the assistant by typing. Data that a real call would store is reported as an event instead.
 * @throws Problem 400 without an OpenAI key, 404 when the test call has ended, 429
 */
async function tryOut(
  app: App,
  actor: Staff,
  input: { readonly callSid?: string | undefined; readonly text: string },
): Promise<FileReply> {
  limitRate(app, TRIES, actor.id);
  const open = trialsOf(app);
  const callSid = input.callSid ?? `try-${crypto.randomUUID()}`;
  const trial =
    input.callSid === undefined ? await startTrial(app, actor, callSid) : open.get(callSid);
  if (trial?.ownerId !== actor.id)
    throw new Problem(404, "This test call has ended. Start another one.");
  return {
    name: "try.jsonl",
    type: "application/jsonl; charset=utf-8",
    content: streamEvents(trial, input.text),
  };
}

async function* streamEvents(trial: Trial, text: string): AsyncGenerator<string> {
  let isOver = false;
  const answering = trial.conversation.onTranscript(text).finally(() => {
    isOver = true;
    notifyReader(trial);
  });
  for (let isLast = false; !isLast; ) {
    // Read both before yielding: more events may arrive while a slow reader takes these.
    const { promise } = trial.nextEvent;
    isLast = isOver;
    for (const event of trial.events.splice(0)) yield `${JSON.stringify(event)}\n`;
    if (!isLast) await promise;
  }
  await answering;
}

function notifyReader(trial: Trial): void {
  trial.nextEvent.resolve();
  trial.nextEvent = Promise.withResolvers();
}

async function startTrial(app: App, actor: Staff, callSid: string): Promise<Trial> {
  const ai = await findAssistant(app);
  if (!ai) throw new Problem(400, "Add an OpenAI API key in Settings");
  const greeting = greetingOf(app);
  const events: TryEvent[] = [
    { type: "call", callSid },
    { type: "text", text: greeting, last: true },
  ];
  const emit = (event: TryEvent) => {
    events.push(event);
    notifyReader(trial);
  };
  const conversation = openConversation(app, {
    ai,
    limits: TRIAL_LIMITS,
    caller: null,
    history: [{ role: "assistant", content: greeting }],
    transport: {
      say: (text, last) => emit({ type: "text", text, last }),
      end: (next) => emit({ type: "end", next }),
    },
    record: createTrialRecord(app, emit),
    onFailure: (reason) => emit({ type: "trouble", message: reason }),
  });
  const trial: Trial = {
    ownerId: actor.id,
    conversation,
    events,
    nextEvent: Promise.withResolvers(),
  };
  const open = trialsOf(app);
  open.set(callSid, trial);
  for (const [oldest, { conversation: over }] of open) {
    if (open.size <= MAX_TRIALS) break;
    open.delete(oldest);
    await over.onHangup("hung up");
  }
  return trial;
}

/** Stores nothing and reports what a real call would have stored. */
function createTrialRecord(app: App, emit: (event: TryEvent) => void): CallRecord {
  const earlier = new Set<string>();
  return {
    addTurn({ firstTokenMs }) {
      if (firstTokenMs !== undefined) emit({ type: "measured", ms: firstTokenMs });
      return () => undefined;
    },
    async requestAppointment(request) {
      const key = JSON.stringify(request).toLowerCase();
      if (earlier.has(key)) return "duplicate";
      earlier.add(key);
      emit({ type: "noted", what: "request", text: formatRequest(app, request) });
      return "recorded";
    },
    async joinWaitlist({ name, serviceName }) {
      emit({ type: "noted", what: "waitlist entry", text: `${name}: ${serviceName}` });
      return undefined;
    },
    async leaveMessage(message) {
      emit({ type: "noted", what: "message", text: message });
    },
    recordEnd: async () => undefined,
  };
}

function formatRequest(
  app: App,
  { callerName, requestedService, slot, preferredDate, preferredTime }: AppointmentRequest,
): string {
  const when = slot
    ? `${formatLongTime(slot.startsAt)} with ${firstNamesById(app).get(slot.employeeId)}`
    : `${preferredDate}, ${preferredTime}`;
  return `${callerName}: ${requestedService}, ${when}`;
}
