import { readdir, rm } from "node:fs/promises";
import { basename, extname, join, parse } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
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
  /** The pages of the salon's clients, built by themselves: what they share with the staff's would come in forty pieces. */
  forClients: { entry: string; preload: Record<string, string[]> };
  css: string;
  /** Those that every page shows, to be preloaded; the others load when a letter asks for them. */
  fonts: string[];
  /** "campaigns/campaigns-screen" → every script that the page with this screen needs, but for "signed-in". */
  preload: Record<string, string[]>;
  files: Record<string, ClientFile>;
}

interface Places {
  entry: string;
  clientPages: string;
  outdir: string;
}

const ASSETS = "/assets/";
const USUAL: Places = {
  entry: "ui/entry-client.tsx",
  clientPages: "ui/entry-client-pages.tsx",
  outdir: "dist/client",
};
const STYLES = "ui/styles.css";

/** Writes what browsers are sent: hashed files, each with its compressed forms, and manifest.json. */
export async function buildClient({
  entry,
  clientPages,
  outdir,
}: Places = USUAL): Promise<Manifest> {
  await rm(outdir, { recursive: true, force: true });
  const outputs = await bundle([entry, STYLES], outdir);
  const ofClients = await bundle([clientPages], outdir);

  const script = outputNamed(outputs, (path) => path === entry);
  const clientScript = outputNamed(ofClients, (path) => path === clientPages);
  const manifest: Manifest = {
    entry: script,
    forClients: { entry: clientScript, preload: preloads(ofClients, clientScript) },
    css: outputNamed(outputs, (path) => path === STYLES),
    fonts: (await readdir(outdir))
      .sort()
      .filter((name) => /-latin-[^-]+-normal-\w+\.woff2$/.test(name)),
    preload: preloads(outputs, script),
    files: await compressAll(outdir),
  };
  await Bun.write(join(outdir, "manifest.json"), JSON.stringify(manifest));
  return manifest;
}

type Output = Bun.BuildMetafile["outputs"][string];

async function bundle(entrypoints: string[], outdir: string): Promise<Map<string, Output>> {
  const built = await Bun.build({
    entrypoints,
    outdir,
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    sourcemap: "none",
    metafile: true,
    plugins: [tailwind((font) => publishFont(font, outdir))],
    publicPath: ASSETS,
    external: [`${ASSETS}*`],
    naming: "[name]-[hash].[ext]",
    // Without it the browser is sent the development build of React.
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const outputs = Object.entries(built.metafile?.outputs ?? {});
  return new Map(outputs.map(([path, output]) => [basename(path), output]));
}

/** Bun would put fonts into the stylesheet as data URIs, whatever the loader. */
async function publishFont(specifier: string, outdir: string): Promise<string> {
  const bytes = await Bun.file(Bun.resolveSync(specifier, import.meta.dir)).bytes();
  const { name, ext } = parse(specifier);
  const hashed = `${name}-${Bun.hash(bytes).toString(36).slice(0, 8)}${ext}`;
  await Bun.write(join(outdir, hashed), bytes);
  return ASSETS + hashed;
}

/** For each screen, the entry's static imports and its own, so that nothing is found out late. */
function preloads(outputs: Map<string, Output>, entry: string): Record<string, string[]> {
  const shell = closure(outputs, entry);
  return Object.fromEntries(
    [...outputs].flatMap(([name, { entryPoint = "" }]) => {
      const screen = entryPoint.match(/^ui\/(.+-screen|signed-in)\.tsx$/)?.[1];
      const scripts = [...new Set([...shell, ...closure(outputs, name)])];
      return screen ? [[screen, scripts.filter((script) => script !== entry)]] : [];
    }),
  );
}

function closure(outputs: Map<string, Output>, name: string, seen = new Set<string>()): string[] {
  seen.add(name);
  for (const { path, kind } of outputs.get(name)?.imports ?? []) {
    const next = basename(path);
    if (kind === "import-statement" && outputs.has(next) && !seen.has(next)) {
      closure(outputs, next, seen);
    }
  }
  return [...seen];
}

function outputNamed(outputs: Map<string, Output>, wanted: (entryPoint: string) => boolean) {
  const found = [...outputs].find(([, output]) => wanted(output.entryPoint ?? ""));
  if (!found) throw new Error("The client build lacks one of its two entries.");
  return found[0];
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
