import { indexContacts } from "#db/clients/contact-words.ts";
import { ensureOwnerKey } from "#db/clients/owners.ts";
import type { Database } from "#db/connection.ts";

export interface Sizes {
  readonly contacts: number;
  /** Past campaigns, each to everybody. */
  readonly campaigns: number;
  readonly conversations: number;
  readonly textsEach: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST_NAMES =
  "Mary,James,Linda,Robert,Susan,Michael,Karen,David,Nancy,Carlos,Priya,Wei,Fatima,Olga,Chloe,Hannah";
const LAST_NAMES =
  "Smith,Johnson,Williams,Brown,Garcia,Miller,Davis,Martinez,Lopez,Wilson,Anderson,Thomas,Moore,Nguyen,Kim,Okafor";

/**
 * A salon of the largest size that the figures speak of, written the fast way: without indexes and
 * triggers, which are put back when the rows are there. For benchmarks only.
 */
export function buildLargeSalon(db: Database, ownerId: string, sizes: Sizes, now: number): void {
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA cache_size = -400000");
  const putBack = takeAway(db, ["contacts", "messages", "conversations"]);
  const names = (list: string, from: string) =>
    `(select value from json_each('${JSON.stringify(list.split(","))}') where key = ${from} % 16)`;

  db.query(
    `insert into contacts (id, name, phone, owner, opted_out, agreed, created_at)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < $count)
     select i, ${names(FIRST_NAMES, "i")} || ' ' || char(65 + (i / 256) % 26) || '. ' || ${names(LAST_NAMES, "(i / 16)")},
       12000000000 + i * 7, $owner, i % 50 = 0, i % 50 <> 0, $now - i * 1000 from n`,
  ).run({ count: sizes.contacts, owner: ensureOwnerKey(db, ownerId), now });
  indexContacts(db, 1, sizes.contacts);
  for (let n = 1; n <= sizes.campaigns; n += 1) addCampaign(db, n, ownerId, sizes, now);
  addConversations(db, sizes, now);
  putBack();
  db.run(`update counters set value = case name
    when 'contacts' then (select count(*) from contacts)
    when 'opted-out' then (select count(*) from contacts where opted_out = 1)
    when 'undeliverable' then 0
    when 'subscribed' then (select count(*) from contacts where opted_out = 0)
    when 'agreed' then (select count(*) from contacts where opted_out = 0)
    when 'conversations' then (select count(*) from conversations)
    when 'campaigns' then (select count(*) from campaigns)
    when 'messages-sent' then (select count(*) from messages where direction = 'outbound')
    else value end`);
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.run("PRAGMA synchronous = FULL");
}

function addCampaign(db: Database, n: number, ownerId: string, sizes: Sizes, now: number): void {
  const at = now - (sizes.campaigns - n + 1) * 30 * DAY_MS;
  db.query(
    `insert into campaigns (id, name, user_id, status, text_version, segments, segment_cost, total_cost,
       total_recipients, sent_count, delivered_count, created_at, started_at, ended_at)
     values ($n, 'Campaign ' || $n, $ownerId, 'completed', 1, 1, 7900, 7900 * $count, $count, $count, $count, $at, $at, $at)`,
  ).run({ n, ownerId, count: sizes.contacts, at });
  db.query("insert into campaign_texts (campaign_id, version, message) values (?, 1, ?)").run(
    n,
    "It is glow season at the salon. Reply BOOK for an appointment. Reply STOP to opt out",
  );
  db.query(
    `insert into messages (phone, contact_id, campaign_id, text_version, segments, status, provider_id, at, sent_after, settled_after)
     select phone, id, $n, 1, 1, 'delivered', cast(x'53' || randomblob(16) as blob), $at + id, 120, 2000 from contacts`,
  ).run({ n, at });
}

function addConversations(db: Database, sizes: Sizes, now: number): void {
  const { conversations, textsEach } = sizes;
  const every = Math.max(1, Math.floor(sizes.contacts / conversations));
  db.query(
    `insert into messages (phone, contact_id, body, segments, status, provider_id, at, settled_after, read)
     with recursive n(i) as (select 0 union all select i + 1 from n where i < $count - 1)
     select phone, contacts.id,
       'Could we move my appointment to Thursday, number ' || i || '?', 1, iif(i % 2 = 0, 'received', 'delivered'),
       cast(x'53' || randomblob(16) as blob), $now - 10000000000 + i * 900, 0, 1
     from n join contacts on contacts.id = 1 + (i % $conversations) * $every`,
  ).run({ count: conversations * textsEach, conversations, every, now });
  db.run(
    "insert into messages_search (rowid, body) select id, body from messages where body is not null",
  );
  db.run(
    `insert into conversations (contact_id, last_message_id, last_message_at, last_message_preview)
     select contact_id, max(id), max(at), body from messages where body is not null group by contact_id`,
  );
}

/** Drops indexes and triggers; the answer puts them back. */
function takeAway(db: Database, tables: readonly string[]): () => void {
  const parts = db
    .query<{ type: string; name: string; sql: string }, [string]>(
      `select type, name, sql from sqlite_schema where sql is not null and type in ('index', 'trigger')
         and tbl_name in (select value from json_each(?))`,
    )
    .all(JSON.stringify(tables));
  for (const { type, name } of parts) db.run(`drop ${type} ${name}`);
  return () => {
    for (const { sql } of parts) db.run(sql);
  };
}
