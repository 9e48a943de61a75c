import { expect, test } from "bun:test";
import type { Manifest } from "#scripts/client-build.ts";
import { plainFile, readManifest } from "#src/platform/pages/assets.ts";
import { clientScreens } from "#ui/client-screens.ts";
import { LAYOUT_MODULE } from "#ui/layout.ts";
import { screens } from "#ui/screens.ts";

const manifest = readManifest() as Manifest;
const textOf = (name: string) => new Response(plainFile(manifest, name)).text();

const shell = [manifest.entry, ...scriptsOf(manifest.preload, LAYOUT_MODULE)];
const signedOut = screens.filter(({ access }) => access === "public");
const staff = screens.filter(({ access }) => access !== "public");

test("the shell for signed-in users is at most 110 KB of JavaScript", () => {
  expect(kilobytes(shell)).toBeWithin(80, 110);
});

test.each(modulesOf(staff))("signed in, %s is at most 145 KB with the shell", (module) => {
  expect(kilobytes([...shell, ...scriptsOf(manifest.preload, module)])).toBeWithin(105, 145);
});

test.each(modulesOf(signedOut))("signed out, %s is at most 100 KB", (module) => {
  expect(kilobytes([manifest.entry, ...scriptsOf(manifest.preload, module)])).toBeWithin(80, 100);
});

test.each(modulesOf(clientScreens))("for clients, %s is at most 100 KB", (module) => {
  const { entry, preload } = manifest.forClients;
  expect(kilobytes([entry, ...scriptsOf(preload, module)])).toBeWithin(80, 100);
});

test("the table of lazy imports lists all files of the staff's screens, and no missing ones", async () => {
  const [, hashes = ""] = /"(\w+)"\.match/.exec(await textOf(manifest.lateImports)) ?? [];
  const named = new Set(hashes.match(/.{8}/g));
  const late = screens.flatMap(({ module }) => scriptsOf(manifest.preload, module));
  expect(late.filter((name) => !named.has(hashOf(name)))).toEqual([]);
  const existing = new Set(Object.keys(manifest.files).map(hashOf));
  expect(named.difference(existing)).toEqual(new Set());
  expect(shell).toContain(manifest.lateImports);
});

test("each script imports only existing scripts", async () => {
  const scripts = Object.keys(manifest.files).filter((name) => name.endsWith(".js"));
  const texts = await Promise.all(scripts.map(textOf));
  const missing = texts.flatMap((text) =>
    [...filesIn(text)].filter((one) => !(one in manifest.files)),
  );
  // A screen's prefetch, which no browser calls.
  expect(missing.filter((name) => name !== "never-loaded.js")).toEqual([]);
});

/** By gzip, of which the budget speaks; browsers take the smaller brotli. */
function kilobytes(names: readonly string[]): number {
  const sizes = [...new Set(names)].map((name) => manifest.files[name]?.gz ?? Number.NaN);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
}

function scriptsOf(preload: Manifest["preload"], module: string): string[] {
  const scripts = preload[module];
  if (!scripts) throw new Error(`${module} is not in the manifest`);
  return scripts;
}

function modulesOf(of: readonly { readonly module: string }[]): string[] {
  return [...new Set(of.map(({ module }) => module))];
}

function hashOf(name: string): string {
  return name.slice(-"12345678.js".length, -".js".length);
}

function filesIn(code: string): Set<string> {
  return new Set([...code.matchAll(/"\/assets\/([^"]+\.js)"/g)].map(([, name = ""]) => name));
}
