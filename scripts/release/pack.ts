import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { buildDebianPackage } from "./debian.ts";
import { run } from "./run.ts";
import { createSbom } from "./sbom.ts";
import { programName, type Target } from "./targets.ts";

export interface Built {
  readonly target: Target;
  /** The compiled program. */
  readonly program: string;
}

/** Writes a release into an empty folder: archives, Debian packages, SBOM, install script and checksums. */
export async function packRelease(
  folder: string,
  version: string,
  builds: readonly Built[],
  /** The gzip level. Install tests use the fastest. */
  level = 6,
): Promise<void> {
  const stage = join(folder, ".stage");
  for (const { target, program } of builds) {
    const name = `parlor-${version}-${target.name}`;
    mkdirSync(join(stage, name), { recursive: true });
    copyFileSync(program, join(stage, name, programName(target)));
    chmodSync(join(stage, name, programName(target)), 0o755);
    for (const file of ["LICENSE", "README.md", "CHANGELOG.md"])
      copyFileSync(file, join(stage, name, file));
    cpSync("scripts/deploy", join(stage, name, "deploy"), { recursive: true });
    const archive = join("..", `${name}.tar.gz`);
    await run(
      [
        "tar",
        "--owner=0",
        "--group=0",
        "--use-compress-program",
        `gzip -${level}`,
        "-cf",
        archive,
        name,
      ],
      stage,
    );
    if (target.debian)
      await buildDebianPackage({
        version,
        program,
        architecture: target.debian,
        stage: join(stage, `deb-${target.debian}`),
        outfile: join(folder, `parlor_${version}_${target.debian}.deb`),
      });
    rmSync(stage, { recursive: true });
  }
  writeFileSync(join(folder, `parlor-${version}.cdx.json`), createSbom(version));
  copyFileSync("scripts/deploy/install.sh", join(folder, "install.sh"));
  chmodSync(join(folder, "install.sh"), 0o755);
  await writeChecksums(folder);
}

/** In the form that `sha256sum -c` reads. */
async function writeChecksums(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const name of readdirSync(folder).sort()) {
    const hasher = new Bun.CryptoHasher("sha256");
    for await (const piece of Bun.file(join(folder, name)).stream()) hasher.update(piece);
    lines.push(`${hasher.digest("hex")}  ${name}\n`);
  }
  writeFileSync(join(folder, "SHA256SUMS"), lines.join(""));
}
