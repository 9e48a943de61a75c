import { readdir, rm } from "node:fs/promises";
import { extname, join, parse } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { BunPlugin } from "bun";
import { FRAME_MODULE } from "#ui/layout.ts";
import { screens } from "#ui/screens.ts";
import { getOutput, type Outputs, outputsOf, staticImports } from "./chunks.ts";
import { extractLazyImports } from "./lazy-imports.ts";
import { addImports, findSharedImports } from "./shared-imports.ts";
import { tailwind } from "./tailwind-plugin.ts";

export interface ClientFile {
  type: string;
  /** Bytes as they are, as gzip and as brotli. */
  size: number;
  gz: number;
  br: number;
  /** The Content-Encodings that lie beside it, as .br, .zst and .gz. */
  enc: Encoding[];
}

export type Encoding = "br" | "zstd" | "gzip";

export interface Manifest {
  entry: string;
  /** Which files a late import needs, for the signed-in: scripts/late-imports.ts. */
  lateImports: string;
  /** The pages of the salon's clients, built by themselves: what they share with the staff's would come in forty pieces. */
  forClients: { entry: string; preload: Record<string, string[]> };
  css: string;
  /** Those that every page shows, to be preloaded; the others load when a letter asks for them. */
  fonts: string[];
  /** "campaigns/campaigns-screen" → every script that the page with this screen needs, but for "signed-in". */
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
const FRAME = `ui/${FRAME_MODULE}.tsx`;

/** Writes what browsers are sent: hashed files, each with its compressed forms, and manifest.json. */
export async function buildClient({
  entry,
  clientPages,
  outdir,
}: BuildPaths = DEFAULT_PATHS): Promise<Manifest> {
  await rm(outdir, { recursive: true, force: true });
  // Built twice: what the first build shows decides what the second keeps together.
  const sharedImports = findSharedImports(await bundle([entry]), {
    entry,
    frame: FRAME,
    signedOut: screens
      .filter(({ access }) => access === "public")
      .map(({ module }) => `ui/${module}.tsx`),
  });
  const styles = tailwind((font) => publishFont(font, outdir));
  const outputs = await bundle([entry, STYLES], [addImports(sharedImports), styles], outdir);
  const clientOutputs = await bundle([clientPages], [], outdir);

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
    preload: { ...preload, [FRAME_MODULE]: [...(preload[FRAME_MODULE] ?? []), lateImports] },
    files: await compressAll(outdir),
  };
  await Bun.write(join(outdir, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}

/** Without an `outdir` nothing is written. */
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
    // Smaller chunks go where all that load them find them anyway.
    minChunkSize: 4096,
    minify: true,
    sourcemap: "none",
    metafile: true,
    plugins: [withoutPrefetch, ...plugins],
    publicPath: ASSETS,
    external: [`${ASSETS}*`],
    naming: "[name]-[hash].[ext]",
    // Without it the browser is sent the development build of React.
    define: { "process.env.NODE_ENV": '"production"' },
  });
  return outputsOf(built);
}

/** A screen's prefetch is the server's: a browser has the data with the page, and fetches its own later. */
const withoutPrefetch: BunPlugin = {
  name: "without-prefetch",
  setup(build) {
    build.onResolve({ filter: /queries\.ts$/ }, ({ kind, importer }) =>
      kind === "dynamic-import" && /\/ui\/(client-)?screens\.ts$/.test(importer)
        ? { path: `${ASSETS}never-loaded.js`, external: true }
        : undefined,
    );
  },
};

/** Bun would put fonts into the stylesheet as data URIs, whatever the loader. */
async function publishFont(specifier: string, outdir: string): Promise<string> {
  const bytes = await Bun.file(Bun.resolveSync(specifier, import.meta.dir)).bytes();
  const { name, ext } = parse(specifier);
  const hashed = `${name}-${Bun.hash(bytes).toString(36).slice(0, 8)}${ext}`;
  await Bun.write(join(outdir, hashed), bytes);
  return ASSETS + hashed;
}

/** For each screen, the entry's static imports and its own, so that nothing is found out late. */
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
};

async function compressAll(outdir: string): Promise<Record<string, ClientFile>> {
  const names = (await readdir(outdir)).sort();
  const files = names.map(async (name): Promise<[string, ClientFile]> => {
    const type = TYPES[extname(name)];
    if (!type) throw new Error(`${name} has no media type: name it in client-build.ts.`);
    return [name, { type, ...(await compress(join(outdir, name))) }];
  });
  return Object.fromEntries(await Promise.all(files));
}

/** Browsers take brotli; zstd and gzip are for the proxies and tools that do not. */
async function compress(path: string): Promise<Omit<ClientFile, "type">> {
  const plain = await Bun.file(path).bytes();
  const [br, zstd, gz] = await Promise.all([
    promisify(brotliCompress)(plain, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
    Bun.zstdCompress(plain, { level: 19 }),
    promisify(gzip)(plain, { level: 9 }),
  ]);

  const enc: Encoding[] = [];
  for (const [name, suffix, bytes] of [
    ["br", ".br", br],
    ["zstd", ".zst", zstd],
    ["gzip", ".gz", gz],
  ] as const) {
    // Fonts are compressed already: five percent are not worth a file.
    if (bytes.length < plain.length * 0.95) {
      await Bun.write(path + suffix, bytes);
      enc.push(name);
    }
  }
  return { size: plain.length, gz: gz.length, br: br.length, enc };
}
