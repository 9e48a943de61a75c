import { readdir, rm } from "node:fs/promises";
import { extname, join, parse } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { BunPlugin } from "bun";
import { guidePictures } from "#src/platform/guide/render-guide.ts";
import { LAYOUT_MODULE } from "#ui/layout.ts";
import { screens } from "#ui/screens.ts";
import { getOutput, type Outputs, outputsOf, staticImports } from "./chunks.ts";
import { extractLazyImports } from "./lazy-imports.ts";
import { lightIcons } from "./light-icons.ts";
import { addImports, findSharedImports } from "./shared-imports.ts";
import { tailwind } from "./tailwind-plugin.ts";

export interface ClientFile {
  type: string;
  /** Bytes uncompressed, with gzip and with brotli. */
  size: number;
  gz: number;
  br: number;
  /** The Content-Encodings that exist as .br and .gz files. */
  enc: Encoding[];
}

export type Encoding = "br" | "gzip";

export interface Manifest {
  entry: string;
  /** The table of the files that a lazy import needs, for signed-in pages (scripts/lazy-imports.ts). */
  lateImports: string;
  /** The client pages, built separately: code shared with the staff's screens would come in forty files. */
  forClients: { entry: string; preload: Record<string, string[]> };
  css: string;
  /** Fonts of every page, to be preloaded; the others load when a character needs them. */
  fonts: string[];
  /** Maps a screen's module to the scripts that its page needs, except those of the layout. */
  preload: Record<string, string[]>;
  files: Record<string, ClientFile>;
}

interface BuildPaths {
  entry: string;
  clientPages: string;
  outdir: string;
}

const ASSETS = "/assets/";
const DEFAULT_PATHS: BuildPaths = {
  entry: "ui/entry-client.tsx",
  clientPages: "ui/entry-client-pages.tsx",
  outdir: "dist/client",
};
const STYLES = "ui/styles.css";
const LAYOUT = `ui/${LAYOUT_MODULE}.tsx`;

