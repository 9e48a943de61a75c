import { copyFileSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import packageJson from "#package" with { type: "json" };
import { buildClient } from "../client-build.ts";
import { compileBinary } from "../compile.ts";
import { findVersionProblem, hasUnreleased } from "./changelog.ts";
import { type Built, packRelease } from "./pack.ts";
import { programName, TARGETS } from "./targets.ts";

/**
 * Builds a release into dist/release. Arguments name targets, such as linux-x64; all by default. `--snapshot`
 * builds although the changelog has unreleased entries.
 */
const FOLDER = "dist/release";
const isSnapshot = process.argv.includes("--snapshot");
const names = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const { version } = packageJson;

const changelog = readFileSync("CHANGELOG.md", "utf8");
const problem =
  findVersionProblem(changelog, version) ??
  (hasUnreleased(changelog) && !isSnapshot
    ? "CHANGELOG.md has unreleased entries. Give them a version and a date, and package.json the same version."
    : undefined);
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
}
const folder = join(FOLDER, version);
mkdirSync(folder);
await packRelease(folder, version, builds);
process.stdout.write(`${folder}\n`);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
