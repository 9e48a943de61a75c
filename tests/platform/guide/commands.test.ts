import { describe, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runParlor } from "#tests/support/binary.ts";

const FOLDER = "docs/guide";
const PAGES = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".md"))
  .map((name) => [name, readFileSync(join(FOLDER, name), "utf8")] as const);

/** The programs of Debian and of others that the guide uses. A new one should be worth its place here. */
const OTHERS = new Set([
  "apt",
  "cd",
  "docker",
  "echo",
  "install",
  "journalctl",
  "nano",
  "printf",
  "scp",
  "sh",
  "sha256sum",
  "ssh",
  "ssh-keygen",
  "systemctl",
  "wget",
]);

const blocks = PAGES.flatMap(([, text]) => [...text.matchAll(/^```\n([\s\S]*?)^```/gm)]).flatMap(
  ([, block = ""]) => block.trim().split("\n"),
);
const inline = PAGES.flatMap(([, text]) =>
  [...text.matchAll(/`((?:sudo )?parlor(?: [^`]+))`/g)].map(([, command = ""]) => command),
);
const lines = [...blocks, ...inline].map((line) => line.replace(/^sudo /, "").split(/\s+/));
const ofParlor = [...blocks, ...inline].flatMap((line) => {
  const command = /(?:^|\bexec parlor |^sudo |^\.\/)parlor (.*)/.exec(line)?.[1];
  return command === undefined || command === "help" ? [] : [command];
});

test("a line of a command block begins with a known program, a setting or an address", () => {
  const unknown = lines.filter(
    ([first = ""]) =>
      !/^(?:\.\/)?parlor$/.test(first) &&
      !OTHERS.has(first) &&
      !/^(?:[A-Z_]+=|\/api\/|\{\{)/.test(first),
  );
  expect(unknown).toEqual([]);
});

describe.each([...new Set(ofParlor)].map((command) => [command]))("parlor %s", (command) => {
  const given = command.split(" ");
  const name = given.slice(
    0,
    given.findIndex((word) => !/^[a-z-]+$/.test(word) || word.startsWith("--")),
  );
  const path = given.every((word) => /^[a-z-]+$/.test(word)) ? given : name;

  test("is a command, and has these flags", async () => {
    const help = await runParlor([...path, "--help"]);
    expect(help.code).toBe(0);
    expect(help.out).toContain(`Usage: parlor ${path.join(" ")}`.trimEnd());
    for (const flag of given.filter((word) => word.startsWith("--") && word !== "--help"))
      expect(help.out).toContain(flag);
  });
});

test("files that commands name are in the repository or in a release", () => {
  const files = blocks.flatMap((line) => line.match(/scripts\/[\w./-]+/g) ?? []);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) if (!file.endsWith("/.env")) expect(existsSync(file)).toBe(true);
  const script = readFileSync("scripts/deploy/install.sh", "utf8");
  for (const [first, file, flag] of lines)
    if (first === "sh") {
      expect(file).toBe("install.sh");
      if (flag) expect(script).toContain(`${flag})`);
    }
});

test("the guide lists exactly the server's settings", () => {
  const config = readFileSync("src/platform/config.ts", "utf8");
  const read = new Set(
    config.match(/^ {2}[A-Z][A-Z\d]*_[A-Z\d_]+(?=:)/gm)?.map((name) => name.trim()),
  );
  const named = (text: string) => text.match(/\b(?:[A-Z]+_)+[A-Z]+\b/g) ?? [];
  const page = readFileSync(join(FOLDER, "server-settings.md"), "utf8");
  const listed = new Set(named(page));
  expect([...read].filter((name) => !listed.has(name))).toEqual([]);
  // The last one is Bun's own, and the former two are of the containers.
  const known = new Set([...read, "PARLOR_DOMAIN", "NODE_EXTRA_CA_CERTS"]);
  for (const [, text] of PAGES) expect(named(text).filter((name) => !known.has(name))).toEqual([]);
});
