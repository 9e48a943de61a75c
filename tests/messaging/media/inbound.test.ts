import { expect, test } from "bun:test";
import { fetchPictures } from "#src/messaging/inbox/fetch-pictures.ts";
import { deleteOldMedia } from "#src/messaging/media/media.ts";
import type { FetchedMedia } from "#src/platform/providers/carrier.ts";
import { sidOf } from "#tests/fakes/sms.ts";
import { base64, png } from "#tests/support/pictures.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const ADA = "+12025550111";
const AT = "https://api.twilio.com/2010-04-01/Accounts/AC/Messages/MM/Media/ME";
const HOUR = 60 * 60_000;

const toFetched = (bytes: Uint8Array, type = "image/png"): FetchedMedia => ({
  kind: "fetched",
  bytes,
  type,
});

/** A client sends pictures, and the job has looked for them once. */
async function receivePictures(
  parlor: TestApp,
  media: readonly string[],
  has: (source: string) => FetchedMedia | undefined = () => toFetched(png()),
  body = "",
) {
  parlor.sms.media = has;
  expect(await postInbound(parlor.hono, { sid: sidOf(900), from: ADA, body, media })).toBe(200);
  await fetchPictures(parlor.app);
  return newest(parlor);
}

async function newest({ admin }: TestApp) {
  const { body } = await admin.request("GET", "/api/conversations/1/messages");
  return body.messages.at(-1);
}

const pieces = ({ app }: TestApp) =>
  app.db.query<{ n: number }, []>("select count(*) as n from media_pieces").get()?.n;

test("a client's pictures are fetched after the text and shown to staff with the inbox", async () => {
  const parlor = testApp();
  const message = await receivePictures(parlor, [`${AT}0`, `${AT}1`]);
  expect(parlor.sms.fetched).toEqual([`${AT}0`, `${AT}1`]);
  expect(message).toMatchObject({ body: "", media: [{ state: "stored" }, { kind: "picture" }] });
  const list = await parlor.admin.request("GET", "/api/conversations");
  expect(list.body.conversations[0].lastMessagePreview).toBe("2 pictures");

  const reader = parlor.person("user", ["/inbox"]);
  const answer = await reader.open(`/api/media/${message.media[0].id}`);
  expect(base64(await answer.bytes())).toBe(base64(png()));
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "content-disposition": expect.stringMatching(/^inline; filename="picture-1.png"$/),
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": expect.stringContaining("private"),
  });
});

test("pictures are refused when signed out, without the inbox, or for another number", async () => {
  const parlor = testApp();
  await receivePictures(parlor, [`${AT}0`]);
  expect((await parlor.visitor("GET", "/api/media/1")).status).toBe(401);
  expect((await parlor.person("user", ["/contacts"]).open("/api/media/1")).status).toBe(403);
  expect((await parlor.admin.open("/api/media/2")).status).toBe(404);
  expect((await parlor.visitor("GET", "/media/1")).status).toBe(404);
});

test("a file's type comes from its bytes: a page posing as a picture is only a download", async () => {
  const parlor = testApp();
  const page = new TextEncoder().encode("<script>alert(1)</script>");
  const message = await receivePictures(parlor, [`${AT}0`], () => toFetched(page, "image/svg+xml"));
  expect(message.media[0]).toMatchObject({ kind: "file", name: "file-1.bin" });
  const answer = await parlor.admin.open("/api/media/1");
  expect(answer.headers.get("content-type")).toBe("application/octet-stream");
  expect(answer.headers.get("content-disposition")).toStartWith("attachment");
});

test.each(["constructor", "toString", "__proto__"])(
  "a file of the type %s is only a download",
  async (type) => {
    const parlor = testApp();
    const message = await receivePictures(parlor, [`${AT}0`], () =>
      toFetched(new TextEncoder().encode("?"), type),
    );
    expect(message.media[0]).toMatchObject({ kind: "file", name: "file-1.bin" });
  },
);

test("a file that isn't a picture can be saved with its own extension", async () => {
  const parlor = testApp();
  const message = await receivePictures(parlor, [`${AT}0`], () =>
    toFetched(new TextEncoder().encode("BEGIN:VCARD"), "text/vcard; charset=utf-8"),
  );
  expect(message.media[0]).toMatchObject({ kind: "file", name: "file-1.vcf" });
});

