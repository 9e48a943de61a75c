import { dirname } from "node:path";
import { compile, optimize } from "@tailwindcss/node";
import { Scanner } from "@tailwindcss/oxide";
import type { BunPlugin } from "bun";

/** Copies a package's font file to the output and returns its address. */
export type PublishFont = (specifier: string) => Promise<string>;

/**
 * A Bun plugin for the Tailwind of package.json; the published plugin contains an older version.
 * Without `publishFont` Bun inlines the fonts, which works in development only, because the content
 * security policy requires files.
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

/** Compiles the stylesheet with its imports and the utilities used in its @source files. */
async function tailwindCss(path: string): Promise<string> {
  const sheet = await compile(await Bun.file(path).text(), {
    base: dirname(path),
    from: path,
    onDependency: () => undefined,
  });
  const candidates = new Scanner({ sources: sheet.sources }).scan();
  return optimize(sheet.build(candidates), { minify: true }).code;
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
