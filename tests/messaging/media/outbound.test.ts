import { expect, test } from "bun:test";
import { deleteOldMedia } from "#src/messaging/media/media.ts";
import { reconcileTextsInDoubt } from "#src/messaging/outbox/reconcile.ts";
import { base64, png } from "#tests/support/pictures.ts";
import { BASE, contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const ADA = "+12025550111";
const MINUTE = 60_000;

async function withConversation(options?: Parameters<typeof testApp>[0]) {
  const parlor = testApp(options);
  const contactId = contact(parlor.app, parlor.admin, "Ada Lovelace", ADA);
  await parlor.admin.request("POST", "/api/conversations", { contactId });
  return parlor;
}

async function upload({ request }: Person, bytes = png()): Promise<number> {
  const { status, body } = await request("POST", "/api/media", { data: base64(bytes) });
  expect(status).toBe(201);
  return body.id;
}

function send({ request }: Person, mediaIds: readonly number[], body = "") {
  return request("POST", "/api/conversations/messages", { conversationId: 1, body, mediaIds });
}

const path = (address: string) => address.slice(BASE.length);
const sentUrls = ({ sms }: TestApp) => sms.sent.flatMap(({ mediaUrls = [] }) => mediaUrls);
const texts = ({ app }: TestApp) =>
  app.db
    .query<{ status: string; body: string; segments: number }, []>(
      "select status, body, segments from messages order by id",
    )
    .all();

test("a picture without words is sent, and the carrier fetches it from a secret address", async () => {
  const parlor = await withConversation();
  const { admin, visitor } = parlor;
  const answer = await send(admin, [await upload(admin)]);
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ body: "", media: [{ kind: "picture", state: "stored" }] });
  await parlor.sendAll();

  expect(parlor.sms.sent).toMatchObject([{ body: "" }]);
  expect(texts(parlor)).toMatchObject([{ status: "sent", segments: 1 }]);
  const [address = ""] = sentUrls(parlor);
  expect(address).toStartWith(`${BASE}/media/1.`);
  const file = await parlor.hono.request(path(address));
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toBe("image/png");
  expect(base64(await file.bytes())).toBe(base64(png()));
  expect((await visitor("GET", "/api/media/1")).status).toBe(401);
});

test.each([
  ["a JPEG with EXIF", "\xff\xd8\xff\xe1\0\x20Exif\0\0II*\0"],
  ["a JPEG with XMP", "\xff\xd8\xff\xe1\0\x20http://ns.adobe.com/xap/1.0/\0"],
  ["a PNG with EXIF", `${Buffer.from(png()).toString("latin1")}\0\0\0\x10eXIfMM\0*`],
  ["a WebP with EXIF", "RIFF\0\0\0\0WEBPVP8X EXIF\x10\0\0\0II*\0"],
])("%s is refused, because it says where it was taken", async (_, bytes) => {
  const { admin } = await withConversation();
  const data = Buffer.from(bytes, "latin1").toString("base64");
  const { status, body } = await admin.request("POST", "/api/media", { data });
  expect([status, body.message]).toEqual([
    415,
    "This picture says where or when it was taken. Save it without these details first.",
  ]);
});

test("a signed address opens only its file, unchanged and before it expires", async () => {
  const parlor = await withConversation();
  const { admin, hono } = parlor;
  await send(admin, [await upload(admin), await upload(admin)], "Two");
  await parlor.sendAll();
  const [one = "", two = ""] = sentUrls(parlor).map(path);
  const status = async (address: string) => (await hono.request(address)).status;
  const [, until = "", signed = ""] = one.split(".");

  expect(await status(one)).toBe(200);
  expect(await status(one.replace("/media/1.", "/media/2."))).toBe(404);
  expect(await status(`/media/1.${Number(until) + 3600}.${signed}`)).toBe(404);
  expect(await status(`${one.slice(0, -1)}${one.endsWith("A") ? "B" : "A"}`)).toBe(404);
  expect(await status(`/media/1.${until}.${two.split(".")[2]}`)).toBe(404);
  expect(await status(`/media/1.${until}.`)).toBe(404);
  parlor.clock.now += 7 * 60 * MINUTE;
  expect(await status(one)).toBe(404);
});

