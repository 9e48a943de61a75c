import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { GUIDE_PAGES } from "#src/platform/guide/guide.ts";
import { guidePictures } from "#src/platform/guide/render-guide.ts";
import { articleView, contentsView, renderGuideDocument } from "#src/platform/pages/guide-pages.ts";

const CLIENT = "dist/client";
const PICTURES = "docs/guide/pictures";

/** Writes the owner's guide as files that a browser opens without a server. Needs the client's build, for its styles. */
export async function writeGuide(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(PICTURES, join(folder, "pictures"), { recursive: true });
  const { css } = JSON.parse(readFileSync(join(CLIENT, "manifest.json"), "utf8")) as {
    css: string;
  };
  const packed = Bun.gunzipSync(readFileSync(join(CLIENT, `${css}.gz`)));
  const styles = new TextDecoder().decode(packed).replaceAll("/assets/", "fonts/");
  writeFileSync(join(folder, "guide.css"), styles);
  mkdirSync(join(folder, "fonts"), { recursive: true });
  for (const name of readdirSync(CLIENT))
    if (name.endsWith(".woff2") && styles.includes(name))
      cpSync(join(CLIENT, name), join(folder, "fonts", name));
  const write = async (slug: string, view: Parameters<typeof renderGuideDocument>[0]) => {
    const html = await renderGuideDocument(view, {
      styles: "guide.css",
      nonce: "",
      isServed: false,
    });
    writeFileSync(join(folder, `${slug}.html`), asFiles(String(html)));
  };
  await write("index", contentsView());
  for (const page of GUIDE_PAGES) await write(page.slug, articleView(page));
}

/** Links become names of files, pictures get theirs, and links to screens, which aren't here, become text. */
function asFiles(html: string): string {
  const files = new Map([...guidePictures()].map(([file, { published }]) => [published, file]));
  return html
    .replaceAll(' nonce=""', "")
    .replace('<link rel="icon" href="/icon.svg" type="image/svg+xml">', "")
    .replaceAll(/href="\/guide"/g, 'href="index.html"')
    .replaceAll(
      /href="\/guide\/([a-z-]+)(#[^"]*)?"/g,
      (_, slug, anchor = "") => `href="${slug}.html${anchor}"`,
    )
    .replaceAll(/src="\/assets\/([^"]+)"/g, (_, name) => `src="pictures/${files.get(name)}"`)
    .replaceAll(/<a href="\/[^"]*">(.*?)<\/a>/g, "$1");
}
