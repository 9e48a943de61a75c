import { existsSync } from "node:fs";

/** In order of preference: the headless shell uses a quarter less CPU time. */
const PLACES = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];

/** Returns a Chromium for the journeys: an installed one, or one installed from Debian when run as root; otherwise undefined. */
export function ensureChromium(): string | undefined {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() !== 0 || !Bun.which("apt-get")) return undefined;

  process.stdout.write("Chromium is missing: installing it from Debian, once\n");
  const install = () =>
    runApt("install", "-y", "--no-install-recommends", "chromium-headless-shell");
  if (!install()) {
    runApt("update", "-qq");
    install();
  }
  return findChromium();
}

function findChromium(): string | undefined {
  return [process.env["CHROMIUM"], ...PLACES].find(
    (place) => place !== undefined && existsSync(place),
  );
}

function runApt(...words: string[]): boolean {
  const { exitCode } = Bun.spawnSync(["apt-get", "-o", "DPkg::Lock::Timeout=300", ...words], {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    stdout: "ignore",
    stderr: "ignore",
  });
  return exitCode === 0;
}