test("a failed download is retried at growing intervals, then given up with a message", async () => {
  const parlor = testApp();
  const first = await receivePictures(parlor, [`${AT}0`], () => undefined);
  expect(first.media[0]).toMatchObject({ state: "waiting" });
  await fetchPictures(parlor.app);
  expect(parlor.sms.fetched).toHaveLength(1);

  parlor.clock.now += 11_000;
  parlor.sms.media = () => toFetched(png());
  await fetchPictures(parlor.app);
  expect((await newest(parlor)).media[0]).toMatchObject({ state: "stored", message: null });

  const other = testApp();
  await receivePictures(other, [`${AT}0`], () => undefined);
  for (let tries = 0; tries < 12; tries += 1) {
    other.clock.now += 13 * HOUR;
    await fetchPictures(other.app);
  }
  expect(other.sms.fetched.length).toBe(7);
  expect((await newest(other)).media[0]).toMatchObject({
    state: "failed",
    message: "Twilio sent an unexpected reply",
  });
});

test("a refused download is not retried", async () => {
  const parlor = testApp();
  const message = await receivePictures(parlor, [`${AT}0`], () => ({
    kind: "refused",
    message: "It is larger than 5 MB",
  }));
  parlor.clock.now += 48 * HOUR;
  await fetchPictures(parlor.app);
  expect(parlor.sms.fetched).toHaveLength(1);
  expect(message.media[0]).toMatchObject({ state: "failed", message: "It is larger than 5 MB" });
  expect((await parlor.admin.open("/api/media/1")).status).toBe(404);
});

test("ten of too many pictures are taken, and without an address the text says so", async () => {
  const parlor = testApp();
  const message = await receivePictures(
    parlor,
    Array.from({ length: 14 }, (_, at) => (at === 1 ? "" : `${AT}${at}`)),
  );
  expect(message.media).toHaveLength(10);
  expect(message.media[1]).toMatchObject({
    state: "failed",
    message: "Twilio didn't say where it is",
  });
});

test("the same text reported twice stores its pictures once", async () => {
  const parlor = testApp();
  await receivePictures(parlor, [`${AT}0`]);
  expect((await receivePictures(parlor, [`${AT}0`])).media).toHaveLength(1);
  expect(pieces(parlor)).toBe(1);
});

test("a large picture is stored in pieces and read back complete", async () => {
  const parlor = testApp();
  const large = png(1_000_003).map((byte, at) => (at < 68 ? byte : at % 251));
  await receivePictures(parlor, [`${AT}0`], () => toFetched(large));
  expect(pieces(parlor)).toBe(4);
  const answer = await parlor.admin.open("/api/media/1");
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(large);
});

test("deleting the conversation, deleting the client and erasing the client delete the bytes", async () => {
  for (const [method, path, body] of [
    ["DELETE", "/api/conversations/1", undefined],
    ["DELETE", "/api/contacts/1", undefined],
    ["POST", "/api/contacts/1/erase", { name: ADA }],
  ] as const) {
    const parlor = testApp();
    await receivePictures(parlor, [`${AT}0`], undefined, "Look");
    expect(pieces(parlor)).toBe(1);
    expect((await parlor.admin.request(method, path, body)).status).toBe(204);
    expect(pieces(parlor)).toBe(0);
    expect((await parlor.admin.open("/api/media/1")).status).toBe(404);
  }
});

test("pictures older than the retention setting are deleted, and the thread says so", async () => {
  const parlor = testApp();
  await receivePictures(parlor, [`${AT}0`]);
  await parlor.admin.request("POST", "/api/settings", { mediaRetentionDays: 30 });
  parlor.clock.now += 29 * 24 * HOUR;
  await deleteOldMedia(parlor.app);
  expect(pieces(parlor)).toBe(1);

  parlor.clock.now += 2 * 24 * HOUR;
  // Signed in anew: a session does not last a month.
  await deleteOldMedia(parlor.app);
  expect(pieces(parlor)).toBe(0);
  const { request } = parlor.person("user", ["/inbox"]);
  const { body } = await request("GET", "/api/conversations/1/messages");
  expect(body.messages[0].media[0]).toMatchObject({
    state: "gone",
    message: expect.stringContaining("older than"),
  });
});

test("the retention of pictures is a whole number of days, at least one", async () => {
  const { admin } = testApp();
  const refused = await admin.request("POST", "/api/settings", { mediaRetentionDays: 0 });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toHaveProperty("mediaRetentionDays");
  expect((await admin.request("GET", "/api/settings")).body.mediaRetentionDays).toBe(365);
});
