import { afterAll, beforeAll, expect, test } from "bun:test";
import { readConfig } from "#src/platform/config.ts";
import { downloadMedia } from "#src/platform/providers/twilio/media-download.ts";
import { connectTwilio } from "#src/platform/providers/twilio/twilio.ts";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "#tests/sandbox/twilio-carrier.ts";
import type { TwilioStandIn } from "#tests/sandbox/twilio-controls.ts";
import { startTwilioStandIn } from "#tests/sandbox/twilio-stand-in.ts";

const MB = 1024 * 1024;
const asked: { path: string; authorization: string | null }[] = [];
let api: ReturnType<typeof Bun.serve>;
let elsewhere: ReturnType<typeof Bun.serve>;
let standIn: TwilioStandIn;

beforeAll(async () => {
  elsewhere = serve((path) => (path === "/file" ? new Response("found") : undefined));
  api = serve((path) => {
    if (path === "/file")
      return new Response("found", { headers: { "content-type": "image/png" } });
    if (path === "/elsewhere") return Response.redirect(`http://localhost:${elsewhere.port}/file`);
    if (path === "/metadata") return Response.redirect("http://169.254.169.254/latest/meta-data");
    if (path === "/disk") return Response.redirect("file:///etc/passwd");
    if (path === "/round") return Response.redirect(`${origin()}/round`);
    if (path === "/large") return new Response(new Uint8Array(5 * MB + 1));
    if (path === "/endless") return new Response(endlessStream());
    return undefined;
  });
  standIn = await startTwilioStandIn();
});

afterAll(async () => {
  await Promise.all([api.stop(true), elsewhere.stop(true), standIn.stop()]);
});

const origin = () => `http://127.0.0.1:${api.port}`;

function serve(answer: (path: string) => Response | undefined) {
  return Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch(request) {
      const { pathname: path } = new URL(request.url);
      asked.push({ path, authorization: request.headers.get("authorization") });
      return answer(path) ?? new Response("", { status: 404 });
    },
  });
}

/** Says nothing of its size. */
function endlessStream(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(64 * 1024)),
  });
}

function download(address: string, environment: Record<string, string> = {}) {
  asked.length = 0;
  const trusted = { origin: origin(), authorization: "Basic c2VjcmV0" };
  return downloadMedia(readConfig(environment), address, trusted);
}

test("the provider's own address is fetched with the account's credentials", async () => {
  expect(await download(`${origin()}/file`)).toMatchObject({ kind: "fetched", type: "image/png" });
  expect(asked).toEqual([{ path: "/file", authorization: "Basic c2VjcmV0" }]);
});

test("redirects to this network, to local addresses or to files are refused", async () => {
  for (const path of ["/elsewhere", "/metadata", "/disk"])
    expect([path, (await download(`${origin()}${path}`)).kind]).toEqual([path, "refused"]);
  expect(asked.map(({ path }) => path)).toEqual(["/disk"]);
});

test("the credentials do not follow a redirect to another host", async () => {
  const answer = await download(`${origin()}/elsewhere`, { PARLOR_ALLOW_PRIVATE_HOSTS: "true" });
  expect(answer.kind).toBe("fetched");
  expect(asked.at(-1)).toEqual({ path: "/file", authorization: null });
});

test("an address that isn't the provider's is refused, as in a redirect", async () => {
  for (const address of [
    `http://localhost:${elsewhere.port}/file`,
    "https://127.0.0.1/file",
    "https://[::1]/file",
    "nonsense",
    "",
  ])
    expect([address, (await download(address)).kind]).toEqual([address, "refused"]);
  expect(asked).toEqual([]);
});

test("a file larger than 5 MB is not downloaded, whether or not it announces its size", async () => {
  const expectedText = "It is larger than 5 MB";
  expect(await download(`${origin()}/large`)).toEqual({ kind: "refused", message: expectedText });
  expect(await download(`${origin()}/endless`)).toEqual({ kind: "refused", message: expectedText });
});

test("endless redirects are refused, and a missing file is worth a retry", async () => {
  expect((await download(`${origin()}/round`)).kind).toBe("refused");
  expect(await download(`${origin()}/nothing`)).toEqual({
    kind: "failed",
    message: "Twilio sent an unexpected reply",
  });
  expect(await download("https://nobody.invalid/file")).toMatchObject({ kind: "failed" });
});

async function twilio(authToken: string) {
  return connectTwilio(readConfig({ TWILIO_API_BASE: standIn.url }), {
    accountSid: ACCOUNT_SID,
    authToken,
    phoneNumber: PHONE_NUMBER,
    messagingServiceSid: undefined,
  });
}

test("the official client sends pictures as MediaUrl, and lists those of a missed text", async () => {
  const provider = await twilio(AUTH_TOKEN);
  const mediaUrls = [`${origin()}/file`, `${origin()}/nothing`];
  await provider.send({ to: "+12125550104", body: "", mediaUrls, statusCallback: undefined });
  while (standIn.media().length < 2) await Bun.sleep(5);
  expect(standIn.media()).toMatchObject([
    { status: 200, type: "image/png", bytes: 5 },
    { status: 404 },
  ]);

  const { sid } = await standIn.inbound({
    from: "+12125550104",
    to: PHONE_NUMBER,
    body: "",
    numMedia: 2,
    deliver: false,
  });
  const named = await provider.mediaOf(sid);
  expect(named).toHaveLength(2);
  expect(await provider.fetchMedia(named[1] ?? "")).toMatchObject({
    kind: "fetched",
    type: "image/png",
  });
  const wrong = await twilio("another token");
  expect(await wrong.fetchMedia(named[0] ?? "")).toEqual({
    kind: "failed",
    message: "Twilio sent an unexpected reply",
  });
  expect(standIn.unexpected).toEqual([]);
});
