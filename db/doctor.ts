import { type Database, isDamaged } from "./connection.ts";
import { listSchemaDifferences } from "./migrate.ts";
import { count, findValue } from "./rows.ts";

export interface Finding {
  readonly isFine: boolean;
  readonly text: string;
  /** What to do if it isn't fine; by default, to restore a backup. */
  readonly nextStep?: string;
}

/** Checks the file, the references and the counts. A damaged file fails the other checks too, or ends them. */
export function checkDatabase(db: Database): Finding[] {
  const findings = checkIntegrity(db);
  return findings.every(({ isFine }) => isFine) ? [...findings, ...checkCounts(db)] : findings;
}

/** Checks the file and its references. */
export function checkIntegrity(db: Database): Finding[] {
  const damage = findDamage(db);
  if (damage !== undefined)
    return [{ isFine: false, text: `The database file is damaged: ${damage}` }];
  const dangling = db.query("PRAGMA foreign_key_check").all().length;
  return [
    { isFine: true, text: "The database file is sound" },
    { isFine: dangling === 0, text: `${dangling} references lead nowhere` },
  ];
}

function findDamage(db: Database): string | undefined {
  try {
    const result = findValue<string>(db, "PRAGMA integrity_check(1)");
    return result === "ok" ? undefined : result;
  } catch (error) {
    if (isDamaged(error)) return error.message;
    throw error;
  }
}

/** Compares the schema with this program's. */
export function checkSchema(db: Database): Finding {
  const differences = listSchemaDifferences(db);
  return differences.length === 0
    ? { isFine: true, text: "The schema is this version's" }
    : {
        isFine: false,
        text: `The schema was changed outside Parlor: ${differences.slice(0, 5).join(", ")}`,
      };
}

/** Compares what is derived from other rows with them: counts, search and the opt-outs on contacts. */
export function checkCounts(db: Database): Finding[] {
  const consent = count(db, CONTRADICTED_CONSENT);
  return [...checkRecounts(db, RECOUNTS), ...checkRecounts(db, UNINDEXED)].concat({
    isFine: consent === 0,
    text:
      consent === 0
        ? "Opt-outs agree with the record of consent"
        : `${consent} contacts contradict the record of consent`,
    nextStep:
      "Send no campaign until this is resolved: restore the newest intact backup, or report this bug.",
  });
}

/** The latest record for a number decides whether it has opted out. */
const CONTRADICTED_CONSENT = `
  select count(*) from contacts c where opted_out <> coalesce(
    (select given = 0 from consents where phone = c.phone order by id desc limit 1), 0)`;

const UNINDEXED: typeof RECOUNTS = [
  ["contacts_search", "select id from contacts"],
  ["contacts_words", "select id from contacts"],
  ["calls_search", "select id from calls where id in (select call_id from call_turns)"],
].map(([index, rows]) => [
  `Search index ${index}`,
  `select count(*) from (${rows}) where id not in (select id from ${index}_docsize)`,
]);

function checkRecounts(db: Database, recounts: typeof RECOUNTS): Finding[] {
  return recounts.map(([subject, sql]) => {
    const wrong = count(db, sql);
    return wrong === 0
      ? { isFine: true, text: `${subject} agree with a recount` }
      : {
          isFine: false,
          text: `${subject}: ${wrong} differ from a recount`,
          nextStep: "The data itself is whole; some numbers on screens are wrong. Report this bug.",
        };
  });
}

const RECOUNTS: readonly (readonly [string, string])[] = [
  [
    "Counts of campaigns",
    `select count(*) from campaigns c where
       skipped_count <> (select count(*) from messages m where m.campaign_id = c.id and retry_of is null and m.status = 'skipped')
       or delivered_count <> (select count(distinct coalesce(retry_of, id)) from messages m where m.campaign_id = c.id and m.status = 'delivered')
       or unknown_count <> (select count(*) from messages m where m.campaign_id = c.id and retry_of is null and m.status = 'unknown')
       or sent_count <> (select count(*) from messages m where m.campaign_id = c.id and retry_of is null
         and (m.status in ('sent', 'delivered', 'undelivered') or (m.status = 'failed' and m.sent_at is not null)))`,
  ],
  [
    "Counts of contacts",
    `select count(*) from counters where
       (name = 'contacts' and value <> (select count(*) from contacts))
       or (name = 'opted-out' and value <> (select count(*) from contacts where opted_out = 1))
       or (name = 'undeliverable' and value <> (select count(*) from contacts where undeliverable = 1))
       or (name = 'subscribed' and value <> (select count(*) from contacts where opted_out = 0 and undeliverable = 0))
       or (name = 'agreed' and value <> (select count(*) from contacts where opted_out = 0 and undeliverable = 0 and agreed = 1))`,
  ],
  [
    "Counts of tags",
    `select count(*) from tags t where
       contact_count <> (select count(*) from contact_tags where tag_id = t.id)
       or (reachable_count, agreed_count, opted_out_count, undeliverable_count) <>
         (select count(*) filter (where opted_out = 0 and undeliverable = 0),
            count(*) filter (where opted_out = 0 and undeliverable = 0 and agreed = 1), count(*) filter (where opted_out = 1),
            count(*) filter (where undeliverable = 1)
          from contact_tags join contacts on contacts.id = contact_id where tag_id = t.id)`,
  ],
  [
    "Counts of the audit log",
    `select count(*) from audit_counts c full join
       (select coalesce(actor_id, '') as actor, actor_type as type, action as entry, count(*) as counted
        from audit_logs group by 1, 2, 3)
       on actor = c.actor_id and type = c.actor_type and entry = c.action
     where c.n is not counted`,
  ],
  [
    "Counts of conversations",
    `select count(*) from counters where name = 'conversations' and value <> (select count(*) from conversations)`,
  ],
  [
    "Counts of calls and what callers asked for",
    `select count(*) from counters where
       (name = 'calls' and value <> (select count(*) from calls))
       or (name glob 'requests-*' and value <>
         (select count(*) from potential_appointments where 'requests-' || status = name))`,
  ],
  [
    "Counts of reviews",
    `select count(*) from counters where
       (name = 'reviews' and value <> (select count(*) from reviews where deleted_at is null))
       or (name = 'reviews-matched' and value <>
         (select count(*) from reviews where deleted_at is null and contact_id is not null))
       or (name = 'reviews-discounted' and value <>
         (select count(*) from reviews where deleted_at is null and checked_off = 1))`,
  ],
];
