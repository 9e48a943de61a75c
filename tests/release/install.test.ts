import { beforeAll, expect, test } from "bun:test";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import packageJson from "#package" with { type: "json" };
import { packRelease } from "#scripts/release/pack.ts";
import type { Target } from "#scripts/release/targets.ts";
import { BINARY, newFolder } from "#tests/support/binary.ts";
import {
  CAN_CHROOT,
  type CleanRoot,
  copyInto,
  createCleanRoot,
  librariesOf,
} from "#tests/support/clean-root.ts";

const name = process.arch === "arm64" ? "linux-arm64" : "linux-x64";
const { version: VERSION } = packageJson;
const TARGET: Target = { name, bun: `bun-${name}` as Bun.Build.CompileTarget };
const PACKAGE: Target = { ...TARGET, debian: "all" };
const OLD = "0.0.9";
const NEWER = "2.0.0";

let releases = "";
/** The release of a version: a folder with what `npm run release` would write. */
const releaseOf = (version: string) => join(releases, version);

async function pack(version: string, target: Target, program: string): Promise<void> {
  mkdirSync(releaseOf(version), { recursive: true });
  await packRelease(releaseOf(version), version, [{ target, program }], { level: 1 });
}

function writeVersionScript(version: string): string {
  const file = join(releases, `parlor-${version}`);
  writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
  chmodSync(file, 0o755);
  return file;
}

const release = test.skipIf(!CAN_CHROOT);
beforeAll(async () => {
  if (!CAN_CHROOT) return;
  releases = newFolder("release");
  await pack(OLD, PACKAGE, writeVersionScript(OLD));
  await pack(VERSION, TARGET, BINARY);
  await pack(NEWER, PACKAGE, writeVersionScript(NEWER));
}, 120_000);

function rootWith(...versions: readonly string[]): CleanRoot {
  const root = createCleanRoot();
  for (const version of versions)
    cpSync(releaseOf(version), join(root.path, "release", version), { recursive: true });
  for (const library of librariesOf(BINARY)) copyInto(root.path, realpathSync(library), library);
  return root;
}

const installFrom = (version: string) => ["sh", `/release/${version}/install.sh`];

release(
  "a clean system gets program, user, folder, settings and service",
  () => {
    const root = rootWith(VERSION);
    const { code, output } = root.run(installFrom(VERSION));
    expect([code, output]).toEqual([0, expect.stringContaining(`Parlor ${VERSION} is installed.`)]);
    expect(root.run(["/usr/local/bin/parlor", "version"]).output).toBe(`${VERSION}\n`);
    expect(root.run(["id", "-un", "parlor"]).output).toBe("parlor\n");
    const data = root.run(["stat", "-c", "%U %a", "/var/lib/parlor"]);
    expect(data.output).toBe("parlor 700\n");
    expect(root.run(["stat", "-c", "%a", "/etc/parlor.env"]).output).toBe("600\n");
    const unit = readFileSync(join(root.path, "etc/systemd/system/parlor.service"), "utf8");
    expect(unit).toContain("User=parlor\n");
  },
  60_000,
);

release(
  "installing again changes nothing, and an upgrade keeps data and settings",
  () => {
    const root = rootWith(OLD, VERSION);
    root.run(installFrom(OLD));
    writeFileSync(join(root.path, "etc/parlor.env"), "PARLOR_PUBLIC_URL=https://salon.example\n");
    writeFileSync(join(root.path, "var/lib/parlor/parlor.db"), "data");
    expect(root.run(installFrom(OLD)).output).toContain("Parlor 0.0.9 is up to date.");
    expect(root.run(installFrom(VERSION)).output).toContain(`Parlor ${VERSION} is upgraded.`);
    expect(root.run(["cat", "/etc/parlor.env"]).output).toContain("salon.example");
    expect(root.run(["cat", "/var/lib/parlor/parlor.db"]).output).toBe("data");
    expect(root.run(["getent", "passwd"]).output.match(/^parlor:/gm)).toHaveLength(1);
    expect(root.run(["/usr/local/bin/parlor.previous"]).output).toBe("0.0.9\n");
  },
  60_000,
);

release("an older release is refused before anything changes, unless that is asked for", () => {
  const root = rootWith(OLD, NEWER);
  root.run(installFrom(NEWER));
  const { code, output } = root.run(installFrom(OLD));
  expect([code, output]).toEqual([1, expect.stringContaining("Parlor 2.0.0 is installed")]);
  expect(root.run(["/usr/local/bin/parlor"]).output).toBe(`${NEWER}\n`);
  const downgraded = root.run([...installFrom(OLD), "--downgrade"]);
  expect(downgraded.output).toContain("Parlor 0.0.9 is downgraded.");
  expect(root.run(["/usr/local/bin/parlor"]).output).toBe("0.0.9\n");
});

release("an upgrade keeps a service that was edited, and says where", () => {
  const root = rootWith(OLD);
  root.run(installFrom(OLD));
  const unit = join(root.path, "etc/systemd/system/parlor.service");
  writeFileSync(unit, "[Service]\nNice=5\n");
  expect(root.run(installFrom(OLD)).output).toContain("The former one is");
  expect(readFileSync(`${unit}.previous`, "utf8")).toContain("Nice=5");
  expect(readFileSync(unit, "utf8")).toContain("User=parlor\n");
});

