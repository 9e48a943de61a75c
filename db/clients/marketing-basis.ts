import type { Database } from "#db/connection.ts";
import { readCounter } from "#db/counters.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { count } from "#db/rows.ts";
import type { MarketingBasis } from "#src/shared/marketing-basis.ts";
import type { TagRow } from "./tags.ts";

/** A contact's basis for offers at `$now`, from the columns of `contacts`; `basisOf` is the same in TypeScript. */
export const BASIS = `case when agreed = 1 then 'agreed' when agreed is not null then 'none'
  when client_from <= $now and client_until > $now then 'client' when asked_until > $now then 'asked' else 'none' end`;

/** Contacts that a campaign reaches: `$includeAsked` adds those who only wrote or called. */
export const IS_REACHED = `opted_out = 0 and undeliverable = 0 and ${BASIS} in ('agreed', 'client', iif($includeAsked, 'asked', ''))`;

/** Contacts that can be texted and that no campaign reaches by default; its parts match an index. */
export const IS_LEFT_OUT = `agreed is not 1 and opted_out = 0 and undeliverable = 0 and ${BASIS} in ('asked', 'none')`;

/** More clients who never agreed than this are not looked up by tag, so that a count takes at most about 30 ms. */
export const MOST_BY_TAG = 20_000;

type CountedTag = Pick<TagRow, "id" | "reachableCount" | "agreedCount">;

/**
 * How many contacts that can be texted have each basis, all or those with a tag. Those who agreed are counted as they
 * change; the others are ranges of indexes that hold only contacts without an answer.
 */
export function countBases(
  db: Database,
  tag: CountedTag | null,
  now: number,
): Record<MarketingBasis, number> {
  // Those who agreed are counted, so only the others are looked up: all of a smaller tag, some of a larger one.
  const isSmall = tag && tag.reachableCount - tag.agreedCount <= MOST_BY_TAG;
  const of = (condition: string) =>
    tag
      ? count(
          db,
          isSmall
            ? `select count(*) from contact_tags join contacts on id = contact_id
               where tag_id = $tag and ${UNANSWERED} and ${condition}`
            : `select count(*) from (select id from contacts where ${UNANSWERED} and ${condition} limit ${MOST_BY_TAG}) as contact
               where exists (select 1 from contact_tags where tag_id = $tag and contact_id = contact.id)`,
          { now, tag: tag.id },
        )
      : count(db, `select count(*) from contacts where ${UNANSWERED} and ${condition}`, { now });
  const all = tag ? tag.reachableCount : readCounter(db, "subscribed");
  const agreed = tag ? tag.agreedCount : readCounter(db, "agreed");
  const client = of("client_until > $now and client_from <= $now");
  const asked = of(
    "asked_until > $now and not coalesce(client_until > $now and client_from <= $now, false)",
  );
  return { agreed, client, asked, none: Math.max(0, all - agreed - client - asked) };
}

export function countLeftOut(db: Database, tag: CountedTag | null, now: number): number {
  const { asked, none } = countBases(db, tag, now);
  return asked + none;
}

const UNANSWERED = "agreed is null and opted_out = 0 and undeliverable = 0";

/** What these numbers last answered about offers, as `contacts.agreed` stores it; others have no answer. */
export function answersOf(db: Database, phones: readonly number[]): Map<number, number | null> {
  const rows = db
    .query<{ phone: number; agreed: number | null }, [string]>(
      `select value as phone, (select agreed from number_consents where phone = value) as agreed from json_each(?)
       where value in (select phone from consents) or value in (select phone from appointment_only)`,
    )
    .all(JSON.stringify(phones));
  return new Map(rows.map(({ phone, agreed }) => [phone, agreed]));
}

/** Computes again what a contact's number answered about offers. */
export function recountAgreed(db: Database, contactId: number): void {
  db.query(
    `update contacts set agreed = (select agreed from number_consents where phone = contacts.phone) where id = ?`,
  ).run(contactId);
}

/** Computes a contact's visits and purchases again. */
export function recountSpans(db: Database, contactId: number): void {
  db.query("insert into client_recounts (contact_id) values (?)").run(contactId);
}

/** The client wrote or called. */
export function recordAsked(db: Database, contactId: number, at: number): void {
  db.query(
    `update contacts set asked_until = max(coalesce(asked_until, 0),
       unixepoch(?1 / 1000, 'unixepoch', '+3 months') * 1000) where id = ?2`,
  ).run(at, contactId);
}

/** Those of these contacts whose number has no answer about offers and no undecided opt-out, as E.164. */
export function unansweredPhones(db: Database, ids: readonly number[]): string[] {
  return db
    .query<{ phone: number }, [string]>(
      `select phone from contacts where id in (select value from json_each(?)) and agreed is null and opted_out = 0
       and phone not in (select phone from opt_out_reviews)`,
    )
    .all(JSON.stringify(ids))
    .map(({ phone }) => phoneText(phone));
}

/** When and how a number last agreed to offers; undefined when it didn't. */
export function agreementOf(
  db: Database,
  phone: string,
): { at: number; source: string } | undefined {
  const row = db
    .query<{ at: number; source: string }, [number]>(
      `select created_at as at, source from consents where phone = ? and category in ('all', 'marketing') and given = 1
       order by id desc limit 1`,
    )
    .get(phoneKey(phone));
  return row ?? undefined;
}