test("guessing at addresses is slowed down", async () => {
  const { hono } = await withConversation();
  let last = 0;
  for (let tries = 0; tries < 601; tries += 1) last = (await hono.request("/media/x")).status;
  expect(last).toBe(429);
});

test("only pictures of up to 5 MB are accepted", async () => {
  const { admin } = await withConversation();
  const data = (bytes: Uint8Array) => ({ data: base64(bytes) });
  const page = await admin.request("POST", "/api/media", data(new TextEncoder().encode("<svg/>")));
  expect(page.status).toBe(415);
  expect(page.body.message).toContain("JPEG, PNG, GIF and WebP");
  expect((await admin.request("POST", "/api/media", data(png(5 * 1024 * 1024 + 3)))).status).toBe(
    413,
  );
  expect((await admin.request("POST", "/api/media", data(png(6 * 1024 * 1024)))).status).toBe(413);
  expect((await admin.request("POST", "/api/media", {})).status).toBe(400);
});

test("a text takes at most ten pictures and 5 MB", async () => {
  const parlor = await withConversation();
  const { admin } = parlor;
  const large = [await upload(admin, png(3_000_000)), await upload(admin, png(3_000_000))];
  expect((await send(admin, large)).status).toBe(413);
  const many = await send(
    admin,
    Array.from({ length: 11 }, (_, id) => id + 1),
  );
  expect(many.status).toBe(400);
  expect(texts(parlor)).toEqual([]);
});

test("an upload belongs to its owner until it is sent, and can't be sent twice", async () => {
  const parlor = await withConversation();
  const { admin, person } = parlor;
  const bea = person("user", ["/inbox"]);
  const id = await upload(bea);
  expect((await bea.open(`/api/media/${id}`)).status).toBe(200);
  expect((await admin.open(`/api/media/${id}`)).status).toBe(404);
  expect((await admin.request("DELETE", `/api/media/${id}`)).status).toBe(404);
  expect((await send(admin, [id])).status).toBe(409);
  expect((await send(bea, [id])).status).toBe(201);
  expect((await send(bea, [id])).status).toBe(409);
  expect((await bea.request("DELETE", `/api/media/${id}`)).status).toBe(404);
});

test("a text with neither words nor a picture is refused, and the field is named", async () => {
  const { admin } = await withConversation();
  const refused = await send(admin, [], "  ");
  expect(refused.status).toBe(400);
  expect(refused.body.errors.body).toBe("Write a message first");
});

test("without a public address, pictures are refused with a message and words are still sent", async () => {
  const parlor = await withConversation({ config: { publicUrl: undefined } });
  const { admin } = parlor;
  const refused = await send(admin, [await upload(admin)]);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("public address");
  expect((await send(admin, [], "Words")).status).toBe(201);
});

test("a repeat with the same key sends once", async () => {
  const parlor = await withConversation();
  const { admin } = parlor;
  const body = { conversationId: 1, body: "", mediaIds: [await upload(admin)] };
  const key = { "idempotency-key": "k1" };
  const first = await admin.request("POST", "/api/conversations/messages", body, key);
  const again = await admin.request("POST", "/api/conversations/messages", body, key);
  expect(again.body).toEqual(first.body);
  expect(texts(parlor)).toHaveLength(1);
});

test("a failed picture can be sent again, with its own copy of the bytes", async () => {
  const parlor = await withConversation();
  const { admin, sms } = parlor;
  sms.answer = () => ({ kind: "refused", code: 21620, reason: "Invalid media URL" });
  const { body } = await send(admin, [await upload(admin)]);
  await parlor.sendAll();
  sms.answer = undefined;
  const retried = await admin.request("POST", `/api/conversations/messages/${body.id}/retry`, {});
  expect(retried.status).toBe(201);
  expect(retried.body.media).toMatchObject([{ state: "stored" }]);
  await parlor.sendAll();
  const [address = ""] = sentUrls(parlor);
  expect((await parlor.hono.request(path(address))).status).toBe(200);
});

