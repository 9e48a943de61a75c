import { Database } from "bun:sqlite";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const CONTACTS = 4_000;
const STATUSES = [
  "pending",
  "claimed",
  "in_doubt",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "skipped",
  "unknown",
] as const;
const CAMPAIGNS = ["draft", "sending", "completed", "failed", "stopped"] as const;
const NOW = Date.parse("2026-11-20T16:00:00Z");

/** The first release's database without rows. */
export function createSchema40(file = ":memory:"): Database {
  const db = new Database(file, { create: true, strict: true });
  db.run("PRAGMA journal_mode = WAL");
  db.run(readFileSync(join(import.meta.dir, "schema-40.sql"), "utf8"));
  db.run("PRAGMA foreign_keys = ON");
  db.run("PRAGMA user_version = 40");
  return db;
}

/** A salon as the first release left it, with every kind of text. */
export function writeSchema40(file: string): void {
  const db = createSchema40(file);
  db.transaction(() => fill(db))();
  db.close();
}

function fill(db: Database): void {
  db.run(
    `insert into users values ('u1', 'olivia', 'o@example.com', 'hash', 'admin', 1, '{"pages":[]}', 1, ${NOW}),
       ('u2', 'petra', 'p@example.com', 'hash', 'user', 0, '{"pages":["/inbox"]}', 3, ${NOW})`,
  );
  db.run(
    `insert into sessions values (x'01', 'u1', ${NOW}, ${NOW + 1e9}, '127.0.0.1', 'a browser', 0)`,
  );
  db.run(`insert into settings values ('businessName', '"Halcyon"'), ('messageCount', '5')`);
  db.run(`insert into state values ('pace-next', '1'), ('inbound-watched-until', '${NOW}')`);
  db.run(`insert into idempotency_keys values ('k', 'u1', '{}', ${NOW}, null)`);
  db.run("insert into strikes values (12025550111, '2026-11-20')");
  db.run("insert into daily_texts values ('2026-11-20', 7, 2)");
  db.run("insert into deleted_campaigns values (999)");
  db.run("insert into owners (key, user_id) values (1, 'u1')");
  contacts(db);
  campaigns(db);
  threads(db);
  addAuditRows(db);
  count(db);
}

/** What the program counts and indexes in code. */
function count(db: Database): void {
  const isTextable = "opted_out = 0 and undeliverable = 0";
  for (const [name, which] of [
    ["contacts", "1"],
    ["subscribed", isTextable],
    ["opted-out", "opted_out"],
    ["undeliverable", "undeliverable"],
  ])
    db.run(
      `update counters set value = (select count(*) from contacts where ${which}) where name = '${name}'`,
    );
  db.run(
    "insert into audit_counts select coalesce(actor_id, ''), actor_type, action, count(*) from audit_logs group by 1, 2, 3",
  );
  db.run("insert into state (name, value) select 'audit-to-index', max(id) from audit_logs");
  db.run(`insert into contacts_words (rowid, words)
    select id, name
      || ' ' || char(57344) || substr(phone, 1, 1) || ' ' || char(57344) || substr(phone, 1, 2)
      || ' ' || char(57344) || substr(phone, 2, 1) || ' ' || char(57344) || substr(phone, 2, 2)
      || ' ' || char(57344) || substr(phone, -1) || ' ' || char(57344) || substr(phone, -2)
    from contacts`);
}

/** Chained as the first release did: doctor must find the chain unbroken. */
function addAuditRows(db: Database): void {
  const insert = db.query(
    `insert into audit_logs (actor_id, actor_type, action, metadata, created_at, hash)
     values (?, ?, ?, ?, ?, ?)`,
  );
  let former: Uint8Array | string = "";
  for (let n = 0; n < 200; n += 1) {
    const [id, type] = n % 2 ? ["u1", "user"] : [null, "system"];
    const [action, metadata, at] = [`deed.${n}`, `{"n":${n}}`, NOW + n];
    const told = JSON.stringify([id, type, action, null, null, metadata, null, null, at]);
    const hash: Uint8Array = new Bun.CryptoHasher("sha256").update(former).update(told).digest();
    insert.run(id ?? null, type ?? "system", action, metadata, at, hash);
    former = hash;
  }
}

function contacts(db: Database): void {
  const insert = db.query(
    `insert into contacts (name, phone, email, owner, opted_out, opted_out_at, undeliverable, created_at)
     values ($name, $phone, $email, 1, $out, $outAt, $bad, $at)`,
  );
  const search = db.query("insert into contacts_search (rowid, name, phone) values (?, ?, ?)");
  const consent = db.query(
    `insert into consents (phone, channel, category, given, source, wording, actor_id, ip_address, created_at)
     values (?, 'sms', 'all', ?, ?, 'STOP', null, null, ?)`,
  );
  for (let n = 0; n < CONTACTS; n += 1) {
    const phone = 12_120_000_000 + n;
    const name = n % 97 === 0 ? `Zoë Ünal ${n}` : `Client ${n}`;
    const out = n % 11 === 0;
    insert.run({
      name,
      phone,
      email: n % 3 ? null : `c${n}@example.com`,
      out: Number(out),
      outAt: out ? NOW : null,
      bad: Number(n % 13 === 0),
      at: NOW + n,
    });
    search.run(n + 1, name, String(phone));
    if (out) consent.run(phone, 0, n % 2 ? "keyword" : "import", NOW);
  }
}

