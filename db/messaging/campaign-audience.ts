import type { Database } from "#db/connection.ts";

/** Whom a campaign is for: these contacts, or everybody (who carries the tag) except some. */
export type StoredAudience =
  | { readonly ids: readonly number[] }
  | { readonly all: true; readonly except: readonly number[]; readonly tag: number | null };

export interface Freezing {
  readonly id: number;
  readonly audience: StoredAudience;
  readonly segments: number;
  readonly segmentCost: number;
  /** A contact's id; for a list, a place in it. */
  readonly after: number;
  readonly until: number;
  readonly frozen: number;
}

/** From here on the slices follow; contacts that are added later do not belong to it. */
export function beginFreezing(db: Database, id: number, audience: StoredAudience): void {
  const until = "ids" in audience ? audience.ids.length : newestContact(db);
  db.query(
    "update campaigns set audience = ?, freeze_after = 0, freeze_until = ?, frozen_count = 0 where id = ?",
  ).run(JSON.stringify(audience), until, id);
}

export function findFreezing(db: Database, id: number): Freezing | undefined {
  const row = db
    .query<Omit<Freezing, "audience"> & { audience: string }, [number]>(
      `select id, audience, segments, segment_cost as segmentCost, freeze_after as after, freeze_until as until,
         frozen_count as frozen
       from campaigns where id = ? and freeze_after is not null`,
    )
    .get(id);
  return row ? { ...row, audience: JSON.parse(row.audience) as StoredAudience } : undefined;
}

export function freezingCampaigns(db: Database): number[] {
  return db
    .query<{ id: number }, []>("select id from campaigns where freeze_after is not null")
    .all()
    .map(({ id }) => id);
}

/**
 * One waiting text for each contact of the next slice that may be texted, at most `slice` looked at.
 * Answers how many there were and where the slice after it begins; `next` is undefined at the end.
 */
export function freezeSlice(
  db: Database,
  campaign: Freezing,
  slice: number,
): { frozen: number; next: number | undefined } {
  const { id, segments, audience, after, until } = campaign;
  if ("ids" in audience) {
    const ids = JSON.stringify(audience.ids.slice(after, after + slice));
    const frozen = insertRecipients(db, "id in (select value from json_each($ids))", {
      id,
      segments,
      ids,
    });
    return { frozen, next: after + slice < until ? after + slice : undefined };
  }

  const { tag } = audience;
  const last = placeAfter(db, tag, after, until, slice);
  const from = `${tag === null ? "" : "id in (select contact_id from contact_tags where tag_id = $tag and contact_id > $after and contact_id <= $to) and"}
    id > $after and id <= $to and id not in (select value from json_each($except))`;
  const frozen = insertRecipients(db, from, {
    id,
    segments,
    after,
    to: last ?? until,
    except: JSON.stringify(audience.except),
    ...(tag !== null && { tag }),
  });
  return { frozen, next: last };
}

/** Until everybody is there the estimates of recipients and cost stand. */
export function noteFrozen(
  db: Database,
  id: number,
  to: { frozen: number; next: number | undefined; totalCost: number | undefined },
): void {
  db.query(
    `update campaigns set freeze_after = $next, frozen_count = $frozen,
       total_recipients = iif($next is null, $frozen, total_recipients),
       total_cost = coalesce($totalCost, total_cost) where id = $id`,
  ).run({ id, frozen: to.frozen, next: to.next ?? null, totalCost: to.totalCost ?? null });
}

/** How many contacts of a tag can be texted; a kept count. */
export function reachableOfTag(db: Database, tag: number): number | undefined {
  return db
    .query<{ n: number }, [number]>("select reachable_count as n from tags where id = ?")
    .get(tag)?.n;
}

/** How many of these contacts can be texted, and carry the tag where one is named. */
export function countReachable(db: Database, ids: readonly number[], tag: number | null): number {
  return (
    db
      .query<{ n: number }, { ids: string; tag: number | null }>(
        `select count(*) as n from contacts
         where id in (select value from json_each($ids)) and opted_out = 0 and undeliverable = 0
           and ($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))`,
      )
      .get({ ids: JSON.stringify(ids), tag })?.n ?? 0
  );
}

/** Those of them who can be texted, and carry the tag where one is named. */
export function reachableAmong(db: Database, ids: readonly number[], tag: number | null): number[] {
  return db
    .query<{ id: number }, { ids: string; tag: number | null }>(
      `select id from contacts
       where id in (select value from json_each($ids)) and opted_out = 0 and undeliverable = 0
         and ($tag is null or exists (select 1 from contact_tags where tag_id = $tag and contact_id = contacts.id))
       order by id`,
    )
    .all({ ids: JSON.stringify(ids), tag })
    .map(({ id }) => id);
}

export function audienceOf(db: Database, campaignId: number): StoredAudience | undefined {
  const audience = db
    .query<{ audience: string | null }, [number]>("select audience from campaigns where id = ?")
    .get(campaignId)?.audience;
  return audience ? (JSON.parse(audience) as StoredAudience) : undefined;
}

function newestContact(db: Database): number {
  return db.query<{ id: number | null }, []>("select max(id) as id from contacts").get()?.id ?? 0;
}

/** The last contact of a slice; undefined when fewer are left. */
function placeAfter(
  db: Database,
  tag: number | null,
  after: number,
  until: number,
  slice: number,
): number | undefined {
  const sql =
    tag === null
      ? "select id from contacts where id > $after and id <= $until order by id limit 1 offset $offset"
      : `select contact_id as id from contact_tags where tag_id = $tag and contact_id > $after and contact_id <= $until
         order by contact_id limit 1 offset $offset`;
  return db
    .query<{ id: number }, Record<string, number>>(sql)
    .get({ after, until, offset: slice - 1, ...(tag !== null && { tag }) })?.id;
}

/** A contact who has a row already (the campaign was stopped while it began) keeps that one. */
function insertRecipients(
  db: Database,
  which: string,
  values: Record<string, number | string>,
): number {
  return db
    .query(
      `insert or ignore into messages (phone, contact_id, campaign_id, segments, status)
       select phone, id, $id, $segments, 'pending' from contacts
       where ${which} and opted_out = 0 and undeliverable = 0 order by id`,
    )
    .run(values).changes;
}
