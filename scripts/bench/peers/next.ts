import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { type HTMLElement, type Node, Window } from "happy-dom";
import type { Target } from "../load.ts";
import { peerPackages } from "./packages.ts";
import { freePort } from "./postgres.ts";

const SESSION = "a-session-of-the-bench";
const START_MS = 20_000;

/**
 * Starts a standalone Next.js server whose pages have the same elements and send the same data as Parlor's, which are read
 * from `parlor`; or returns why it can't. It needs no database and none of Parlor's own components.
 */
export async function nextPages(
  parlor: Target,
  paths: readonly string[],
  install: boolean,
): Promise<(Target & { kill: () => void }) | string> {
  const folder = peerPackages("next", ["next", "react", "react-dom"], install);
  if (!folder) return "Next.js is not installed; run with --install";
  cpSync(join(import.meta.dir, "next"), folder, { recursive: true });
  const pages = await Promise.all(paths.map((path) => readPage(parlor, path)));
  await writePages(
    folder,
    "trees",
    paths,
    pages.map(({ tree }) => tree),
  );
  await writePages(
    folder,
    "data",
    paths,
    pages.map(({ data }) => data),
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    NODE_ENV: "production",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  const program = join(folder, ".next/standalone/server.js");
  const { exitCode } = Bun.spawnSync(["node", "node_modules/.bin/next", "build"], {
    cwd: folder,
    env,
    stdout: "ignore",
    stderr: "inherit",
  });
  if (exitCode !== 0 || !existsSync(program)) return "Next.js: the build failed";
  const port = await freePort();
  const child = Bun.spawn(["node", program], {
    env: { ...env, PORT: String(port), HOSTNAME: "127.0.0.1" },
    stdout: "ignore",
    stderr: "ignore",
  });
  const target = {
    name: "Next.js",
    url: `http://127.0.0.1:${port}`,
    pids: [child.pid],
    headers: { cookie: `session=${SESSION}` },
    kill: () => child.kill(),
  };
  const started = performance.now();
  while (performance.now() - started < START_MS && child.exitCode === null) {
    const answer = await fetch(target.url, { headers: target.headers }).catch(() => undefined);
    if (answer?.ok) return target;
    await Bun.sleep(200);
  }
  child.kill();
  return "Next.js: it did not start within 20 seconds";
}

/** A text, or an element's tag, attributes as React names them, and children. */
type Tree = string | readonly [string, Readonly<Record<string, unknown>>, readonly Tree[]];

async function readPage(
  { url, headers }: Target,
  path: string,
): Promise<{ tree: readonly Tree[]; data: unknown }> {
  const response = await fetch(url + path, { headers });
  const { document } = new Window({ settings: { enableJavaScriptEvaluation: false } });
  document.write(await response.text());
  const root = document.querySelector("#root");
  const boot = document.querySelector("#boot");
  if (!root || !boot) throw new Error(`${path} has no page`);
  return { tree: toTrees(root.childNodes), data: JSON.parse(boot.textContent ?? "") };
}

function toTrees(nodes: Iterable<Node>): Tree[] {
  return Array.from(nodes).flatMap((node) => {
    if (node.nodeType === node.TEXT_NODE) return [node.textContent ?? ""];
    return node.nodeType === node.ELEMENT_NODE ? [toTree(node as HTMLElement)] : [];
  });
}

/** React leaves them out when they are empty texts. */
const BOOLEAN = new Set([
  "checked",
  "disabled",
  "hidden",
  "inert",
  "readonly",
  "required",
  "selected",
]);
const REACT_NAMES: Readonly<Record<string, string>> = { class: "className", for: "htmlFor" };

function toTree(element: HTMLElement): Tree {
  const attributes = Array.from(element.attributes, ({ name, value }) => [
    REACT_NAMES[name] ?? name,
    name === "style" ? toStyle(value ?? "") : BOOLEAN.has(name) || value,
  ]);
  return [element.localName, Object.fromEntries(attributes), toTrees(element.childNodes)];
}

function toStyle(css: string): Record<string, string> {
  const rules = css.split(";").filter((rule) => rule.includes(":"));
  return Object.fromEntries(
    rules.map((rule) => {
      const at = rule.indexOf(":");
      return [rule.slice(0, at).trim(), rule.slice(at + 1).trim()];
    }),
  );
}

async function writePages(
  folder: string,
  name: string,
  paths: readonly string[],
  pages: readonly unknown[],
): Promise<void> {
  const byPath = Object.fromEntries(paths.map((path, at) => [path, pages[at]]));
  await Bun.write(join(folder, `${name}.json`), JSON.stringify(byPath));
}
