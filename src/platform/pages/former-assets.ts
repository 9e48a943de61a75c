import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "#src/app.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { assetFile, IMMUTABLE, type Manifest } from "./assets.ts";

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
      await Bun.write(join(own, `${name}.making`), assetFile(name));
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
