import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";
import { createOwner, OWNER } from "#tests/support/salon.ts";

/** The server's limits are half a minute and a minute. */
const LIMIT_MS = 90_000;
const DRIP_MS = 3_000;

let parlor: RunningParlor;
let cookie = "";
const data = newFolder("slow");
beforeAll(async () => {
  await createOwner(data);
  parlor = await startParlor(["serve", "--data", data, "--port", "0", "--passive"]);
  const response = await fetch(`${parlor.url}/api/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: OWNER.username, password: OWNER.password }),
  });
  cookie = response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}, 60_000);
afterAll(() => parlor.end("SIGTERM"));

interface Ending {
  readonly status: number;
  readonly text: string;
  readonly ms: number;
}

/** Sends `head`, then `drip` every few seconds. Resolves when the server closes the connection. */
async function send(head: string, drip: string): Promise<Ending> {
  const started = performance.now();
  const closed = Promise.withResolvers<void>();
  let text = "";
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(parlor.url).port),
    socket: {
      data: (_, piece) => {
        text += piece.toString();
      },
      close: () => closed.resolve(),
      error: () => closed.resolve(),
    },
  });
  socket.write(head);
  const dripping = drip === "" ? undefined : setInterval(() => socket.write(drip), DRIP_MS);
  await Promise.race([closed.promise, Bun.sleep(LIMIT_MS)]);
  clearInterval(dripping);
  socket.terminate();
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { status, text, ms: performance.now() - started };
}

const post = (path: string, type: string, body: string) => () =>
  `POST ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\n${body}`;
const ANNOUNCED = "Content-Length: 1000\r\n\r\n";
const FIRST_ROWS =
  "Content-Length: 1000\r\n\r\nFirst,Last,Phone\nAda,Byrne,(312) 555-0111\nBea,Cole,(312) 555-0112\n";
const CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
const IMPORT = "/api/contacts/import?firstName=0&lastName=1&phoneNumber=2";
const FORM = "application/x-www-form-urlencoded";
/** A quarter of a minute, and up to four seconds of Bun's own clock. */
const HEADERS_MS = 20_000;
const KNOWN_FILES =
  /^(?:parlor\.db(?:-wal|-shm)?|secret\.key|backups|disk-reserve|lock\.db(?:-journal)?)$/;

const HEADERS = () => "GET /up HTTP/1.1\r\nHost: localhost\r\nX: ";
const ENDLESS_HEADERS = [
  ["nothing", () => "", ""],
  ["headers that stall", HEADERS, ""],
  ["headers that never end", HEADERS, "a"],
] as const;

const JSON_TYPE = "application/json";
const STALLED_KEY = "stalled-import";
const SLOW_BODIES = [
  ["JSON that stalls", post("/api/login", JSON_TYPE, `${ANNOUNCED}{`), ""],
  ["JSON that drips", post("/api/login", JSON_TYPE, `${ANNOUNCED}{`), " "],
  ["JSON in chunks", post("/api/login", JSON_TYPE, CHUNKED), "1\r\n \r\n"],
  ["a text that drips", post("/api/twilio/webhook", FORM, `${ANNOUNCED}a=`), "1"],
  ["an event of Stripe", post("/api/stripe/webhook", JSON_TYPE, `${ANNOUNCED}{`), " "],
  ["a request of Zapier", post("/api/webhooks/zapier/contact/create", FORM, ANNOUNCED), "a"],
] as const;
/** Sent with the cookie of the owner. */
const SLOW_IMPORTS = [
  ["an import that stalls", post(`${IMPORT}&importKey=${STALLED_KEY}`, "text/csv", FIRST_ROWS), ""],
  ["an import that drips", post(`${IMPORT}&importKey=drips-01`, "text/csv", `${ANNOUNCED}A`), "b"],
] as const;

/** Requests that take as long as they need, and whose connection stays open for another one. */
const ANSWERED = [
  ["an import", post(IMPORT, "text/csv", "Content-Length: 22\r\n\r\nFirst,Last,Phone\nA,B,1\n")],
  ["an undo", post("/api/contacts/last-import/undo", JSON_TYPE, "Content-Length: 0\r\n\r\n")],
  [
    "an export",
    () => post("/", JSON_TYPE, "\r\n")().replace("POST / ", "GET /api/contacts/export "),
  ],
] as const;

const ROWS = 4_000;
const SLOW_FILE = `First,Last,Phone\n${Array.from({ length: ROWS }, (_, n) => `Ada ${n},Byrne of Tests,+1212${2_000_000 + n}\n`).join("")}`;
const SLOW_JSON = JSON.stringify({ phoneNumbers: [], padding: "x".repeat(55_000) });

/** Sends a body in `count` pieces, one in each interval. */
function slowly(path: string, type: string, body: string, count: number): Promise<Response> {
  const bytes = new TextEncoder().encode(body);
  const size = Math.ceil(bytes.length / count);
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Bun.sleep(DRIP_MS);
      controller.enqueue(bytes.subarray(at, at + size));
      at += size;
      if (at >= bytes.length) controller.close();
    },
  });
  const headers = { cookie, "content-type": type };
  return fetch(parlor.url + path, { method: "POST", headers, body: stream });
}

/** All at once, because each takes its time. */
test("slow senders are cut off, and honest ones with a slow network are not", async () => {
  const started = performance.now();
  const slow = [...SLOW_BODIES, ...SLOW_IMPORTS].map(async ([name, head, drip]) => {
    const { status, text, ms } = await send(head(), drip);
    return {
      name,
      status,
      says: text.includes("The request took too long to arrive."),
      isClosed: ms < LIMIT_MS,
    };
  });
  const endless = ENDLESS_HEADERS.map(async ([name, head, drip]) => {
    const { ms } = await send(head(), drip);
    return { name, isClosed: ms < HEADERS_MS };
  });
  const answered = ANSWERED.map(async ([name, request]) => {
    const { status, ms } = await send(request(), "");
    return { name, isAnswered: status > 0 && status !== 408, isClosed: ms < LIMIT_MS };
  });
  const honest = Promise.all([
    slowly(`${IMPORT}&importKey=honest-01`, "text/csv", SLOW_FILE, 25),
    slowly("/api/contacts/check-numbers", JSON_TYPE, SLOW_JSON, 25).then(async (reply) => ({
      reply,
      ms: performance.now() - started,
    })),
  ]);
  expect(await Promise.all(endless)).toEqual(
    ENDLESS_HEADERS.map(([name]) => ({ name, isClosed: true })),
  );
  const [file, json] = await honest;
  expect([file.status, await file.json()]).toEqual([
    200,
    expect.objectContaining({ imported: ROWS }),
  ]);
  expect([json.reply.status, await json.reply.json()]).toEqual([200, []]);
  // Longer than Bun's own idle timeout.
  expect(json.ms).toBeGreaterThan(60_000);
  expect(await Promise.all(slow)).toEqual(
    [...SLOW_BODIES, ...SLOW_IMPORTS].map(([name]) => ({
      name,
      status: 408,
      says: true,
      isClosed: true,
    })),
  );
  expect(await Promise.all(answered)).toEqual(
    ANSWERED.map(([name]) => ({ name, isAnswered: true, isClosed: true })),
  );
}, 200_000);

test("an import whose sender was cut off has stopped, and can be sent again at once", async () => {
  const progress = await fetch(`${parlor.url}/api/contacts/import/${STALLED_KEY}`, {
    headers: { cookie },
  });
  expect(await progress.json()).toMatchObject({ state: "stopped" });
  const again = await fetch(`${parlor.url}${IMPORT}&importKey=${STALLED_KEY}`, {
    method: "POST",
    headers: { cookie, "content-type": "text/csv" },
    body: "First,Last,Phone\nAda,Byrne,(312) 555-0111\n",
  });
  expect([again.status, await again.json()]).toEqual([
    200,
    expect.objectContaining({ imported: 1 }),
  ]);
  // The imports write to the database only: there is no file to clean up.
  expect(readdirSync(data).filter((name) => !KNOWN_FILES.test(name))).toEqual([]);
});
