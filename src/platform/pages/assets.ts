import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "#src/app.ts";
import { chooseEncoding } from "#src/platform/http/compression.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { findOwn } from "#src/shared/find-own.ts";
import type { Manifest } from "#ui/entry-server.tsx";

export type { Manifest };

/** The compiled program contains the client; from source it is in dist. */
const folder = Bun.isStandaloneExecutable
  ? join(import.meta.dir, "client")
  : join(import.meta.dir, "../../../dist/client");

/** Tests render pages without a build. */
const NOT_BUILT: Manifest = {
  entry: "",
  lateImports: "",
  forClients: { entry: "", preload: {} },
  css: "",
  fonts: [],
  preload: {},
  files: {},
};
/** The smallest first, because they were compressed by the build. */
const PREFERRED = ["br", "gzip"] as const;
const SUFFIX = { br: ".br", gzip: ".gz" } as const;

/** Of a file whose name is a hash of its content. */
const IMMUTABLE = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
};

/** A file that gzip makes smaller is only kept compressed. */
export function plainFile(manifest: Manifest, name: string): Bun.BunFile | ReadableStream {
  const path = join(folder, name);
  return manifest.files[name]?.enc.includes("gzip")
    ? Bun.file(path + SUFFIX.gzip)
        .stream()
        .pipeThrough(new DecompressionStream("gzip"))
    : Bun.file(path);
}

export function readManifest(): Manifest {
  const file = join(folder, "manifest.json");
  if (!existsSync(file)) return NOT_BUILT;
  return JSON.parse(readFileSync(file, "utf8")) as Manifest;
}

/** Returns a hashed file in the best encoding that the browser accepts, or undefined. */
export function assetResponse(
  manifest: Manifest,
  name: string,
  accepts: string,
): Response | undefined {
  const file = findOwn(manifest.files, name);
  if (!file) return undefined;
  const encoding = chooseEncoding(
    accepts,
    PREFERRED.filter((one) => file.enc.includes(one)),
  );
  const path = join(folder, name);
  const body = encoding ? Bun.file(path + SUFFIX[encoding]) : plainFile(manifest, name);
  return new Response(body, {
    headers: {
      ...IMMUTABLE,
      "content-type": file.type,
      vary: "Accept-Encoding",
      ...(encoding && { "content-encoding": encoding }),
    },
  });
}

const TYPES = { js: "text/javascript;charset=utf-8", css: "text/css;charset=utf-8" } as const;
const CODE = /^[\w-]+\.(js|css)$/;
/** In the folder of a former version: when its tabs are expected to be gone, in epoch milliseconds. */
const UNTIL = "until";

/**
 * Copies this version's code next to the data and lets that of former versions go after a day. A tab that was open during
 * an upgrade loads the rest of its program from there, such as what it needs to save.
 */
export async function keepCode(app: App, manifest: Manifest): Promise<void> {
  const folder = folderOf(app);
  const own = join(folder, versionOf(manifest));
  await mkdir(own, { recursive: true, mode: 0o700 });
  for (const version of readdirSync(folder).filter((name) => join(folder, name) !== own)) {
    const until = readUntil(join(folder, version));
    if (until === undefined) writeFileSync(join(folder, version, UNTIL), `${app.now() + DAY_MS}`);
    else if (until <= app.now()) rmSync(join(folder, version), { recursive: true, force: true });
  }
  rmSync(join(own, UNTIL), { force: true });
  for (const name of Object.keys(manifest.files).filter((file) => CODE.test(file)))
    if (!existsSync(join(own, name))) {
      // A stop in between leaves no half of it.
      await Bun.write(join(own, `${name}.making`), new Response(plainFile(manifest, name)));
      renameSync(join(own, `${name}.making`), join(own, name));
    }
}

/** Returns a script or style of a version that was replaced less than a day ago; undefined for any other name. */
export function formerAssetResponse(app: App, name: string): Response | undefined {
  const [, type] = CODE.exec(name) ?? [];
  const folder = folderOf(app);
  if (type === undefined || !existsSync(folder)) return undefined;
  const version = readdirSync(folder).find(
    (one) => (readUntil(join(folder, one)) ?? 0) > app.now() && existsSync(join(folder, one, name)),
  );
  if (version === undefined) return undefined;
  return new Response(Bun.file(join(folder, version, name)), {
    headers: { ...IMMUTABLE, "content-type": TYPES[type as keyof typeof TYPES] },
  });
}

function folderOf({ config }: App): string {
  return join(config.dataFolder, "assets");
}

function versionOf(manifest: Manifest): string {
  return Bun.hash(Object.keys(manifest.files).toSorted().join()).toString(36);
}

function readUntil(version: string): number | undefined {
  const file = join(version, UNTIL);
  return existsSync(file) ? Number(readFileSync(file, "utf8")) : undefined;
}
