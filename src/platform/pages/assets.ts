import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { chooseEncoding } from "#src/platform/http/accepted-encoding.ts";
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
const PREFERRED = ["br", "zstd", "gzip"] as const;
const SUFFIX = { br: ".br", zstd: ".zst", gzip: ".gz" } as const;

/** Of a file whose name is a hash of its content. */
export const IMMUTABLE = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
};

export function assetFile(name: string): Bun.BunFile {
  return Bun.file(join(folder, name));
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
  return new Response(assetFile(encoding ? name + SUFFIX[encoding] : name), {
    headers: {
      ...IMMUTABLE,
      "content-type": file.type,
      vary: "Accept-Encoding",
      ...(encoding && { "content-encoding": encoding }),
    },
  });
}
