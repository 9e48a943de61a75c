import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";

/** Peers are installed in a separate folder and are not dependencies of Parlor. */
const PEERS = join(import.meta.dir, "../../../dist/bench-peers");

/**
 * Returns a peer's folder with its packages. Missing packages are installed only with `--install`.
 * @returns undefined when they are missing
 */
export function peerPackages(
  peer: string,
  packages: readonly string[],
  install: boolean,
): string | undefined {
  const folder = join(PEERS, peer);
  const missing = packages.filter((name) => !existsSync(join(folder, "node_modules", name)));
  if (missing.length === 0) return folder;
  if (!install) return undefined;
  mkdirSync(folder, { recursive: true });
  const { exitCode } = Bun.spawnSync(
    ["npm", "install", "--no-audit", "--no-fund", "--prefix", folder, ...missing],
    { stdout: "ignore", stderr: "ignore" },
  );
  return exitCode === 0 ? folder : undefined;
}

/** Finds one of Debian's programs. A missing one is installed only with `--install`, as root. */
export function debianProgram(
  program: string,
  packageName: string,
  install: boolean,
): string | undefined {
  const found = Bun.which(program);
  if (found || !install || process.getuid?.() !== 0) return found ?? undefined;
  Bun.spawnSync(["apt-get", "install", "-y", "--no-install-recommends", packageName], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdout: "ignore",
    stderr: "ignore",
  });
  return Bun.which(program) ?? undefined;
}
