import { IS_REACHED } from "#db/clients/marketing-basis.ts";
import type { Database } from "#db/connection.ts";
import { count, findValue, pluck, updateRow } from "#db/rows.ts";

/** The recipients chosen for a campaign: these contacts, or all contacts (with the tag, if any) except some. */
export type StoredAudience =
  | { readonly ids: readonly number[] }
  | { readonly all: true; readonly except: readonly number[]; readonly tag: number | null };

export interface AudienceSnapshot {
  readonly id: number;
  readonly audience: StoredAudience;
  /** 1: clients who only wrote or called belong to it. */
  readonly includeAsked: number;
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
      `select id, audience, include_asked as includeAsked, segments, segment_cost as segmentCost, freeze_after as after, freeze_until as until,
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
 * Inserts a waiting text for each contact of the next slice that may be texted, and reads at most `slice` contacts.
 * Of all contacts, only those with a basis for offers get one; of a list, the others are skipped with the reason. Returns the number inserted and where the following slice begins; `next` is
 * undefined at the end.
 */
export function insertAudienceSlice(
  db: Database,
  campaign: AudienceSnapshot,
  slice: number,
  now: number,
): { inserted: number; next: number | undefined } {
  const { id, segments, audience, includeAsked, after, until } = campaign;
  if ("ids" in audience) {
    const ids = JSON.stringify(audience.ids.slice(after, after + slice));
    const inserted = insertRecipients(
      db,
      `id in (select value from json_each($ids)) and ${IS_TEXTABLE}`,
      {
        id,
        segments,
        ids,
      },
    );
    return { inserted, next: after + slice < until ? after + slice : undefined };
  }

  const { tag } = audience;
  const last = lastContactOfSlice(db, tag, after, until, slice);
  const from = `${tag === null ? "" : "id in (select contact_id from contact_tags where tag_id = $tag and contact_id > $after and contact_id <= $to) and"}
    id > $after and id <= $to and id not in (select value from json_each($except)) and ${IS_REACHED}`;
  const inserted = insertRecipients(db, from, {
    id,
    segments,
    after,
    to: last ?? until,
    except: JSON.stringify(audience.except),
    includeAsked,
    now,
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

const IS_TEXTABLE = "opted_out = 0 and undeliverable = 0";

export function countTextable(db: Database, ids: readonly number[]): number {
  const sql = `select count(*) from contacts where id in (select value from json_each(?)) and ${IS_TEXTABLE}`;
  return count(db, sql, JSON.stringify(ids));
}

/** Those of the contacts `ids` that a campaign reaches and that have the tag, if one is given. */
export function reachedContactIds(
  db: Database,
  ids: readonly number[],
  { tag, includeAsked, now }: { tag: number | null; includeAsked: boolean; now: number },
): number[] {
  return pluck(
    db,
    `select id from contacts where id in (select value from json_each($ids)) and ${IS_REACHED}
       and ($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))
     order by id`,
    { ids: JSON.stringify(ids), tag, includeAsked, now },
  );
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
       where ${condition} order by id`,
    )
    .run(values).changes;
}
