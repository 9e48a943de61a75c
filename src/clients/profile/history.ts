import { findLastMerge } from "#db/clients/contact-merges.ts";
import { listSimilar } from "#db/clients/contacts.ts";
import { agreementOf } from "#db/clients/marketing-basis.ts";
import { readTotals as readRow } from "#db/clients/profile.ts";
import type { App, Staff } from "#src/app.ts";
import { textingBarrier } from "#src/clients/consent.ts";
import { getContact, getContactRow, toContacts } from "#src/clients/contacts/contacts.ts";
import { getClient } from "#src/clients/identity.ts";
import type { DatedEntry } from "#src/hook-shapes.ts";
import { toWallTime } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Client, Entry, History, Page, Totals } from "./contract.ts";

const MAX_SIMILAR = 3;
const LAST_TEXTS = 3;

/** @throws Problem 404 */
export function readClient(app: App, id: number): Client {
  const contact = getContact(app, id);
  const agreement =
    contact.basis === "agreed" ? agreementOf(app.db, contact.phoneNumber) : undefined;
  const merge = findLastMerge(app.db, id, app.now() - DAY_MS);
  return {
    ...contact,
    textingBarrier: textingBarrier(app, contact.phoneNumber),
    agreement: agreement ? { at: toIso(agreement.at), source: agreement.source } : null,
    merged: merge && { name: merge.otherName, undoUntil: toIso(merge.mergedAt + DAY_MS) },
    similar: toContacts(app, listSimilar(app.db, id, MAX_SIMILAR)),
  };
}

/**
 * Users see money and contracts if they may open those pages, and visits with employees whose calendars they may see.
 * @throws Problem 404
 */
export function readTotals(app: App, actor: Staff, id: number): Totals {
  const row = readRow(app.db, {
    contactId: getContactRow(app, id).id,
    employees: actor.role === "admin" ? null : actor.permissions.employeeIds,
    now: toWallTime(app, app.now()),
  });
  const seesMemberships = mayOpen(actor, "/subscriptions");
  const seesPlans = mayOpen(actor, "/payment-plan-subscriptions");
  const format = (cents: number) => (seesMemberships && seesPlans ? formatCents(cents) : null);
  return {
    visits: row.visits,
    noShows: row.noShows,
    texts: row.texts,
    lastTextAt: toIso(row.lastTextAt),
    memberships: seesMemberships ? row.memberships : null,
    paymentPlans: seesPlans ? row.paymentPlans : null,
    paid: format(row.paidCents),
    paidMemberships: format(row.membershipCents),
    paidPlans: format(row.planCents),
  };
}

/**
 * A page of texts, consent, calls and payments, newest first. Each kind is read by its index, at most one page of it and the
 * last texts.
 */
export function readHistory(app: App, actor: Staff, id: number, page: Page): History {
  const client = getClient(app, id);
  const listAt = (position: Position | undefined, limit: number) => {
    const read = {
      boundOf: (kind: Entry["kind"]) => boundOf(kind, position),
      limit,
    };
    return app.hooks.clientParts.flatMap(
      ({ listHistory }) => listHistory?.(app, actor, client, read) ?? [],
    );
  };
  const lastTexts = listAt(undefined, LAST_TEXTS)
    .map(({ entry }) => entry)
    .filter((entry) => entry.kind === "text");
  const all = listAt(parseCursor(page.before), page.limit + LAST_TEXTS + 1).filter(
    ({ entry }) => entry.kind !== "text" || !lastTexts.some((text) => text.id === entry.id),
  );
  const entries = all.sort(newestFirst).slice(0, page.limit);
  const last = entries.at(-1);
  return {
    lastTexts,
    entries: entries.map(({ entry }) => entry),
    nextCursor:
      all.length > page.limit && last
        ? formatCursor({ at: last.at, kind: last.entry.kind, id: last.entry.id })
        : null,
  };
}

function newestFirst(a: DatedEntry, b: DatedEntry): number {
  return (
    b.at - a.at ||
    KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind) ||
    b.entry.id - a.entry.id
  );
}

/** The order of entries with the same time. A cursor of the notes has the same form. */
const KINDS = ["text", "consent", "note", "call", "payment"] as const;
type Kind = (typeof KINDS)[number];

/** The last entry of the previous page. */
interface Position {
  readonly at: number;
  readonly kind: Kind;
  readonly id: number;
}

export function formatCursor({ at, kind, id }: Position): string {
  return `${at}.${kind}.${id}`;
}

export function parseCursor(cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const [, at, kind, id] =
    /^(\d{1,15})\.(text|consent|note|call|payment)\.(\d{1,15})$/.exec(cursor) ?? [];
  if (!at || !kind || !id) throw new Problem(400, "cursor: use a cursor from an earlier response.");
  return { at: Number(at), kind: kind as Kind, id: Number(id) };
}

/** Where entries of one kind continue after a position that may be of another kind. */
export function boundOf(kind: Kind, position: Position | undefined): { at: number; id: number } {
  if (!position) return { at: Number.MAX_SAFE_INTEGER, id: Number.MAX_SAFE_INTEGER };
  const order = KINDS.indexOf(kind) - KINDS.indexOf(position.kind);
  if (order === 0) return { at: position.at, id: position.id };
  return { at: position.at, id: order > 0 ? Number.MAX_SAFE_INTEGER : 0 };
}
