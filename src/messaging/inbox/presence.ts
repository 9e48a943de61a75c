import type { App, Staff } from "#src/app.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import type { Presence } from "./contract.ts";

/** The client reports typing every three seconds. */
const TYPING_MS = 6_000;
const REPLY_MS = 5 * MINUTE_MS;

interface Colleague {
  readonly name: string;
  typingUntil: number;
  replied: { readonly messageId: number; readonly at: number } | undefined;
}

/** Users active in a conversation, by conversation and user. In memory only: a restart may lose it. */
const presence = new WeakMap<App["events"], Map<number, Map<string, Colleague>>>();

export function recordTyping(app: App, actor: Staff, conversationId: number): void {
  touchColleague(app, actor, conversationId).typingUntil = app.now() + TYPING_MS;
  app.events.changed("typing", conversationId);
}

/** Records that the user sent a text and stopped typing, so that others see it before they send theirs. */
export function recordReply(
  app: App,
  actor: Staff,
  conversationId: number,
  messageId: number,
): void {
  const colleague = touchColleague(app, actor, conversationId);
  colleague.typingUntil = 0;
  colleague.replied = { messageId, at: app.now() };
  app.events.changed("typing", conversationId);
}

export function readPresence(app: App, actor: Staff, conversationId: number): Presence {
  const now = app.now();
  const others = [...(presence.get(app.events)?.get(conversationId) ?? [])]
    .filter(([id]) => id !== actor.id)
    .map(([, colleague]) => colleague);
  const typing = others.filter(({ typingUntil }) => typingUntil > now);
  const [last] = others
    .flatMap(({ name, replied }) =>
      replied && replied.at > now - REPLY_MS ? [{ name, messageId: replied.messageId }] : [],
    )
    .sort((a, b) => b.messageId - a.messageId);
  return {
    typing: typing.map(({ name }) => name),
    forMs: Math.max(0, ...typing.map(({ typingUntil }) => typingUntil - now)),
    replied: last ?? null,
  };
}

function touchColleague(app: App, actor: Staff, conversationId: number): Colleague {
  const all = presence.getOrInsertComputed(app.events, () => new Map());
  deleteStale(all, app.now());
  const byUser = all.getOrInsertComputed(conversationId, () => new Map());
  return byUser.getOrInsertComputed(actor.id, () => ({
    name: actor.username,
    typingUntil: 0,
    replied: undefined,
  }));
}

function deleteStale(all: Map<number, Map<string, Colleague>>, now: number): void {
  for (const [conversationId, byUser] of all) {
    for (const [id, { typingUntil, replied }] of byUser)
      if (typingUntil < now && (replied?.at ?? 0) < now - REPLY_MS) byUser.delete(id);
    if (byUser.size === 0) all.delete(conversationId);
  }
}
