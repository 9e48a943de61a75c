import { afterAll, beforeAll, expect, test } from "bun:test";
import type { AnyEndpoint } from "#src/shared/endpoint.ts";
import { TABLE } from "#tests/security/access.ts";
import { endpoints } from "#tests/support/endpoints.ts";
import { testApp } from "#tests/support/test-app.ts";
import { report, STRANGER, startTarget, type Target } from "./salon.ts";

/** The longest that a request may keep all others waiting. */
const MAX_BLOCK_MS = 50;
const PROBE_MS = 5;

let target: Target;
beforeAll(async () => {
  target = await startTarget(async (path) => testApp({ path }));
});
afterAll(() => target.end());

const PATTERNS = [
  ["letters", "a"],
  ["spaces", " "],
  ["digits", "1"],
  ["brackets", "("],
  ["line breaks", "\n"],
  ["headings", "# "],
  ["at signs", "a@"],
  ["dots", "a."],
  ["combining marks", "e\u0301"],
  ["emoji", "\u{1F469}\u200D"],
  ["percent signs", "%2"],
  ["quotes", '"'],
] as const;

/** The fields of a body, by the endpoint's shape. */
function fieldsOf({ body }: AnyEndpoint): string[] {
  const shape = (body as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def?.shape;
  return Object.keys(shape ?? {});
}

test("no text from a stranger keeps other requests waiting", async () => {
  const open = endpoints.filter(
    ({ method, path }) => TABLE[`${method} ${path}`] === "anyone" && method !== "GET",
  );
  const slow: string[] = [];
  let tried = 0;
  let longest = 0;
  for (const endpoint of open) {
    const size = Math.floor(endpoint.limit * 0.9);
    for (const field of fieldsOf(endpoint))
      for (const [name, pattern] of PATTERNS) {
        const text = pattern.repeat(Math.ceil(size / JSON.stringify(pattern).length));
        const body = { ...Object.fromEntries(fieldsOf(endpoint).map((one) => [one, "x"])) };
        const attack = () =>
          target.send(STRANGER, endpoint.method, endpoint.path.replaceAll(/:\w+/g, "1"), {
            ...body,
            [field]: text,
          });
        let blocked = await longestWait(attack);
        // Another program may have had the processor: a slow text is slow each time.
        for (let repeats = 0; blocked > MAX_BLOCK_MS && repeats < 3; repeats += 1)
          blocked = Math.min(blocked, await longestWait(attack));
        tried += 1;
        longest = Math.max(longest, blocked);
        if (blocked > MAX_BLOCK_MS)
          slow.push(`${endpoint.path}, ${field}, ${name}: ${Math.round(blocked)} ms`);
      }
  }
  report(`texts at the limit (longest wait ${Math.round(longest)} ms)`, tried, slow.length);
  expect(slow).toEqual([]);
  expect(tried).toBeGreaterThan(100);
});

/** Sends a request while polling `/up`. Returns the longest wait in milliseconds. */
async function longestWait(attack: () => Promise<Response>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const probing = (async () => {
    while (!isDone) {
      const started = performance.now();
      await (await fetch(`${target.url}/up`)).text();
      longest = Math.max(longest, performance.now() - started);
      await Bun.sleep(PROBE_MS);
    }
  })();
  const response = await attack();
  await response.body?.cancel();
  isDone = true;
  await probing;
  return longest;
}
