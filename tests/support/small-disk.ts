import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { afterFile } from "./after-file.ts";
import { newFolder } from "./binary.ts";

export interface SmallDisk {
  readonly folder: string;
  /** Writes until there is no room, into a file that is not the product's. */
  readonly fill: () => void;
  readonly empty: () => void;
}

/** A disk of this many megabytes in memory; undefined where this process may not mount one. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = newFolder("disk");
  if (!run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder)) {
    process.stdout.write("NO SMALL DISK: only root may mount one, so this test is skipped.\n");
    return undefined;
  }
  afterFile(() => run("umount", "-l", folder));
  const fillings: string[] = [];
  return {
    folder,
    fill() {
      const file = join(folder, `somebody-elses-${fillings.length}`);
      fillings.push(file);
      const handle = openSync(file, "w");
      // By large blocks, then by small ones, to the last page.
      for (const size of [1024 * 1024, 4096]) writeUntilFull(handle, new Uint8Array(size));
      closeSync(handle);
    },
    empty() {
      for (const file of fillings.splice(0)) rmSync(file, { force: true });
    },
  };
}

function writeUntilFull(handle: number, block: Uint8Array): void {
  try {
    while (writeSync(handle, block) === block.length);
  } catch (error) {
    if ((error as { code?: string }).code !== "ENOSPC") throw error;
  }
}

function run(...args: string[]): boolean {
  return Bun.spawnSync(args, { stdout: "ignore", stderr: "ignore" }).exitCode === 0;
}
