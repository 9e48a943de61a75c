import type { Database } from "#db/connection.ts";
import { count, findValue, pluck, updateRow } from "#db/rows.ts";

/** The recipients chosen for a campaign: these contacts, or all contacts (with the tag, if any) except some. */
export type StoredAudience =
  | { readonly ids: readonly number[] }
  | { readonly all: true; readonly except: readonly number[]; readonly tag: number | null };

export interface AudienceSnapshot {
  readonly id: number;
  readonly audience: StoredAudience;
  readonly segments: number;
  readonly segmentCost: number;
  /** The last contact's id that is done; for a list, the index of the next entry. */
  readonly after: number;
  /** The last contact's id of the audience; for a list, its length. */
  readonly until: number;
  /** Recipients inserted so far. */
  readonly inserted: number;
}

/** Opens the snapshot, which is then filled in slices. Contacts that are added later do not belong to it. */
export function beginAudienceSnapshot(db: Database, id: number, audience: StoredAudience): void {
  const until = "ids" in audience ? audience.ids.length : newestContactId(db);
  updateRow(db, "campaigns", id, {
    audience: JSON.stringify(audience),
    freezeAfter: 0,
    freezeUntil: until,
    frozenCount: 0,
  });
}

export function findAudienceSnapshot(db: Database, id: number): AudienceSnapshot | undefined {
  const row = db
    .query<Omit<AudienceSnapshot, "audience"> & { audience: string }, [number]>(
      `select id, audience, segments, segment_cost as segmentCost, freeze_after as after, freeze_until as until,
         frozen_count as inserted
       from campaigns where id = ? and freeze_after is not null`,
    )
    .get(id);
  return row ? { ...row, audience: JSON.parse(row.audience) as StoredAudience } : undefined;
}

export function campaignsWithOpenSnapshot(db: Database): number[] {
  return pluck(db, "select id from campaigns where freeze_after is not null");
}

/**
 * Inserts a waiting text for each contact of the next slice that may be texted, and reads at most
 * `slice` contacts. Returns the number inserted and where the following slice begins; `next` is
 * undefined at the end.
 */
export function insertAudienceSlice(
  db: Database,
  campaign: AudienceSnapshot,
  slice: number,
): { inserted: number; next: number | undefined } {
  const { id, segments, audience, after, until } = campaign;
  if ("ids" in audience) {
    const ids = JSON.stringify(audience.ids.slice(after, after + slice));
    const inserted = insertRecipients(db, "id in (select value from json_each($ids))", {
      id,
      segments,
      ids,
    });
    return { inserted, next: after + slice < until ? after + slice : undefined };
  }

  const { tag } = audience;
  const last = lastContactOfSlice(db, tag, after, until, slice);
  const from = `${tag === null ? "" : "id in (select contact_id from contact_tags where tag_id = $tag and contact_id > $after and contact_id <= $to) and"}
    id > $after and id <= $to and id not in (select value from json_each($except))`;
  const inserted = insertRecipients(db, from, {
    id,
    segments,
    after,
    to: last ?? until,
    except: JSON.stringify(audience.except),
    ...(tag !== null && { tag }),
  });
  return { inserted, next: last };
}

/** The estimates of recipients and cost are replaced when the last slice is done (`next` is undefined). */
export function recordSnapshotProgress(
  db: Database,
  id: number,
  to: { inserted: number; next: number | undefined; totalCost: number | undefined },
): void {
  db.query(
    `update campaigns set freeze_after = $next, frozen_count = $inserted,
       total_recipients = iif($next is null, $inserted, total_recipients),
       total_cost = coalesce($totalCost, total_cost) where id = $id`,
  ).run({ id, inserted: to.inserted, next: to.next ?? null, totalCost: to.totalCost ?? null });
}

/** How many contacts with a tag can be texted, from a stored count; undefined when the tag does not exist. */
export function countReachableOfTag(db: Database, tag: number): number | undefined {
  return findValue<number>(db, "select reachable_count from tags where id = ?", tag);
}

/** Those of the contacts `$ids` that can be texted and have the tag, if one is given. */
const REACHABLE = `contacts where id in (select value from json_each($ids)) and opted_out = 0 and undeliverable = 0
  and ($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))`;

export function countReachable(db: Database, ids: readonly number[], tag: number | null): number {
  return count(db, `select count(*) from ${REACHABLE}`, { ids: JSON.stringify(ids), tag });
}

export function reachableContactIds(
  db: Database,
  ids: readonly number[],
  tag: number | null,
): number[] {
  const sql = `select id from ${REACHABLE} order by id`;
  return pluck(db, sql, { ids: JSON.stringify(ids), tag });
}

export function audienceOf(db: Database, campaignId: number): StoredAudience | undefined {
  const audience = findValue<string>(db, "select audience from campaigns where id = ?", campaignId);
  return audience ? (JSON.parse(audience) as StoredAudience) : undefined;
}

function newestContactId(db: Database): number {
  return findValue<number>(db, "select max(id) from contacts") ?? 0;
}

/** The id of the last contact of a full slice; undefined when fewer contacts are left. */
function lastContactOfSlice(
  db: Database,
  tag: number | null,
  after: number,
  until: number,
  slice: number,
): number | undefined {
  const sql =
    tag === null
      ? "select id from contacts where id > $after and id <= $until order by id limit 1 offset $offset"
      : `select contact_id from contact_tags where tag_id = $tag and contact_id > $after and contact_id <= $until
         order by contact_id limit 1 offset $offset`;
  const values = { after, until, offset: slice - 1, ...(tag !== null && { tag }) };
  return findValue<number>(db, sql, values);
}

/** A contact that already has a row keeps it: the campaign was stopped while its audience was being written. */
function insertRecipients(
  db: Database,
  condition: string,
  values: Record<string, number | string>,
): number {
  return db
    .query(
      `insert or ignore into messages (phone, contact_id, campaign_id, segments, status)
       select phone, id, $id, $segments, 'pending' from contacts
       where ${condition} and opted_out = 0 and undeliverable = 0 order by id`,
    )
    .run(values).changes;
}
