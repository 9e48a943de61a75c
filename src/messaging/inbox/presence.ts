import type { App, Staff } from "#src/app.ts";
import type { Company } from "./contract.ts";

/** Told again every three seconds while somebody types. */
const TYPING_MS = 6_000;
const REPLY_MS = 5 * 60_000;

interface Colleague {
  readonly name: string;
  typingUntil: number;
  replied: { readonly messageId: number; readonly at: number } | undefined;
}

/** In memory alone: who is at a conversation, by conversation and user. A restart forgets nothing of worth. */
const company = new WeakMap<App["events"], Map<number, Map<string, Colleague>>>();

export function noteTyping(app: App, actor: Staff, conversationId: number): void {
  colleague(app, actor, conversationId).typingUntil = app.now() + TYPING_MS;
  app.events.changed("typing", conversationId);
}

/** A text has left: who wrote it types no more, and the others should see it before they send theirs. */
export function noteReply(app: App, actor: Staff, conversationId: number, messageId: number): void {
  const one = colleague(app, actor, conversationId);
  one.typingUntil = 0;
  one.replied = { messageId, at: app.now() };
  app.events.changed("typing", conversationId);
}

export function companyAt(app: App, actor: Staff, conversationId: number): Company {
  const now = app.now();
  const others = [...(company.get(app.events)?.get(conversationId) ?? [])]
    .filter(([id]) => id !== actor.id)
    .map(([, one]) => one);
  const typing = others.filter(({ typingUntil }) => typingUntil > now);
  const [last] = others
    .flatMap(({ name, replied }) =>
      replied && replied.at > now - REPLY_MS ? [{ name, messageId: replied.messageId }] : [],
    )
    .sort((one, other) => other.messageId - one.messageId);
  return {
    typing: typing.map(({ name }) => name),
    forMs: Math.max(0, ...typing.map(({ typingUntil }) => typingUntil - now)),
    replied: last ?? null,
  };
}

function colleague(app: App, actor: Staff, conversationId: number): Colleague {
  const all = company.get(app.events) ?? new Map<number, Map<string, Colleague>>();
  company.set(app.events, all);
  forgetOld(all, app.now());
  const here = all.get(conversationId) ?? new Map<string, Colleague>();
  all.set(conversationId, here);
  const known = here.get(actor.id) ?? { name: actor.username, typingUntil: 0, replied: undefined };
  here.set(actor.id, known);
  return known;
}

function forgetOld(all: Map<number, Map<string, Colleague>>, now: number): void {
  for (const [conversationId, here] of all) {
    for (const [id, { typingUntil, replied }] of here)
      if (typingUntil < now && (replied?.at ?? 0) < now - REPLY_MS) here.delete(id);
    if (here.size === 0) all.delete(conversationId);
  }
}
