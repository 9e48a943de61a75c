import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { BunPlugin } from "bun";
import { allImports, getOutput, type Outputs, staticImports } from "./chunks.ts";

export interface BuildParts {
  entry: string;
  /** The layout of signed-in users, loaded before every screen except those of `signedOut`. */
  layout: string;
  signedOut: readonly string[];
}

/** The bundler drops an import of a module that has no side effects. This statement is one. */
const KEPT = "globalThis._;";
const LUCIDE = "/lucide-react/dist/esm/icons/";

/**
 * Returns the imports to add at the top of source files, by path. Bun makes a chunk for each set of
 * entry points that share code, and every dynamic import is an entry point. Without these imports the
 * layout of signed-in users came in 54 files, 35 of them icons of 250 bytes: 7% more than in one file,
 * because gzip starts again with each. So every lazy part imports the layout, which is loaded before it
 * anyway, and the layout imports what half of all screens use.
 */
export function findSharedImports(
  outputs: Outputs,
  parts: BuildParts,
): ReadonlyMap<string, string> {
  const of = (entryPoint: string) => getOutput(outputs, entryPoint);
  const screens = entryPoints(outputs).filter((one) => /^ui\/.+-screen\.tsx$/.test(one));
  const ofStaff = screens.filter((one) => !parts.signedOut.includes(one));

  const afterSignIn = new Set([parts.layout, ...ofStaff].map(of));
  const beforeSignIn = allImports(outputs, of(parts.entry), (name) => afterSignIn.has(name));
  const alone = new Set([parts.layout, ...beforeSignIn.map((name) => entryPointOf(outputs, name))]);

  const shared = findSharedModules(outputs, ofStaff.map(of), [parts.layout, parts.entry].map(of));
  return new Map([
    ...shared
      .filter((module) => !module.includes(LUCIDE))
      .map((module): [string, string] => [resolve(module), KEPT]),
    [resolve(parts.layout), shared.map(importStatement).join("")],
    ...entryPoints(outputs)
      .filter((one) => !alone.has(one))
      .map((one): [string, string] => [
        resolve(one),
        `import ${JSON.stringify(resolve(parts.layout))};`,
      ]),
  ]);
}

export function addImports(importsByPath: ReadonlyMap<string, string>): BunPlugin {
  return {
    name: "shared-imports",
    setup(build) {
      build.onLoad({ filter: /\/(ui|src)\/.+\.tsx?$/ }, async ({ path }) => {
        const imports = importsByPath.get(path);
        if (imports === undefined) return undefined;
        const source = await Bun.file(path).text();
        return { contents: imports + source, loader: path.endsWith("x") ? "tsx" : "ts" };
      });
    },
  };
}

/** Returns the modules and icons that at least half of the screens use and that are not in `already`. */
function findSharedModules(
  outputs: Outputs,
  screens: readonly string[],
  already: readonly string[],
): string[] {
  const there = new Set(already.flatMap((name) => modulesOf(outputs, name)));
  const users = new Map<string, number>();
  for (const module of screens.flatMap((name) => modulesOf(outputs, name)))
    users.set(module, (users.get(module) ?? 0) + 1);
  return [...users]
    .filter(([module, count]) => count * 5 >= screens.length * 2 && !there.has(module))
    .map(([module]) => module)
    .filter((module) => module.includes(LUCIDE) || isOwnWithoutZod(module))
    .sort();
}

/** Screens that load their contracts with the first request don't need zod, which is 10 KB. */
function isOwnWithoutZod(module: string): boolean {
  return /^(ui|src)\//.test(module) && !readFileSync(module, "utf8").includes('"zod/mini"');
}

function modulesOf(outputs: Outputs, name: string): string[] {
  const inputs = staticImports(outputs, name).flatMap((one) =>
    Object.entries(outputs.get(one)?.inputs ?? {}),
  );
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([module]) => module);
}

/** lucide-react is marked as free of side effects, so the bundler would drop an import without a use. */
function importStatement(module: string, index: number): string {
  const path = JSON.stringify(resolve(module));
  return module.includes(LUCIDE)
    ? `export { default as _${index} } from ${path};`
    : `import ${path};`;
}

function entryPoints(outputs: Outputs): string[] {
  return [...outputs.keys()].map((name) => entryPointOf(outputs, name)).filter(Boolean);
}

function entryPointOf(outputs: Outputs, name: string): string {
  return outputs.get(name)?.entryPoint ?? "";
}
