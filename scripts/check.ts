import { cruise } from "dependency-cruiser";
import config from "../.dependency-cruiser.mjs";

const MIN_FILES = 150;

/** Format, lint, types, dead code and arrows; the first that fails is the answer. */
await run("format and lint", ["biome", "check", "--error-on-warnings", "."]);
await run("types", ["tsc"]);
await run("dead code", ["knip", "--no-progress"]);
await checkImports();

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
  if (typeof output === "string") throw new Error("dependency-cruiser gave no summary");
  const { totalCruised, violations } = output.summary;
  for (const { rule, from, to } of violations)
    process.stdout.write(`${rule.name}: ${from} → ${to}\n`);
  // A cruise that found nothing to read would find nothing wrong either.
  if (totalCruised < MIN_FILES || violations.length > 0) fail(`arrows (${totalCruised} files)`);
  report(`arrows between ${totalCruised} files`, started);
}

function report(name: string, started: number): void {
  process.stdout.write(`${name}: fine (${((performance.now() - started) / 1000).toFixed(1)} s)\n`);
}

function fail(name: string): never {
  process.stdout.write(`${name}: FAILED\n`);
  process.exit(1);
}
