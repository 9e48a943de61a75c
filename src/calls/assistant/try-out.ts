import type { App, Staff } from "#src/app.ts";
import { type Conversation, openConversation } from "#src/calls/conversation/conversation.ts";
import { greetingOf } from "#src/calls/conversation/greeting.ts";
import { LIMITS, type Limits } from "#src/calls/conversation/limits.ts";
import type { CallRecord, Request } from "#src/calls/conversation/record.ts";
import { namesById } from "#src/calls/conversation/staff-directory.ts";
import { slotWords } from "#src/calls/tools/spoken-times.ts";
import { limit } from "#src/platform/http/rate-limit.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { Problem } from "#src/shared/problem.ts";
import { assistantOf } from "./assistant.ts";
import type { TryEvent } from "./contract.ts";

/** A conversation of somebody who tries the assistant out. It lives here, and nowhere else. */
interface Try {
  readonly ownerId: string;
  readonly conversation: Conversation;
  /** What was said and done since the last line was sent. */
  readonly events: TryEvent[];
  /** Settles with the next of them; several answers may wait for it at once. */
  news: PromiseWithResolvers<void>;
}

const MOST_TRIES = 20;
const AN_HOUR = 300;
/** Whoever types thinks longer than who speaks. */
const TRY_LIMITS: Limits = { ...LIMITS, silenceMs: LIMITS.endAfterMs };
const tries = new WeakMap<App, Map<string, Try>>();

/**
 * The same assistant, by typing: what a caller's call would write down is told instead.
 * @throws Problem 400 without a key, 404 when that call is over, 429
 */
export async function tryOut(
  app: App,
  actor: Staff,
  asked: { readonly callSid?: string | undefined; readonly words: string },
): Promise<FileReply> {
  limit(app, `tries of ${actor.id}`, AN_HOUR, 3600);
  const open = triesOf(app);
  const callSid = asked.callSid ?? `try-${crypto.randomUUID()}`;
  const known = asked.callSid === undefined ? await begin(app, actor, callSid) : open.get(callSid);
  if (known?.ownerId !== actor.id) throw new Problem(404, "This try is over. Start another one.");
  return {
    name: "try.jsonl",
    type: "application/jsonl; charset=utf-8",
    content: linesOf(known, asked.words),
  };
}

async function* linesOf(one: Try, words: string): AsyncGenerator<string> {
  let isOver = false;
  const hearing = one.conversation.hear(words).finally(() => {
    isOver = true;
    wake(one);
  });
  for (let isLast = false; !isLast; ) {
    // Both taken before: more may come while a slow reader takes these.
    const { promise } = one.news;
    isLast = isOver;
    for (const event of one.events.splice(0)) yield `${JSON.stringify(event)}\n`;
    if (!isLast) await promise;
  }
  await hearing;
}

function wake(one: Try): void {
  one.news.resolve();
  one.news = Promise.withResolvers();
}

async function begin(app: App, actor: Staff, callSid: string): Promise<Try> {
  const ai = await assistantOf(app);
  if (!ai) throw new Problem(400, "Add an OpenAI API key in Settings");
  const greeting = greetingOf(app);
  const events: TryEvent[] = [
    { type: "call", callSid },
    { type: "words", words: greeting, last: true },
  ];
  const tell = (event: TryEvent) => {
    events.push(event);
    wake(one);
  };
  const conversation = openConversation(app, {
    ai,
    limits: TRY_LIMITS,
    caller: null,
    soFar: [{ role: "assistant", content: greeting }],
    line: {
      say: (words, last) => tell({ type: "words", words, last }),
      end: (next) => tell({ type: "end", next }),
    },
    record: recordFor(app, tell),
    failed: (words) => tell({ type: "trouble", words }),
  });
  const one: Try = { ownerId: actor.id, conversation, events, news: Promise.withResolvers() };
  const open = triesOf(app);
  open.set(callSid, one);
  for (const [oldest, { conversation: over }] of open) {
    if (open.size <= MOST_TRIES) break;
    open.delete(oldest);
    await over.hangUp("gone");
  }
  return one;
}

/** Keeps nothing, and says what it would have kept. */
function recordFor(app: App, tell: (event: TryEvent) => void): CallRecord {
  const former = new Set<string>();
  return {
    said({ firstTokenMs }) {
      if (firstTokenMs !== undefined) tell({ type: "measured", ms: firstTokenMs });
      return () => undefined;
    },
    async ask(request) {
      const key = JSON.stringify(request).toLowerCase();
      if (former.has(key)) return "again";
      former.add(key);
      tell({ type: "noted", what: "request", words: requestWords(app, request) });
      return "noted";
    },
    async leave(words) {
      tell({ type: "noted", what: "message", words });
    },
    ended: async () => undefined,
  };
}

function requestWords(app: App, { callerName, requestedService, slot, ...asked }: Request): string {
  const when = slot
    ? `${slotWords(slot.startsAt)} with ${namesById(app).get(slot.employeeId)}`
    : `${asked.preferredDate}, ${asked.preferredTime}`;
  return `${callerName}: ${requestedService}, ${when}`;
}

function triesOf(app: App): Map<string, Try> {
  const known = tries.get(app);
  if (known) return known;
  const open = new Map<string, Try>();
  tries.set(app, open);
  return open;
}
