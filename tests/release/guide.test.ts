import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { writeGuide } from "#scripts/release/guide.ts";
import { GUIDE_PAGES } from "#src/platform/guide/guide.ts";
import { newFolder } from "#tests/support/binary.ts";

test("a release has the guide as files that a browser opens without a server", async () => {
  const folder = newFolder("guide");
  await writeGuide(folder);
  const pages = readdirSync(folder).filter((name) => name.endsWith(".html"));
  expect(pages).toHaveLength(GUIDE_PAGES.length + 1);
  for (const name of pages) {
    const html = readFileSync(join(folder, name), "utf8");
    for (const [, address = ""] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const [file = "", anchor] = address.split("#");
      expect({ name, address, exists: existsSync(join(folder, file || name)) }).toMatchObject({
        exists: true,
      });
      if (anchor && anchor !== "page")
        expect(readFileSync(join(folder, file || name), "utf8")).toContain(`id="${anchor}"`);
    }
    expect(html).not.toContain('action="/guide"');
  }
  const styles = readFileSync(join(folder, "guide.css"), "utf8");
  for (const [, font = ""] of styles.matchAll(/url\(["']?([^"')]+\.woff2)/g))
    expect(existsSync(join(folder, font))).toBe(true);
});
