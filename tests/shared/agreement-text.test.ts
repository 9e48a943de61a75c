import { expect, test } from "bun:test";
import fc from "fast-check";
import { parseBlocks, previewBlocks } from "#src/shared/agreement-text.ts";

const heading = (line: string) => parseBlocks(line)[0]?.text;

test.each([
  ["# Terms", "Terms"],
  ["## Terms ##", "Terms"],
  ["### Terms   #", "Terms"],
  ["# Terms#", "Terms#"],
  ["# C# ##", "C#"],
  ["# # #", "#"],
])("%p is the heading %p", (line, text) => {
  expect(heading(line)).toBe(text);
});

test("any heading follows the plain rule: spaces and then signs at the end are dropped", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a#]{1,5}[ #a]{0,12}$/), (message) => {
      const line = `# ${message}`.trim();
      const [, , text = ""] = /^(#{1,3})\s+(.+)$/.exec(line) ?? [];
      if (text !== "") expect(heading(line)).toBe(text.replace(/\s+#+$/, ""));
    }),
  );
});

test("a long line of spaces in a stored agreement doesn't block the server", () => {
  const started = performance.now();
  parseBlocks(`# x${" ".repeat(200_000)}x`);
  expect(performance.now() - started).toBeLessThan(50);
});

test("a preview ends with a whole word, and keeps text that has no spaces", () => {
  const endOf = (text: string) => previewBlocks(text).at(-1)?.text.slice(-8);
  expect(endOf("Members may cancel. ".repeat(200))).toMatch(/(?:Members|may|cancel\.)…$/);
  expect(endOf("會員可隨時取消。".repeat(400))).toMatch(/^\S{7}…$/);
});
