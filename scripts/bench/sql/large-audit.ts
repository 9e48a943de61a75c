import type { Database } from "#db/connection.ts";
import { toSearchText } from "#db/platform/audit-search.ts";

const ACTIONS =
  "message.send,conversation.read,user.login,user.logout,contact.create,contact.update,contact.opt_out,contact.opt_in,appointment.create,appointment.delete,tag.put_on,tag.take_off,campaign.create,campaign.approve,campaign.stop,note.create";
const METADATA = [
  "{}",
  "{}",
  '{"source":"webhook"}',
  "{}",
  '{"fields":["name","phoneNumber"]}',
  "{}",
  '{"by":"carrier","code":30006}',
  '{"name":"October No-shows","recipients":1184}',
];

/**
 * Fills the audit log for a benchmark, with the users' entries and the system's. Three of eight entries have
 * metadata that is searched, three have a rare word, and ten a rare action. The hash chain is left out.
 */
export function buildLargeAudit(db: Database, count: number, userIds: readonly string[]): void {
  db.run("PRAGMA synchronous = OFF");
  db.run("PRAGMA cache_size = -400000");
  db.query(
    `insert into audit_logs (id, actor_id, actor_type, action, target_type, target_id, metadata, ip_address,
       user_agent, created_at, hash)
     with recursive n(i) as (select 1 union all select i + 1 from n where i < $count)
     select i, iif(i % 5 = 0, null, (select value from json_each($users) where key = (i / 7) % $people)),
       iif(i % 5 = 0, 'system', 'user'),
       iif(i % ($count / 10) = 5, 'secrets.rotate', (select value from json_each($actions) where key = (i * 7 + i / 16) % 16)),
       'contact', i % 100000,
       iif(i % ($count / 3) = 9, '{"note":"Zyzzyva"}', (select value from json_each($metadata) where key = i % 8)),
       '203.0.113.24', 'Mozilla/5.0', 1700000000000 + i * 1000, zeroblob(32)
     from n`,
  ).run({
    count,
    people: userIds.length,
    users: JSON.stringify(userIds),
    actions: JSON.stringify(ACTIONS.split(",")),
    metadata: JSON.stringify(METADATA),
  });
  for (const metadata of [...new Set(METADATA), '{"note":"Zyzzyva"}'])
    if (metadata !== "{}")
      db.query(
        "insert into audit_search (rowid, words) select id, ? from audit_logs where metadata = ? order by id",
      ).run(toSearchText(metadata), metadata);
  db.run("insert into audit_search (audit_search) values ('optimize')");
  db.run(
    `insert into audit_counts select coalesce(actor_id, ''), actor_type, action, count(*)
     from audit_logs group by 1, 2, 3`,
  );
  db.run("PRAGMA wal_checkpoint(TRUNCATE)");
  db.run("PRAGMA synchronous = FULL");
}
