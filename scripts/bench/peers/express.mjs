// What an Express server over PostgreSQL answers for the same screens: a session a request, pages by key.
// Usage: node express.mjs POSTGRES_PORT; prints its address.
import { and, desc, eq, gt, ilike, lt, or, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import { bigint, boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import express from "express";
import pg from "pg";

const at = (name) => timestamp(name, { withTimezone: true });
const contacts = pgTable("contacts", {
  id: integer("id"),
  name: text("name"),
  phoneNumber: text("phone_number"),
  email: text("email"),
  optedOut: boolean("opted_out"),
  undeliverable: boolean("undeliverable"),
  createdAt: at("created_at"),
});
const conversations = pgTable("conversations", {
  id: integer("id"),
  contactId: integer("contact_id"),
  lastMessageAt: at("last_message_at"),
  preview: text("preview"),
  unreadCount: integer("unread_count"),
});
const messages = pgTable("messages", {
  id: bigint("id", { mode: "number" }),
  contactId: integer("contact_id"),
  campaignId: integer("campaign_id"),
  body: text("body"),
  status: text("status"),
  at: at("at"),
});
const sessions = pgTable("sessions", {
  id: text("id"),
  userId: text("user_id"),
  expiresAt: at("expires_at"),
});

const db = drizzle(
  new pg.Pool({
    host: "127.0.0.1",
    port: Number(process.argv[2]),
    user: "postgres",
    database: "postgres",
    max: 10,
  }),
);
const app = express();

app.use(async (request, response, next) => {
  const id = /(?:^|; )session=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "";
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), gt(sessions.expiresAt, sql`now()`)));
  if (session) next();
  else response.status(401).json({ message: "Please sign in." });
});

app.get("/api/contacts", async (request, response) => {
  const { q, cursor } = request.query;
  const page = await db
    .select()
    .from(contacts)
    .where(
      and(
        cursor ? lt(contacts.id, Number(cursor)) : undefined,
        q ? or(ilike(contacts.name, `%${q}%`), ilike(contacts.phoneNumber, `%${q}%`)) : undefined,
      ),
    )
    .orderBy(desc(contacts.id))
    .limit(100);
  response.json({ contacts: page, nextCursor: page.at(-1)?.id ?? null });
});

app.get("/api/conversations", async (_request, response) => {
  const page = await db
    .select()
    .from(conversations)
    .innerJoin(contacts, eq(contacts.id, conversations.contactId))
    .orderBy(desc(conversations.lastMessageAt), desc(conversations.id))
    .limit(50);
  response.json({ conversations: page });
});

app.get("/api/contacts/:id/messages", async (request, response) => {
  const page = await db
    .select()
    .from(messages)
    .where(eq(messages.contactId, Number(request.params.id)))
    .orderBy(desc(messages.at), desc(messages.id))
    .limit(50);
  response.json({ messages: page.toReversed() });
});

app.get("/api/stats", async (_request, response) => {
  const [counted] = await db
    .execute(sql`select
    (select count(*) from contacts) as contacts, (select count(*) from conversations) as conversations,
    (select count(*) from messages) as messages`)
    .then(({ rows }) => rows);
  response.json(counted);
});

const server = app.listen(0, "127.0.0.1", () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}\n`);
});
