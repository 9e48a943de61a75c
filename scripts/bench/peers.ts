import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Peers are installed in a separate folder and are not dependencies of Parlor. */
export const PEERS = join(import.meta.dir, "../../dist/bench-peers");

/** Returns the folder with the packages, or undefined when they can't be installed. */
export function peerPackages(folder: string, ...packages: readonly string[]): string | undefined {
  mkdirSync(folder, { recursive: true });
  const missing = packages.filter((name) => !existsSync(join(folder, "node_modules", name)));
  if (missing.length === 0) return folder;
  const { exitCode } = Bun.spawnSync(
    ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, ...missing],
    {
      stdout: "ignore",
      stderr: "ignore",
    },
  );
  return exitCode === 0 ? folder : undefined;
}

/** A program of Debian's, installed when it is missing and we are root. */
export function debianProgram(program: string, packageName: string): string | undefined {
  const found = Bun.which(program);
  if (found || process.getuid?.() !== 0) return found ?? undefined;
  Bun.spawnSync(["apt-get", "install", "-y", "--no-install-recommends", packageName], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdout: "ignore",
    stderr: "ignore",
  });
  return Bun.which(program) ?? undefined;
}
