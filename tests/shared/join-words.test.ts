import { expect, test } from "bun:test";
import { joinWords } from "#src/shared/join-words.ts";

test("words are joined as in American English", () => {
  const english = new Intl.ListFormat("en-US", { type: "conjunction" });
  const words = ["Color", "Cut", "Blow-Dry", "Gloss"];
  for (let count = 0; count <= words.length; count += 1) {
    const some = words.slice(0, count);
    expect(joinWords(some)).toBe(english.format(some));
  }
});
