import { readFileSync } from "node:fs";
import { cruise } from "dependency-cruiser";
import packageJson from "#package" with { type: "json" };
import config from "../.dependency-cruiser.mjs";
import { findVersionProblem } from "./release/changelog.ts";

const MIN_FILES = 150;

/** Runs format, lint, types, dead code and import rules, and stops at the first failure. */
await run("format and lint", ["biome", "check", "--error-on-warnings", "."]);
await run("types", ["tsc"]);
await run("dead code", ["knip", "--no-progress"]);
await checkImports();
checkChangelog();

async function run(name: string, command: string[]): Promise<void> {
  const started = performance.now();
  const ended = Bun.spawn(["bun", "x", "--no-install", ...command], {
    stdout: "inherit",
    stderr: "inherit",
  });
  if ((await ended.exited) !== 0) fail(name);
  report(name, started);
}

async function checkImports(): Promise<void> {
  const started = performance.now();
  const { output } = await cruise(["src", "ui", "db", "scripts", "tests"], {
    ...config.options,
    parser: "swc",
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  });
  if (typeof output === "string") throw new Error("dependency-cruiser returned no summary");
  const { totalCruised, violations } = output.summary;
  for (const { rule, from, to } of violations)
    process.stdout.write(`${rule.name}: ${from} → ${to}\n`);
  // A run that reads no files finds no violations either.
  if (totalCruised < MIN_FILES || violations.length > 0) fail(`imports (${totalCruised} files)`);
  report(`imports between ${totalCruised} files`, started);
}

function checkChangelog(): void {
  const started = performance.now();
  const problem = findVersionProblem(readFileSync("CHANGELOG.md", "utf8"), packageJson.version);
  if (problem) {
    process.stdout.write(`${problem}\n`);
    fail("version and changelog");
  }
  report("version and changelog", started);
}

function report(name: string, started: number): void {
  process.stdout.write(
    `${name}: passed (${((performance.now() - started) / 1000).toFixed(1)} s)\n`,
  );
}

function fail(name: string): never {
  process.stdout.write(`${name}: FAILED\n`);
  process.exit(1);
}