/** Writes the browser's files, hashed and with compressed variants, and manifest.json. */
export async function buildClient({
  entry,
  clientPages,
  outdir,
}: BuildPaths = DEFAULT_PATHS): Promise<Manifest> {
  await rm(outdir, { recursive: true, force: true });
  // Built twice: the first build shows which modules the second should keep together.
  const sharedImports = findSharedImports(await bundle([entry]), {
    entry,
    layout: LAYOUT,
    signedOut: screens
      .filter(({ access }) => access === "public")
      .map(({ module }) => `ui/${module}.tsx`),
  });
  const styles = tailwind((font) => publishFont(font, outdir));
  const outputs = await bundle([entry, STYLES], [addImports(sharedImports), styles], outdir);
  const clientOutputs = await bundle([clientPages], [], outdir);

  await publishGuidePictures(outdir);

  const script = getOutput(outputs, entry);
  const clientScript = getOutput(clientOutputs, clientPages);
  const preload = preloads(outputs, script);
  const lateImports = await extractLazyImports(outdir, script);
  const manifest: Manifest = {
    entry: script,
    lateImports,
    forClients: { entry: clientScript, preload: preloads(clientOutputs, clientScript) },
    css: getOutput(outputs, STYLES),
    fonts: (await readdir(outdir))
      .sort()
      .filter((name) => /-latin-[^-]+-normal-\w+\.woff2$/.test(name)),
    preload: { ...preload, [LAYOUT_MODULE]: [...(preload[LAYOUT_MODULE] ?? []), lateImports] },
    files: await compressAll(outdir),
  };
  await Bun.write(join(outdir, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}

/** Without `outdir` nothing is written. */
async function bundle(
  entrypoints: string[],
  plugins: BunPlugin[] = [],
  outdir?: string,
): Promise<Outputs> {
  const built = await Bun.build({
    entrypoints,
    ...(outdir && { outdir }),
    target: "browser",
    format: "esm",
    splitting: true,
    // Smaller chunks are merged into chunks that are loaded anyway.
    minChunkSize: 12_288,
    minify: true,
    sourcemap: "none",
    metafile: true,
    plugins: [forBrowsers, lightIcons, ...plugins],
    publicPath: ASSETS,
    external: [`${ASSETS}*`],
    naming: "[name]-[hash].[ext]",
    // Without it the bundle contains React's development build.
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputsOf(built);
}

const SCREENS = /\/ui\/(?:[a-z-]+\/)?(?:client-)?screens\.ts$/;

const SERVERS_OWN = /^ +(?:module: "[^"]+"|queries: \(\) => import\("[^"]+"\)),\n/gm;

/** Only the server prefetches a screen's data and names its module. The browser gets data and files with the page. */
const forBrowsers: BunPlugin = {
  name: "for-browsers",
  setup(build) {
    build.onResolve({ filter: /queries\.ts$/ }, ({ kind, importer }) =>
      kind === "dynamic-import" && SCREENS.test(importer)
        ? { path: `${ASSETS}never-loaded.js`, external: true }
        : undefined,
    );
    build.onLoad({ filter: SCREENS }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replaceAll(SERVERS_OWN, ""),
      loader: "ts",
    }));
  },
};

/** Copies a font to the output. Bun would inline fonts as data URIs with any loader. */
async function publishFont(specifier: string, outdir: string): Promise<string> {
  const bytes = await Bun.file(Bun.resolveSync(specifier, import.meta.dir)).bytes();
  const { name, ext } = parse(specifier);
  const hashed = `${name}-${Bun.hash(bytes).toString(36).slice(0, 8)}${ext}`;
  await Bun.write(join(outdir, hashed), bytes);
  return ASSETS + hashed;
}

async function publishGuidePictures(outdir: string): Promise<void> {
  for (const [file, { published }] of guidePictures())
    await Bun.write(join(outdir, published), Bun.file(join("docs/guide/pictures", file)));
}

/** Returns the static imports of the entry and of each screen, so that all of them can be preloaded. */
function preloads(outputs: Outputs, entry: string): Record<string, string[]> {
  const shell = staticImports(outputs, entry);
  return Object.fromEntries(
    [...outputs].flatMap(([name, { entryPoint = "" }]) => {
      const screen = entryPoint.match(/^ui\/(.+-screen|signed-in)\.tsx$/)?.[1];
      const scripts = [...new Set([...shell, ...staticImports(outputs, name)])];
      return screen ? [[screen, scripts.filter((script) => script !== entry)]] : [];
    }),
  );
}

const TYPES: Record<string, string> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".woff2": "font/woff2",
  ".webp": "image/webp",
};

async function compressAll(outdir: string): Promise<Record<string, ClientFile>> {
  const names = (await readdir(outdir)).sort();
  const files = names.map(async (name): Promise<[string, ClientFile]> => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`${name} has no media type. Add it in client-build.ts.`);
    return [name, { type, ...(await compress(join(outdir, name))) }];
  });
  return Object.fromEntries(await Promise.all(files));
}

/** Browsers accept brotli; gzip is for plain HTTP, proxies and tools. What gzip holds isn't kept a third time. */
async function compress(path: string): Promise<Omit<ClientFile, "type">> {
  const plain = await Bun.file(path).bytes();
  const br = await promisify(brotliCompress)(plain, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  // Level 12 of libdeflate is 2% smaller than level 9 of zlib.
  const gz = Bun.gzipSync(plain, { library: "libdeflate", level: 12 });

  const enc: Encoding[] = [];
  for (const [name, suffix, bytes] of [
    ["br", ".br", br],
    ["gzip", ".gz", gz],
  ] as const) {
    // Skipped below 5%, such as for fonts, which are already compressed.
    if (bytes.length < plain.length * 0.95) {
      await Bun.write(path + suffix, bytes);
      enc.push(name);
    }
  }
  if (enc.includes("gzip")) await rm(path);
  return { size: plain.length, gz: gz.length, br: br.length, enc };
}