test("uploads that are never sent are deleted after a day", async () => {
  const parlor = await withConversation();
  const id = await upload(parlor.admin);
  parlor.clock.now += 25 * 60 * MINUTE;
  await deleteOldMedia(parlor.app);
  expect((await parlor.admin.open(`/api/media/${id}`)).status).toBe(404);
});

async function inDoubt(pictures: number, body = "") {
  const parlor = await withConversation();
  const ids: number[] = [];
  for (let n = 0; n < pictures; n += 1) ids.push(await upload(parlor.admin));
  parlor.sms.answer = () => ({ kind: "in-doubt", reason: "timeout" });
  await send(parlor.admin, ids, body);
  await parlor.sendAll();
  parlor.sms.answer = undefined;
  parlor.clock.now += 2 * MINUTE;
  return parlor;
}

test("an unconfirmed picture that the provider has is adopted, not sent again", async () => {
  const parlor = await inDoubt(2);
  expect(parlor.sms.messages).toHaveLength(1);
  await reconcileTextsInDoubt(parlor.app);
  expect(texts(parlor)).toMatchObject([{ status: "sent" }]);
});

test("an unconfirmed picture that the provider doesn't have is queued again", async () => {
  const parlor = await inDoubt(1);
  parlor.sms.messages.length = 0;
  await reconcileTextsInDoubt(parlor.app);
  expect(texts(parlor)).toMatchObject([{ status: "pending" }]);
});

test("an unconfirmed picture among similar ones can't be matched, and staff decide", async () => {
  for (const other of [{ mediaCount: 3 }, { body: "Something else" }]) {
    const parlor = await inDoubt(1);
    const [message] = parlor.sms.messages;
    if (!message) throw new Error("nothing was accepted");
    parlor.sms.messages[0] = { ...message, ...other };
    await reconcileTextsInDoubt(parlor.app);
    expect(texts(parlor)).toMatchObject([{ status: "unknown" }]);
  }
  const parlor = await inDoubt(1);
  const [message] = parlor.sms.messages;
  if (message) parlor.sms.messages.push({ ...message, providerId: `SM${"f".repeat(32)}` });
  await reconcileTextsInDoubt(parlor.app);
  expect(texts(parlor)).toMatchObject([{ status: "unknown" }]);

  const retry = (body: object) =>
    parlor.admin.request("POST", "/api/conversations/messages/1/retry", body);
  const refused = await retry({});
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain("This text may have arrived");
  expect((await retry({ evenIfItArrived: true })).status).toBe(201);
  expect((await retry({ evenIfItArrived: true })).status).toBe(409);
});

test("unconfirmed words are not matched with the same words with a picture", async () => {
  const parlor = await inDoubt(1, "Your colour");
  const [message] = parlor.sms.messages;
  if (message) parlor.sms.messages[0] = { ...message, mediaCount: 0 };
  await reconcileTextsInDoubt(parlor.app);
  expect(texts(parlor)).toMatchObject([{ status: "unknown" }]);
});

test("a text in flight when its conversation was deleted is still sent, then deleted", async () => {
  const parlor = await withConversation();
  await send(parlor.admin, [await upload(parlor.admin)]);
  await parlor.admin.request("DELETE", "/api/conversations/1");
  await parlor.sendAll();
  const [address = ""] = sentUrls(parlor);
  expect((await parlor.hono.request(path(address))).status).toBe(200);
  expect((await parlor.admin.open("/api/media/1")).status).toBe(404);
  parlor.clock.now += 25 * 60 * MINUTE;
  await deleteOldMedia(parlor.app);
  expect(parlor.app.db.query("select * from media").all()).toEqual([]);
});
