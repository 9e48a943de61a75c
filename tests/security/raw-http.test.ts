import { afterAll, beforeAll, expect, test } from "bun:test";
import { newFolder, type RunningParlor, startParlor } from "#tests/support/binary.ts";

let parlor: RunningParlor;
beforeAll(async () => {
  parlor = await startParlor(["serve", "--data", newFolder("raw"), "--port", "0"]);
}, 60_000);
afterAll(async () => {
  await parlor.end("SIGTERM");
});

/** Sends bytes as they are and returns everything that came back within a second. */
function exchange(bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = "";
  const end = () => resolve(text);
  Bun.connect({
    hostname: "127.0.0.1",
    port: Number(new URL(parlor.url).port),
    socket: {
      open: (socket) => void socket.write(Buffer.from(bytes, "latin1")),
      data: (_, chunk) => {
        text += chunk.toString();
      },
      close: end,
      error: end,
      connectError: end,
    },
  }).catch(end);
  setTimeout(end, 1_000);
  return promise;
}

const statusOf = (reply: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(reply)?.[1] ?? 0);

const HOSTS = [
  ...["", "a b", "::", "[", "]", "[::1", "a:99999", "a:b:c", "%", "a%zz", "é", "x_y", "a@b", "a/b"],
  ...["a?b", "a#b", "a\\b", "..", "a..b", "-", "*", '"', "<>", "1.2.3.4.5", "999.999.999.999"],
  ...[
    "\t",
    "\u0001",
    "a,b",
    "http://a",
    "a b:1",
    ":80",
    "a:",
    "a:-1",
    "{}",
    "|",
    "^",
    "`",
    "x".repeat(5_000),
  ],
];
const PATHS = ["/", "/up", "/auth", "/api/user", "/assets/toString", "/assets/__proto__"];
const ODD_PATHS = [
  ...[
    "//",
    "/%",
    "/%zz",
    "/..%2f..",
    "/\\",
    "/?",
    "/#",
    "/\u0001",
    "/é",
    "http://a b/",
    "*",
    "a",
    "",
  ],
  ...[
    "/api/%00",
    "/assets/constructor",
    "/contacts/%E0%A4%A",
    "//evil/up",
    `/${"a/".repeat(2_000)}`,
  ],
];
const HEADERS = [
  ...[
    "Content-Length: -1",
    "Content-Length: x",
    "Content-Length: 1\r\nContent-Length: 2",
    ": x",
    "a b: c",
  ],
  ...[
    "Transfer-Encoding: nonsense",
    "Cookie: %%%=%%%; =",
    "Accept-Encoding: gzip;q=nan",
    "Upgrade: websocket",
  ],
  ...["Origin: null\r\nOrigin: x", "If-None-Match: \u0001", "Range: bytes=9-1", "Expect: nothing"],
];
const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "get", "X"];

const requests: string[] = [
  ...HOSTS.flatMap((host) =>
    PATHS.flatMap((path) =>
      ["1.0", "1.1"].map((version) => `GET ${path} HTTP/${version}\r\nHost: ${host}\r\n`),
    ),
  ),
  ...METHODS.flatMap((method) =>
    [...PATHS, ...ODD_PATHS].map((path) => `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n`),
  ),
  ...HEADERS.flatMap((header) =>
    PATHS.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\n`),
  ),
  ...["", "GET", "GET /", "GET / HTTP/9.9", "GET / HTTP/1.1", "\u0000\u0001\u0002"].map(
    (line) => `${line}\r\n`,
  ),
];

test("no malformed request gets an error page, and the server stays up", async () => {
  expect(requests.length).toBeGreaterThan(500);
  const waiting = requests.values();
  const failures: string[] = [];
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (const request of waiting) {
        const reply = await exchange(`${request}Connection: close\r\n\r\n`);
        const shows = reply.includes(process.cwd())
          ? process.cwd()
          : /\.tsx?\b|Bun\.serve|__bun|TypeError|at [\w.]+ \(/.exec(reply)?.[0];
        if (statusOf(reply) === 500 || shows)
          failures.push(`${JSON.stringify(request.slice(0, 120))}: ${statusOf(reply)} ${shows}`);
      }
    }),
  );
  expect(failures).toEqual([]);
  expect(
    statusOf(await exchange("GET /up HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")),
  ).toBe(200);
}, 120_000);

test.each(["/up", "/ready"])("an HTTP/1.0 probe of %s without Host is answered", async (path) => {
  const reply = await exchange(`GET ${path} HTTP/1.0\r\n\r\n`);
  expect(statusOf(reply)).toBe(200);
});

test("a Host that is no host name is refused with a message", async () => {
  const reply = await exchange("GET /up HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n");
  expect(statusOf(reply)).toBe(400);
  expect(reply).toContain("The Host header isn't a host name.");
});
