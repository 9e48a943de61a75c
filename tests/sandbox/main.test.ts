import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { ACCOUNT_SID, AUTH_TOKEN, PHONE_NUMBER } from "./twilio-carrier.ts";

const main = Bun.fileURLToPath(import.meta.resolve("./main.ts"));
const FORM = { To: "+12025550123", From: PHONE_NUMBER, Body: "Hello" };

let child: Bun.Subprocess<"ignore", "pipe", "inherit">;
let url: string;

beforeAll(async () => {
  child = Bun.spawn([process.execPath, main, "--port", "0", "--seed", "3"], { stdout: "pipe" });
  const { value } = await child.stdout.getReader().read();
  url = JSON.parse(new TextDecoder().decode(value)).url;
});

afterAll(async () => {
  child.kill();
  await child.exited;
});

beforeEach(async () => {
  await control("_reset", {});
});

test("the stand-in runs as a separate process, prints its address and accepts texts", async () => {
  const response = await create();

  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(response.status).toBe(201);
  expect(await (await fetch(`${url}/_log`)).json()).toMatchObject([
    { to: FORM.To, from: FORM.From, body: FORM.Body, statusCallback: null },
  ]);
});

test("it is controlled over HTTP, and counts", async () => {
  await create();
  expect((await control("_control", { faults: { acceptThen500: 1 } })).status).toBe(200);
  await create();
  const counts = await (await fetch(`${url}/_counts`)).json();
  expect((await create()).status).toBe(500);

  expect(counts).toMatchObject({ accepted: 2, perNumber: 2, numbers: 1, unexpected: [] });
});

test("an unknown control is refused", async () => {
  expect((await control("_control", { falts: {} })).status).toBe(400);
  expect((await control("_advance", {})).status).toBe(404);
});

test("an inbound text is stored, and the reply says when it is undeliverable", async () => {
  const text = { from: FORM.To, to: PHONE_NUMBER, body: "Hi" };

  expect(await (await control("_inbound", { ...text, deliver: false })).json()).toMatchObject({
    sid: expect.stringMatching(/^SM/),
    status: null,
  });
  expect((await control("_inbound", text)).status).toBe(502);
});

test("a reset clears everything", async () => {
  await create();
  await control("_reset", {});

  expect(await (await fetch(`${url}/_log`)).json()).toEqual([]);
  expect((await create()).status).toBe(201);
});

function create(): Promise<Response> {
  return fetch(`${url}/2010-04-01/Accounts/${ACCOUNT_SID}/Messages.json`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${ACCOUNT_SID}:${AUTH_TOKEN}`)}` },
    body: new URLSearchParams(FORM),
  });
}

function control(name: string, body: object): Promise<Response> {
  return fetch(`${url}/${name}`, { method: "POST", body: JSON.stringify(body) });
}
