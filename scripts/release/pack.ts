import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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

interface PackOptions {
  /** The gzip level. Install tests use the fastest. */
  readonly level?: number;
  /** The folder of the owner's guide as HTML. */
  readonly guide?: string;
  /** The time of all files, in seconds, so that the same release has the same checksums wherever it is built. */
  readonly time?: number;
}

/** Writes a release into an empty folder: archives, Debian packages, SBOM, install script and checksums. */
export async function packRelease(
  folder: string,
  version: string,
  builds: readonly Built[],
  { level = 6, guide, time = 0 }: PackOptions = {},
): Promise<void> {
  const stage = join(folder, ".stage");
  for (const { target, program } of builds) {
    const name = `parlor-${version}-${target.name}`;
    mkdirSync(join(stage, name), { recursive: true });
    copyFileSync(program, join(stage, name, programName(target)));
    chmodSync(join(stage, name, programName(target)), 0o755);
    for (const file of ["LICENSE", "CHANGELOG.md"]) copyFileSync(file, join(stage, name, file));
    // The release has the guide as HTML, without the sources of the repository.
    const readme = readFileSync("README.md", "utf8")
      .replaceAll(/docs\/guide\/([a-z-]+)\.md/g, "guide/$1.html")
      .replaceAll("docs/guide/pictures/", "guide/pictures/");
    writeFileSync(join(stage, name, "README.md"), readme);
    cpSync("scripts/deploy", join(stage, name, "deploy"), { recursive: true });
    if (guide) cpSync(guide, join(stage, name, "guide"), { recursive: true });
    const archive = join("..", `${name}.tar.gz`);
    await run(
      [
        "tar",
        ...["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rwX,go+rX,go-w"],
        ...["--sort=name", `--mtime=@${time}`],
        ...["--use-compress-program", `gzip -n -${level}`],
        ...["-cf", archive, name],
      ],
      { cwd: stage },
    );
    if (target.debian)
      await buildDebianPackage({
        version,
        program,
        guide,
        time,
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
