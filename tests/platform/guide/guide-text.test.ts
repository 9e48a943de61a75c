import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readProgramTexts } from "#scripts/program-texts.ts";
import { AUTOMATIC_TEXTS, FIELD_LABELS } from "#src/calendar/automatic-texts/texts-contract.ts";
import { CHAPTERS, GUIDE_PAGES } from "#src/platform/guide/guide.ts";
import { GUIDE_PLACES } from "#src/platform/pages/mount-guide.ts";
import { clientScreens } from "#ui/client-screens.ts";
import { CONNECTIONS } from "#ui/platform/settings/connections.ts";
import { screenIn } from "#ui/screen.ts";
import { screens } from "#ui/screens.ts";

const FOLDER = "docs/guide";
const EXAMPLE = /^https?:\/\/desk\.your-salon\.com/;
/** Addresses that people open, and that are no screens. */
const ADDRESSES = new Set(["/up", "/ready", "/metrics", "/api/openapi.json"]);

/** What screens show. */
let labels: ReadonlySet<string>;
let allTexts: string;

beforeAll(async () => {
  const files = await readProgramTexts();
  labels = new Set([
    ...files.flatMap(({ path, texts }) => (path.startsWith("ui/") ? texts : [])),
    ...Object.values(AUTOMATIC_TEXTS).map(({ title }) => title),
    ...Object.values(FIELD_LABELS),
    ...CONNECTIONS.map(({ name }) => `Test ${name}`),
  ]);
  allTexts = files.flatMap(({ texts }) => texts).join("\n");
});

test("the contents name every page and every chapter once", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));
  const slugs = GUIDE_PAGES.map(({ slug }) => slug);
  expect(slugs.toSorted()).toEqual(files.map((name) => basename(name, ".md")).toSorted());
  expect(new Set(CHAPTERS.map(({ title }) => title)).size).toBe(CHAPTERS.length);
});

test("every screen of the staff has a page of the guide", () => {
  const without = screens
    .filter(({ access }) => access !== "public")
    .map(({ path }) => path.replace(/\/:[a-z]+$/, ""))
    .filter((path) => !path.startsWith("/settings/") && !(path in GUIDE_PLACES));
  expect(without).toEqual([]);
  const slugs = new Set(GUIDE_PAGES.map(({ slug }) => slug));
  for (const slug of Object.values(GUIDE_PLACES)) expect(slugs).toContain(slug);
  const parents = Object.keys(GUIDE_PLACES).map((path) => path.replace(/(?<=\/[a-z-]+)\/.*/, ""));
  for (const path of parents) expect(screenIn(screens, path)).toBeDefined();
});

describe.each(GUIDE_PAGES.map((page) => [page.slug, page] as const))("%s", (slug, page) => {
  const markdown = readFileSync(join(FOLDER, `${slug}.md`), "utf8");

  test("its links lead to pages, sections and screens", () => {
    const wrong = [...page.html.matchAll(/<a href="([^"]*)"/g)]
      .map(([, href = ""]) => href)
      .filter((href) => !leadsSomewhere(href));
    expect(wrong).toEqual([]);
  });

  test("its bold words are labels of the program", () => {
    const bold = [...page.html.matchAll(/<strong>(.*?)<\/strong>/gs)].map(([, one = ""]) =>
      plain(one),
    );
    expect(bold.filter((label) => !labels.has(label))).toEqual([]);
  });

  test("what it quotes with a capital is a text of the program", () => {
    const quotes = [...page.html.matchAll(/“([^”]+)”/g)].map(([, one = ""]) => plain(one));
    const unknown = quotes.filter((quote) => /^\p{Lu}/u.test(quote) && !allTexts.includes(quote));
    expect(unknown).toEqual([]);
  });

  test("its pictures exist, in both themes, with a description", () => {
    for (const [, description, file = ""] of markdown.matchAll(/!\[(.*?)\]\((.*?)\)/g)) {
      expect(description).toMatch(/^[A-Z].{8,}/);
      for (const theme of ["dark", "light"])
        expect(existsSync(join(FOLDER, file.replace(".webp", `-${theme}.webp`)))).toBe(true);
    }
  });

  test("it has a summary, and each section has words", () => {
    expect(page.summary).toMatch(/^.{25,160}\.$/);
    const ids = page.sections.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { text, title } of page.sections) expect(text.length).toBeGreaterThan(title.length);
    expect(page.html).not.toContain("{{");
    expect(page.html).not.toContain("<!--");
  });
});

function leadsSomewhere(href: string): boolean {
  const [path = "", anchor] = href.split("#");
  if (/^https:\/\/[a-z\d.-]+\.[a-z]{2,}(\/[\w./-]*)?$/.test(path)) return !EXAMPLE.test(path);
  if (path === "" || path.startsWith("/guide/")) {
    if (path === "") return true;
    const page = GUIDE_PAGES.find(({ slug }) => path === `/guide/${slug}`);
    return page !== undefined && (anchor === undefined || page.html.includes(` id="${anchor}"`));
  }
  return (
    ADDRESSES.has(path) ||
    screenIn(screens, path) !== undefined ||
    screenIn(clientScreens, path) !== undefined
  );
}

function plain(html: string): string {
  return html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
