import { type ConsentSource, insertConsent, lastConsent } from "#db/clients/consents.ts";
import { setOptedOut } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";

export interface Word {
  /** E.164. */
  readonly phone: string;
  readonly source: ConsentSource;
  /** What was said, written or agreed to, to the letter. */
  readonly wording: string;
  readonly actorId?: string | undefined;
  readonly ipAddress?: string | null | undefined;
}

/** The client does not want texts any more. Keyed by number, so it outlives the contact. */
export function revoke(app: App, word: Word): void {
  tell(app, word, false);
  setOptedOut(app.db, word.phone, true, app.now());
}

export function grant(app: App, word: Word): void {
  tell(app, word, true);
  setOptedOut(app.db, word.phone, false, app.now());
}

/** When the number was opted out, or undefined when it is not: what a new contact of it starts with. */
export function optedOutSince(app: App, phone: string): number | undefined {
  const last = lastConsent(app.db, phone);
  return last && !last.given ? last.createdAt : undefined;
}

function tell(app: App, word: Word, given: boolean): void {
  insertConsent(app.db, {
    phone: word.phone,
    category: "all",
    given,
    source: word.source,
    wording: word.wording,
    actorId: word.actorId ?? null,
    ipAddress: word.ipAddress ?? null,
    createdAt: app.now(),
  });
  app.events.changed("contacts");
  app.events.changed("conversations");
}
