import { copyFileSync, linkSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import packageJson from "#package" with { type: "json" };
import { buildClient } from "../client-build.ts";
import { compileBinary } from "../compile.ts";
import { findVersionProblem, hasUnreleased, releaseTime } from "./changelog.ts";
import { writeGuide } from "./guide.ts";
import { type Built, packRelease } from "./pack.ts";
import { findKeyProblem, signRelease } from "./sign.ts";
import { programName, TARGETS } from "./targets.ts";

/**
 * Builds a release into dist/release. Arguments name targets, such as linux-x64; all by default. `--snapshot` builds
 * although the changelog has unreleased entries, and unsigned; `--sign=FILE` signs the checksums with an SSH key that
 * docs/signers lists. The same source has the same bytes wherever it is built.
 */
const FOLDER = "dist/release";
const isSnapshot = process.argv.includes("--snapshot");
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const key = process.argv.find((argument) => argument.startsWith("--sign="))?.slice(7);
const { version } = packageJson;

const changelog = readFileSync("CHANGELOG.md", "utf8");
const problem =
  findVersionProblem(changelog, version) ??
  (hasUnreleased(changelog) && !isSnapshot
    ? "CHANGELOG.md has unreleased entries. Give them a version and a date, and package.json the same version."
    : undefined) ??
  (isSnapshot ? undefined : findKeyProblem(key, readFileSync("docs/signers", "utf8")));
const unknown = names.find((name) => !TARGETS.some((target) => target.name === name));
if (problem) fail(problem);
if (unknown)
  fail(`There's no target ${unknown}. Choose from: ${TARGETS.map(({ name }) => name).join(", ")}.`);

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(join(FOLDER, "bin"), { recursive: true });
await buildClient();
const builds: Built[] = [];
for (const target of TARGETS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const program = join(FOLDER, "bin", target.name, programName(target));
  mkdirSync(join(FOLDER, "bin", target.name));
  const { path, bytes } = await compileBinary({ target: target.bun, outfile: program });
  if (path !== program && !path.endsWith(program)) copyFileSync(path, program);
  process.stdout.write(`${target.name}  ${(bytes / 1e6).toFixed(1)} MB\n`);
  builds.push({ target, program });
  if (target.debian) linkForImage(program, target.debian);
}
const folder = join(FOLDER, version);
mkdirSync(folder);
const guide = join(FOLDER, "guide");
await writeGuide(guide);
await packRelease(folder, version, builds, { guide, time: releaseTime(changelog) });
if (key) await signRelease(folder, key);
process.stdout.write(`${folder}\n`);

/** The Dockerfile finds the program by the name that containers have for the processor, which Debian shares. */
function linkForImage(program: string, architecture: string): void {
  const image = join(FOLDER, "image", architecture);
  mkdirSync(image, { recursive: true });
  linkSync(program, join(image, "parlor"));
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