release("a damaged archive is refused before anything changes", () => {
  const root = rootWith(OLD);
  const archive = join(root.path, "release", OLD, `parlor-${OLD}-${name}.tar.gz`);
  const bytes = readFileSync(archive);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(archive, bytes);
  const { code, output } = root.run(installFrom(OLD));
  expect([code, output]).toEqual([
    1,
    expect.stringContaining("is damaged or isn't the released one"),
  ]);
  expect(existsSync(join(root.path, "usr/local/bin/parlor"))).toBe(false);
  expect(root.run(["getent", "passwd", "parlor"]).code).toBe(2);
});

release("uninstalling removes program and service, and keeps the data", () => {
  const root = rootWith(OLD);
  root.run(installFrom(OLD));
  writeFileSync(join(root.path, "var/lib/parlor/parlor.db"), "data");
  for (const round of [1, 2]) {
    const { code, output } = root.run([...installFrom(OLD), "--uninstall"]);
    expect([round, code, output]).toEqual([round, 0, expect.stringContaining("is uninstalled")]);
  }
  expect(existsSync(join(root.path, "usr/local/bin/parlor"))).toBe(false);
  expect(existsSync(join(root.path, "etc/systemd/system/parlor.service"))).toBe(false);
  expect(root.run(["cat", "/var/lib/parlor/parlor.db"]).output).toBe("data");
  expect(root.run([...installFrom(OLD), "--sideways"]).output).toContain("There's no option");
});

release(
  "the Debian package installs, upgrades and uninstalls, and never deletes data",
  () => {
    const root = rootWith(OLD, NEWER);
    const dpkg = (...args: string[]) => root.run(["dpkg", "--force-depends", ...args]);
    const first = dpkg("-i", `/release/${OLD}/parlor_${OLD}_all.deb`);
    expect([first.code, first.output]).toEqual([0, expect.any(String)]);
    expect(root.run(["/usr/bin/parlor"]).output).toBe("0.0.9\n");
    expect(root.run(["stat", "-c", "%U %a", "/var/lib/parlor"]).output).toBe("parlor 700\n");
    expect(statSync(join(root.path, "etc/parlor.env")).mode & 0o777).toBe(0o600);
    writeFileSync(join(root.path, "var/lib/parlor/parlor.db"), "data");
    expect(dpkg("-i", "/release/2.0.0/parlor_2.0.0_all.deb").code).toBe(0);
    expect(root.run(["/usr/bin/parlor"]).output).toBe(`${NEWER}\n`);
    expect(dpkg("-r", "parlor").code).toBe(0);
    expect(existsSync(join(root.path, "usr/bin/parlor"))).toBe(false);
    expect(dpkg("--purge", "parlor").output).toContain("still in /var/lib/parlor");
    expect(existsSync(join(root.path, "etc/parlor.env"))).toBe(false);
    expect(root.run(["cat", "/var/lib/parlor/parlor.db"]).output).toBe("data");
  },
  60_000,
);

release(
  "the Debian package takes over from the install script without a question, with its settings",
  () => {
    const root = rootWith(OLD, NEWER);
    root.run(installFrom(OLD));
    writeFileSync(join(root.path, "etc/parlor.env"), "PARLOR_PUBLIC_URL=https://salon.example\n");
    const file = "/release/2.0.0/parlor_2.0.0_all.deb";
    const { code } = root.run(["dpkg", "--force-depends", "-i", file]);
    expect(code).toBe(0);
    expect(root.run(["sh", "-c", "parlor version"]).output).toBe(`${NEWER}\n`);
    expect(existsSync(join(root.path, "etc/systemd/system/parlor.service"))).toBe(false);
    expect(root.run(["/usr/local/bin/parlor.replaced"]).output).toBe("0.0.9\n");
    expect(root.run(["cat", "/etc/parlor.env"]).output).toContain("salon.example");
  },
  60_000,
);

release("a release lists every file's checksum", () => {
  const check = Bun.spawnSync(["sha256sum", "-c", "SHA256SUMS"], { cwd: releaseOf(OLD) });
  expect(check.exitCode).toBe(0);
  const sums = readFileSync(join(releaseOf(OLD), "SHA256SUMS"), "utf8");
  for (const file of ["install.sh", `parlor_${OLD}_all.deb`, `parlor-${OLD}.cdx.json`])
    expect(sums).toContain(`  ${file}\n`);
});

const analyze = Bun.which("systemd-analyze");
test.skipIf(!analyze)("systemd reads the service without complaint", () => {
  const folder = newFolder("unit");
  const unit = join(folder, "parlor.service");
  const text = readFileSync("scripts/deploy/parlor.service", "utf8");
  writeFileSync(unit, text.replace("/usr/local/bin/parlor", "/bin/true"));
  const { stderr } = Bun.spawnSync(["systemd-analyze", "verify", unit], { stderr: "pipe" });
  expect(
    String(stderr)
      .split("\n")
      .filter((line) => line.includes("parlor.service")),
  ).toEqual([]);
});

test.skipIf(!analyze)("systemd rates the service's exposure as 2.0 or less", () => {
  const { stdout } = Bun.spawnSync([
    "systemd-analyze",
    "security",
    "--offline=true",
    "--threshold=20",
    "scripts/deploy/parlor.service",
  ]);
  const [, exposure = "10"] =
    /exposure level for parlor[.]service: ([\d.]+)/.exec(String(stdout)) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(2);
});
