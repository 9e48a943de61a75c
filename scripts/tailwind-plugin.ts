import { dirname } from "node:path";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import type { BunPlugin } from "bun";

/** Puts a font file of a package where it is served, and answers its address. */
export type PublishFont = (specifier: string) => Promise<string>;

/**
 * Tailwind of package.json for Bun's bundler; the published plugin carries an older one of its own.
 * Without `publishFont` Bun inlines the fonts, which is good enough for development only: the
 * content security policy wants files.
 */
export function tailwind(publishFont?: PublishFont): BunPlugin {
  return {
    name: "tailwind",
    setup(build) {
      build.onLoad({ filter: /\/ui\/styles\.css$/ }, async ({ path }) => {
        const css = await tailwindCss(path);
        return { contents: publishFont ? await withFonts(css, publishFont) : css, loader: "css" };
      });
    },
  };
}

/** The stylesheet with its imports and every utility that the files of its @source lines use. */
async function tailwindCss(path: string): Promise<string> {
  const sheet = await compile(await Bun.file(path).text(), {
    base: dirname(path),
    from: path,
    onDependency: () => undefined,
  });
  const words = new Scanner({ sources: sheet.sources }).scan();
  return optimize(sheet.build(words), { minify: true }).code;
}

async function withFonts(css: string, publishFont: PublishFont): Promise<string> {
  const specifiers = [...css.matchAll(/url\("?(@fontsource[^)"]+)"?\)/g)].map(
    ([, name = ""]) => name,
  );
  for (const specifier of new Set(specifiers)) {
    css = css.replaceAll(specifier, await publishFont(specifier));
  }
  return css;
}
