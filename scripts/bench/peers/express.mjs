// What an Express server over PostgreSQL answers for the same screens: the same JSON, a session a request, pages by key.
// Usage: node express.mjs POSTGRES_PORT; prints its address.
import express from "express";
import pg from "pg";

// Numbers of 64 bits, which the driver returns as texts: ids and counts.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const db = new pg.Pool({
  host: "127.0.0.1",
  port: Number(process.argv[2]),
  user: "postgres",
  database: "postgres",
  max: 10,
});
const app = express();

/** Prepared once for each connection. */
async function rows(name, text, values = []) {
  return (await db.query({ name, text, values })).rows;
}

app.use(async (request, response, next) => {
  const id = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const [session] = await rows(
    "session",
    "select user_id from sessions where id = $1 and expires_at > now()",
    [id],
  );
  if (session) next();
  else response.status(401).json({ message: "Sign in to continue." });
});

/** Clients who agreed, clients of the last months, those who asked; their tags; visits before and after now. */
const CONTACTS = `
  select c.id, c.name, c.phone_number as "phoneNumber", c.email, c.birthday, c.user_id as "userId",
    c.opted_out as "optedOut", c.opted_out_at as "optOutDate", c.undeliverable,
    case when c.agreed then 'agreed' when c.agreed is not null then 'none'
      when c.client_from <= now() and c.client_until > now() then 'client'
      when c.asked_until > now() then 'asked' else 'none' end as basis,
    c.created_at as "createdAt",
    coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name) order by lower(t.name))
      from contact_tags ct join tags t on t.id = ct.tag_id where ct.contact_id = c.id), '[]') as tags,
    (select min(starts_at) from visits where contact_id = c.id and starts_at > NOW) as "nextVisit",
    (select max(starts_at) from visits where contact_id = c.id and starts_at <= NOW) as "lastVisit"
  from contacts c`.replaceAll(
  "NOW",
  `to_char(now() at time zone 'America/New_York', 'YYYY-MM-DD"T"HH24:MI')`,
);

app.get("/api/contacts", async (request, response) => {
  const { q, cursor } = request.query;
  const [before] = cursor ? JSON.parse(Buffer.from(cursor, "base64url").toString()) : [2 ** 31 - 1];
  const found = q
    ? await rows(
        "search",
        `${CONTACTS} where c.id < $1 and (c.name ilike $2 or c.phone_number ilike $2) order by c.id desc limit 101`,
        [before, `%${q}%`],
      )
    : await rows("contacts", `${CONTACTS} where c.id < $1 order by c.id desc limit 101`, [before]);
  const contacts = found.slice(0, 100);
  const [{ total }] = await rows(
    "total",
    "select value as total from counters where name = 'contacts'",
  );
  response.json({
    contacts,
    total,
    nextCursor:
      found.length > 100
        ? Buffer.from(JSON.stringify([contacts.at(-1).id, 0, null])).toString("base64url")
        : null,
  });
});

app.get("/api/conversations", async (_request, response) => {
  const found = await rows(
    "conversations",
    `select v.*, c.name, c.phone_number, c.opted_out, c.undeliverable, c.birthday,
       m.status, case m.status when 'received' then 'inbound' else 'outbound' end as direction
     from conversations v join contacts c on c.id = v.contact_id left join messages m on m.id = v.last_message_id
     order by v.last_message_at desc, v.id desc limit 51`,
  );
  const page = found.slice(0, 50);
  const [{ unread }] = await rows(
    "unread",
    "select count(*) as unread from conversations where unread_count > 0",
  );
  response.json({
    conversations: page.map((row) => ({
      id: row.id,
      contact: {
        id: row.contact_id,
        name: row.name,
        phoneNumber: row.phone_number,
        optedOut: row.opted_out,
        undeliverable: row.undeliverable,
        birthday: row.birthday,
      },
      lastMessageId: row.last_message_id,
      lastMessagePreview: row.preview,
      lastMessageAt: row.last_message_at,
      lastMessageDirection: row.direction,
      lastMessageStatus: row.status,
      unreadCount: row.unread_count,
      optOutReview: null,
      found: null,
    })),
    nextCursor:
      found.length > 50 ? `${page.at(-1).last_message_at.getTime()}.${page.at(-1).id}` : null,
    unread,
  });
});

app.get("/api/conversations/:id/messages", async (request, response) => {
  const found = await rows(
    "thread",
    `select m.id, m.status, m.body, m.error, m.read, m.at, m.campaign_id, p.name, p.message
     from conversations v join messages m on m.contact_id = v.contact_id left join campaigns p on p.id = m.campaign_id
     where v.id = $1 order by m.at desc, m.id desc limit 51`,
    [Number(request.params.id)],
  );
  const page = found.slice(0, 50);
  response.json({
    messages: page.toReversed().map((row) => ({
      id: row.id,
      direction: row.status === "received" ? "inbound" : "outbound",
      purpose: row.campaign_id === null ? "chat" : "campaign",
      campaignName: row.name,
      body: row.body ?? row.message,
      status: row.status,
      error: row.error,
      canRetry: false,
      read: row.read,
      media: [],
      createdAt: row.at,
    })),
    nextCursor: found.length > 50 ? `${page.at(-1).at.getTime()}.${page.at(-1).id}` : null,
    newerCursor: null,
  });
});

app.get("/api/stats", async (_request, response) => {
  const totals = await rows("totals", "select name, value from counters");
  const of = (name) => totals.find((one) => one.name === name)?.value ?? 0;
  const [{ unread }] = await rows(
    "unread",
    "select count(*) as unread from conversations where unread_count > 0",
  );
  const days = await rows(
    "days",
    `select to_char(day, 'YYYY-MM-DD') as day, coalesce(sent, 0) as sent, coalesce(failed, 0) as failed
     from (select (now() at time zone 'America/New_York')::date - ago as day from generate_series(0, 13) ago) days
       left join text_days using (day) order by day`,
  );
  response.json({
    totalCampaigns: of("campaigns"),
    totalMessages: of("messages-sent"),
    totalContacts: of("contacts"),
    activeConversations: of("conversations"),
    unreadConversations: unread,
    days,
  });
});

const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
