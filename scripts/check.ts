import { readFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import packageJson from "#package" with { type: "json" };
import config from "../.dependency-cruiser.mjs";
import { findVersionProblem } from "./release/changelog.ts";

const MIN_FILES = 150;

/** Runs format, lint, types, dead code and import rules side by side, which fills two cores. */
const passed = await Promise.all([
  run("format and lint", ["biome", "check", "--error-on-warnings", "."]),
  run("types", ["tsc"]),
  run("dead code", ["knip", "--no-progress"]),
  checkImports(),
  checkChangelog(),
]);
if (passed.includes(false)) process.exit(1);

async function run(name: string, command: string[]): Promise<boolean> {
  const started = performance.now();
  const ended = Bun.spawn(["bun", "x", "--no-install", ...command], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const output = await Promise.all(
    [ended.stdout, ended.stderr].map((stream) => new Response(stream).text()),
  );
  return report(name, started, (await ended.exited) === 0, output.join(""));
}

async function checkImports(): Promise<boolean> {
  const started = performance.now();
  const { output } = await cruise(["src", "ui", "db", "scripts", "tests"], {
    ...config.options,
    parser: "swc",
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  });
  if (typeof output === "string") throw new Error("dependency-cruiser returned no summary");
  const { totalCruised, violations } = output.summary;
  // A run that reads no files finds no violations either.
  const isRight = totalCruised >= MIN_FILES && violations.length === 0;
  const lines = violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}\n`);
  return report(`imports between ${totalCruised} files`, started, isRight, lines.join(""));
}

function checkChangelog(): boolean {
  const started = performance.now();
  const problem = findVersionProblem(readFileSync("CHANGELOG.md", "utf8"), packageJson.version);
  return report("version and changelog", started, !problem, problem ? `${problem}\n` : "");
}

function report(name: string, started: number, isRight: boolean, output: string): boolean {
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(`${output}${name}: ${isRight ? `passed (${seconds} s)` : "FAILED"}\n`);
  return isRight;
}
