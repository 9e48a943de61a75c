import { expect, test } from "bun:test";
import fc from "fast-check";
import { indexBody, insertInbound } from "#db/messaging/messages-thread.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const ADA = "+12025550111";

/** A thread whose texts came at these minutes: some at once. Ids rise, times need not. */
async function threadOf(minutes: readonly number[]): Promise<TestApp> {
  const parlor = testApp();
  const contactId = contact(parlor.app, parlor.admin, "Ada Lovelace", ADA);
  await parlor.admin.request("POST", "/api/conversations", { contactId });
  minutes.forEach((minute, index) => {
    const body = `text ${index}`;
    const id = insertInbound(parlor.app.db, {
      providerId: sidOf(index + 1),
      phone: ADA,
      contactId,
      body,
      segments: 1,
      at: 1_700_000_000_000 + minute * 60_000,
    });
    if (id !== undefined) indexBody(parlor.app.db, id, body);
  });
  return parlor;
}

interface Page {
  readonly messages: readonly { id: number; createdAt: string }[];
  readonly nextCursor: string | null;
  readonly newerCursor: string | null;
}

async function page({ admin }: TestApp, query: string): Promise<Page> {
  const { status, body } = await admin.request("GET", `/api/conversations/1/messages?${query}`);
  expect(status).toBe(200);
  return body;
}

const inOrder = ({ app }: TestApp) =>
  app.db
    .query<{ id: number }, []>("select id from messages order by at, id")
    .all()
    .map(({ id }) => id);

test("a thread can be read both ways from any message, each message exactly once", async () => {
  const law = fc.asyncProperty(
    fc.array(fc.nat(12), { minLength: 1, maxLength: 40 }),
    fc.nat(),
    fc.integer({ min: 1, max: 9 }),
    async (minutes, start, limit) => {
      const parlor = await threadOf(minutes);
      const all = inOrder(parlor);
      const from = all[start % all.length] ?? 0;
      const middle = await page(parlor, `at=${from}&limit=${limit}`);
      const read = middle.messages.map(({ id }) => id);
      expect(read).toContain(from);

      for (let { nextCursor } = middle; nextCursor; ) {
        const older = await page(parlor, `before=${nextCursor}&limit=${limit}`);
        read.unshift(...older.messages.map(({ id }) => id));
        nextCursor = older.nextCursor;
      }
      for (let { newerCursor } = middle; newerCursor; ) {
        const newer = await page(parlor, `after=${newerCursor}&limit=${limit}`);
        read.push(...newer.messages.map(({ id }) => id));
        newerCursor = newer.newerCursor;
      }
      expect(read).toEqual(all);
    },
  );
  await fc.assert(law, { numRuns: 40 });
});

test("every page links back to the page that led to it", async () => {
  const parlor = await threadOf(Array.from({ length: 30 }, (_, n) => Math.floor(n / 3)));
  const newest = await page(parlor, "limit=10");
  expect(newest.newerCursor).toBeNull();
  const older = await page(parlor, `before=${newest.nextCursor}&limit=10`);
  expect(await page(parlor, `after=${older.newerCursor}&limit=10`)).toEqual({
    ...newest,
    newerCursor: null,
  });
  const again = await page(parlor, `after=${older.newerCursor}&limit=10`);
  expect((await page(parlor, `before=${again.nextCursor}&limit=10`)).messages).toEqual(
    older.messages,
  );
});

test("a page after the newest is empty, and the one before it holds the newest", async () => {
  const parlor = await threadOf([1, 2, 3]);
  const { messages } = await page(parlor, "");
  const last = messages.at(-1);
  const cursor = `${Date.parse(last?.createdAt ?? "")}.${last?.id}`;
  const empty = await page(parlor, `after=${cursor}`);
  expect(empty).toMatchObject({ messages: [], newerCursor: null });
  const before = await page(parlor, `before=${empty.nextCursor}`);
  expect(before.messages.at(-1)?.id).toBe(last?.id ?? 0);
});

test("a message that is not in this thread opens the thread at its newest", async () => {
  const parlor = await threadOf([1, 2, 3]);
  expect((await page(parlor, "at=999")).messages).toHaveLength(3);
  const refused = await parlor.admin.request("GET", "/api/conversations/1/messages?after=nonsense");
  expect(refused.status).toBe(400);
});

test("a search returns the newest text that contains the words, and shows them", async () => {
  const parlor = await threadOf([1]);
  const { admin } = parlor;
  const body = `We could do ${"very ".repeat(30)}late balayage on Thursday`;
  await admin.request("POST", "/api/conversations/messages", { conversationId: 1, body });
  const found = await admin.request("GET", "/api/conversations?q=balay");
  expect(found.body.conversations[0].found).toMatchObject({ messageId: 2 });
  expect(found.body.conversations[0].found.excerpt).toMatch(/^….*late balayage on Thursday$/);
  const byName = await admin.request("GET", "/api/conversations?q=lovelace");
  expect(byName.body.conversations[0].found).toBeNull();
});
