import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "#src/shared/durations.ts";
import { newFolder, serverOf } from "#tests/support/binary.ts";
import { until } from "#tests/support/until.ts";

const CHUNK = "chunk-0f0rmer0.js";

test("a tab that was open during an upgrade loads its version's code for a day", async () => {
  const data = newFolder("assets");
  const assets = join(data, "assets");
  const former = join(assets, "former");
  mkdirSync(former, { recursive: true });
  writeFileSync(join(former, CHUNK), "export const version = 1;");
  writeFileSync(join(data, "secret.js"), "never");

  const start = serverOf(data);
  const first = await start();
  await until("the former code has an end", () => existsSync(join(former, "until")));
  const get = (url: string, path: string) => fetch(`${url}/assets/${path}`);
  const reply = await get(first.url, CHUNK);
  expect([reply.status, await reply.text()]).toEqual([200, "export const version = 1;"]);
  expect(reply.headers.get("content-type")).toStartWith("text/javascript");
  for (const path of ["until", "..%2f..%2fsecret.js", "%2e%2e/secret.js", "chunk-00000000.js"])
    expect([path, (await get(first.url, path)).status]).toEqual([path, 404]);
  const own = () => readdirSync(assets).filter((name) => name !== "former");
  await until("its own code is kept", () =>
    own().some((name) => readdirSync(join(assets, name)).length > 200),
  );
  await first.end("SIGTERM");

  // A day later.
  writeFileSync(join(former, "until"), String(Date.now() - DAY_MS));
  const second = await start();
  expect((await get(second.url, CHUNK)).status).toBe(404);
  await until("the former code is gone", () => !existsSync(former));
  expect(own()).toHaveLength(1);
  await second.end("SIGTERM");
});

test("requests in flight at SIGTERM are answered", async () => {
  const parlor = await serverOf(newFolder("in-flight"))();
  // A password is checked for some 50 ms, so that all have arrived when the first is answered, and most wait.
  const replies = Array.from({ length: 15 }, (_, n) =>
    fetch(`${parlor.url}/api/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: parlor.url },
      body: JSON.stringify({ username: `user${n}`, password: "a wrong one" }),
    }).then(({ status }) => status),
  );
  await Promise.race(replies);
  const code = await parlor.end("SIGTERM");
  expect(new Set(await Promise.all(replies)).isSubsetOf(new Set([401, 429]))).toBe(true);
  expect(code).toBe(0);
});
