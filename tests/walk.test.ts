import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

interface Step {
  readonly file: string;
  /** The last name in backticks: what this step calls. */
  readonly calls: string | undefined;
}

/** The numbered lists of the walk in CONTRIBUTING. */
const walks = read("CONTRIBUTING.md")
  .split("## One walk")[1]
  ?.split("\n## ")[0]
  ?.split(/\n\n(?=1\. )/)
  .slice(1)
  .map((list) =>
    list
      .split("\n")
      .filter((line) => /^\d\. /.test(line))
      .map((line): Step => {
        const [file = "", ...names] = [...line.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
        return { file, calls: names.at(-1) };
      }),
  );

test("the walk in CONTRIBUTING has its four parts", () => {
  expect(walks?.map((steps) => steps.length)).toEqual([7, 5, 3, 3]);
});

test.each(
  (walks ?? []).flatMap((steps) =>
    steps.map((step, n) => [step.file, step.calls, steps[n + 1]?.file] as const),
  ),
)("%s calls %p, which leads to %p", (file, calls, next) => {
  expect(existsSync(join(ROOT, file))).toBe(true);
  if (calls !== undefined) expect(read(file)).toContain(calls.split(".").at(-1) ?? calls);
  if (next === undefined || calls === undefined) return;
  const specifier = dirname(next) === dirname(file) ? `./${basename(next)}` : `#${next}`;
  expect(read(file)).toContain(`from "${specifier}"`);
  expect(read(next)).toContain(calls.split(".").at(-1) ?? calls);
});

const DEPTH = ["ui/", "src/", "db/"];

test("the walk only goes downward: ui, then src, then db", () => {
  for (const steps of walks ?? []) {
    const depths = steps.map(({ file }) => DEPTH.findIndex((folder) => file.startsWith(folder)));
    expect(depths).toEqual(depths.toSorted());
    expect(depths.at(-1)).toBe(2);
  }
});

const NAMES = /`([\w-]+(?:\/[\w.-]+)*)`/g;
const schema = read("db/schema.sql") + read("db/migrations.sql");
const source = [...new Bun.Glob("src/**/*.ts").scanSync(ROOT)].map(read).join("\n");
const named = [...read("docs/architecture.md").matchAll(NAMES)].map(([, name = ""]) => name);

// A name with an underscore is a table's or a column's, any other one a function's or a state's.
test("the files, functions and tables in docs/architecture.md exist", () => {
  const isKnown = (name: string) =>
    name.includes("/")
      ? existsSync(join(ROOT, name)) || name.startsWith("<")
      : new RegExp(`\\b${name}\\b`).test(name.includes("_") ? schema : source);
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});
