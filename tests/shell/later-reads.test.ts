import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "#tests/support/endpoints.ts";

const ROOT = join(import.meta.dir, "../..");
const LATER = /path: "(\/api\/[^"]+)",\s*reads: (\[[^\]]*\]|\w+)/g;

/** Every address that a screen reads before it has loaded the endpoint's contract. */
const found = [...new Bun.Glob("ui/**/*.{ts,tsx}").scanSync(ROOT)].flatMap((file) =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(LATER)].map(([, path = "", reads = ""]) => ({
    file,
    path,
    reads: reads.startsWith("[")
      ? (JSON.parse(reads.replace(/,\s*\]$/, "]")) as string[])
      : undefined,
  })),
);

test("some screens load data later", () => {
  expect(found.length).toBeGreaterThan(10);
});

test.each(found)("$file reads $path as its contract says", ({ path, reads }) => {
  const endpoint = endpoints.find((one) => one.method === "GET" && one.path === path);
  expect(endpoint?.path).toBe(path);
  if (reads) expect(reads).toEqual([...(endpoint?.reads ?? [])]);
});