function campaigns(db: Database): void {
  const insert = db.query(
    `insert into campaigns (name, user_id, status, text_version, segments, segment_cost, total_cost,
       total_recipients, reason, pace_interval, held_until, created_at, started_at, ended_at)
     values ($name, 'u1', $status, 2, 1, 7900, 7900, $total, $reason, 500, null, $at, $at, null)`,
  );
  const text = db.query("insert into campaign_texts values (?, ?, ?)");
  const message = db.query(
    `insert into messages (phone, contact_id, campaign_id, text_version, body, segments, status,
       provider_id, due_at, at, claimed_at, sent_after, error_code, error, price)
     values ($phone, $contact, $campaign, 1, $body, 1, $status, $sid, 0, $at, $at, $sent, $code, $error, $price)`,
  );
  CAMPAIGNS.forEach((status, at) => {
    const campaign = at + 1;
    insert.run({
      name: `Campaign ${at}`,
      status,
      total: 900,
      reason: at > 2 ? "Why" : null,
      at: NOW,
    });
    text.run(campaign, 1, "Hi {firstName}");
    text.run(campaign, 2, "Hello {firstName}");
    if (status === "draft") return;
    for (let n = 0; n < 900; n += 1) {
      const kind = STATUSES[n % STATUSES.length] ?? "sent";
      const left = ["sent", "delivered", "undelivered"].includes(kind);
      message.run({
        phone: 12_120_000_000 + at * 900 + n,
        contact: at * 900 + n + 1 > CONTACTS ? null : at * 900 + n + 1,
        campaign,
        body: n % 2 ? `Hi ${n}` : null,
        status: kind,
        sid: left ? new TextEncoder().encode(`S${at}-${n}`) : null,
        at: kind === "pending" || kind === "skipped" ? null : NOW + n,
        sent: left ? 0 : null,
        code: kind === "failed" ? 30_008 : null,
        error: kind === "failed" || kind === "skipped" ? "Words" : null,
        price: kind === "delivered" ? 7900 : null,
      });
    }
  });
  db.run(`update campaigns set
    sent_count = (select count(*) from messages m where m.campaign_id = campaigns.id and status in ('sent', 'delivered', 'undelivered')),
    delivered_count = (select count(*) from messages m where m.campaign_id = campaigns.id and status = 'delivered'),
    failed_count = (select count(*) from messages m where m.campaign_id = campaigns.id and status in ('failed', 'undelivered')),
    skipped_count = (select count(*) from messages m where m.campaign_id = campaigns.id and status = 'skipped'),
    unknown_count = (select count(*) from messages m where m.campaign_id = campaigns.id and status = 'unknown')`);
}

function threads(db: Database): void {
  const message = db.query<{ id: number }, [number, number, string, string, number]>(
    `insert into messages (phone, contact_id, body, segments, status, at)
     values (?, ?, ?, 1, ?, ?) returning id`,
  );
  const search = db.query("insert into messages_search (rowid, body) values (?, ?)");
  const conversation = db.query(
    `insert into conversations (contact_id, last_message_id, last_message_at, last_message_preview, unread_count)
     values (?, ?, ?, ?, 1)`,
  );
  for (let n = 1; n <= 500; n += 1) {
    const phone = 12_120_000_000 + n - 1;
    const body = `Could I come on day ${n}?`;
    const { id = 0 } = message.get(phone, n, body, "received", NOW + n) ?? {};
    search.run(id, body);
    message.get(phone, n, `Of course ${n}`, "delivered", NOW + n + 1);
    conversation.run(n, id, NOW + n, body);
  }
}

/** What the first release's tables hold, in its own columns: the same before and after an upgrade. */
export function digestOf(file: string, columns: ReadonlyMap<string, readonly string[]>) {
  const db = new Database(file, { readonly: true });
  const digests = [...columns].map(([table, names]) => {
    const list = names.map((name) => `quote("${name}")`).join(" || ',' || ");
    // Counters of later releases start at zero.
    const which = table === "counters" ? "where value <> 0" : "";
    const rows = db.query<{ row: string }, []>(
      `select ${list} as row from "${table}" ${which} order by 1`,
    );
    const hash = new Bun.CryptoHasher("sha256");
    let count = 0;
    for (const { row } of rows.iterate()) {
      hash.update(`${row}\n`);
      count += 1;
    }
    return [table, count, hash.digest("hex")] as const;
  });
  db.close();
  return digests;
}

/** Tables that hold rows, and their columns; migrations add rows to `state`. */
export function columnsOf(file: string): Map<string, string[]> {
  const db = new Database(file, { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      `select name from sqlite_schema where type = 'table' and name not glob '*_search*'
         and name not glob '*_words*' and name not glob 'sqlite_*' and name <> 'state' order by name`,
    )
    .all()
    .filter(({ name }) => db.query(`select 1 from "${name}"`).get() !== null);
  const columns = new Map(
    tables.map(({ name }) => [
      name,
      db
        .query<{ name: string }, [string]>("select name from pragma_table_info(?)")
        .all(name)
        .map((column) => column.name),
    ]),
  );
  db.close();
  return columns;
}
