import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BINARY, newFolder, runParlor } from "#tests/support/binary.ts";
import { createOwner } from "#tests/support/salon.ts";
import { mountSmallDisk } from "#tests/support/small-disk.ts";

const COMMANDS = [
  ["serve", "--port", "0"],
  ["doctor"],
  ["migrate"],
  ["backup", join(newFolder("out"), "salon.db")],
  ["export", join(newFolder("out"), "salon.zip")],
  ["admin", "setup-link"],
  ["secrets", "rotate"],
];

async function ownedFolder(name: string): Promise<string> {
  const data = newFolder(name);
  await createOwner(data);
  return data;
}

function withoutDatabase(data: string): string {
  for (const name of readdirSync(data).filter((file) => file.startsWith("parlor.db")))
    rmSync(join(data, name));
  return join(data, "parlor.db");
}

/** Runs each command, which must fail with one line. Returns the lines. */
async function failures(data: string, env: Record<string, string> = {}, commands = COMMANDS) {
  const lines: string[] = [];
  for (const command of commands) {
    const { code, err } = await runParlor([...command, "--data", data], "", env);
    expect([command, code, err.trim().split("\n").length]).toEqual([command, 1, 1]);
    expect(err).not.toMatch(/^\s+at |SQLITE|ENOENT|EACCES/m);
    lines.push(err.trim());
  }
  return lines;
}

test("a database of another program is refused by every command and not changed", async () => {
  const data = await ownedFolder("foreign");
  const db = new Database(withoutDatabase(data), { create: true });
  db.run("create table recipes (name)");
  for (const version of [0, 7]) {
    db.run(`PRAGMA user_version = ${version}`);
    for (const line of await failures(data))
      expect(line).toContain("is a database of another program. Nothing was changed.");
  }
  expect(db.query("select name from sqlite_schema").values()).toEqual([["recipes"]]);
  expect(db.query("PRAGMA journal_mode").values()).toEqual([["delete"]]);
  db.close();
  const restored = await runParlor([
    "restore",
    join(data, "parlor.db"),
    "--data",
    newFolder("target"),
  ]);
  expect([restored.code, restored.err]).toEqual([
    1,
    expect.stringContaining("is a database of another program"),
  ]);
  const demo = await runParlor(["demo", "--fresh", "--port", "0", "--data", data]);
  expect(demo.code).toBe(1);
  expect(existsSync(join(data, "parlor.db"))).toBe(true);
});

test("a folder in place of the database is reported in one line", async () => {
  const data = await ownedFolder("folder");
  mkdirSync(withoutDatabase(data));
  await failures(data);
});

test("a read-only disk is reported in one line", async () => {
  const disk = mountSmallDisk(32);
  if (!disk) return;
  const data = join(disk.folder, "data");
  mkdirSync(data);
  await createOwner(data);
  Bun.spawnSync(["mount", "-o", "remount,ro", disk.folder]);
  try {
    const lines = await failures(data);
    expect(lines[1]).toContain("its disk is read-only");
  } finally {
    Bun.spawnSync(["mount", "-o", "remount,rw", disk.folder]);
  }
});

test("a reader that has closed its pipe ends a command without a stack", async () => {
  const data = await ownedFolder("pipe");
  for (const command of ["help", `doctor --data ${data}`]) {
    const line = `(${BINARY} ${command}; echo "ended with $?" >&2) | true`;
    const { stderr } = Bun.spawnSync(["sh", "-c", line]);
    expect([command, stderr.toString()]).toEqual([command, "ended with 0\n"]);
  }
});

test("a full disk is reported in one line", async () => {
  const disk = mountSmallDisk(24);
  if (!disk) return;
  const data = join(disk.folder, "data");
  mkdirSync(data);
  await createOwner(data);
  disk.fill();
  for (const line of await failures(data)) expect(line).toStartWith("The disk is full.");
});

/** Runs a command as a user without rights. */
async function runAsNobody(...args: string[]): Promise<{ code: number; err: string }> {
  const user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"];
  const child = Bun.spawn([...user, BINARY, ...args], { stdout: "ignore", stderr: "pipe" });
  return { code: await child.exited, err: await new Response(child.stderr).text() };
}

test.skipIf(process.getuid?.() !== 0)("another user reads what isn't permitted", async () => {
  if ((await runAsNobody("version")).code !== 0) {
    process.stdout.write("Other users can't run the program here, so this test is skipped.\n");
    return;
  }
  const data = await ownedFolder("private");
  chmodSync(data, 0o700);
  expect(await runAsNobody("doctor", "--data", data)).toEqual({
    code: 1,
    err: `Can't use the data folder ${data}: this user isn't permitted to write there.\n`,
  });
});

test("a damaged, mistyped or half-rotated key never leads to a new one", async () => {
  const serve = [["serve", "--port", "0"]];
  const damaged = await ownedFolder("damaged-key");
  writeFileSync(join(damaged, "secret.key"), "nonsense");
  expect((await failures(damaged, {}, serve))[0]).toContain("Put your copy of it back.");

  const typed = join(newFolder("keys"), "typo.key");
  const mistyped = await ownedFolder("mistyped-key");
  expect((await failures(mistyped, { PARLOR_SECRET_KEY_FILE: typed }, serve))[0]).toContain(
    "which doesn't exist. Correct the name",
  );
  expect(existsSync(typed)).toBe(false);

  const rotated = await ownedFolder("rotated-key");
  const key = Buffer.alloc(32, 7).toString("base64");
  rmSync(join(rotated, "secret.key"));
  const { code } = await runParlor(["secrets", "rotate", "--data", rotated], "", {
    PARLOR_SECRET_KEY: key,
  });
  expect(code).toBe(0);
  expect((await failures(rotated, { PARLOR_SECRET_KEY: "" }, serve))[0]).toContain(
    "is from a rotation. Put its contents into PARLOR_SECRET_KEY.",
  );
  expect(existsSync(join(rotated, "secret.key"))).toBe(false);
});

test("the demo deletes only Parlor's files", async () => {
  const data = newFolder("shared");
  writeFileSync(join(data, "thesis.txt"), "mine");
  writeFileSync(join(data, "parlor.db"), "");
  // Perhaps those of a salon whose database was lost.
  const key = join(data, "secret.key.former");
  const backup = join(data, "backups", "salon.db");
  mkdirSync(join(data, "backups"));
  for (const file of [key, backup]) writeFileSync(file, "theirs");
  const child = Bun.spawn([BINARY, "demo", "--fresh", "--port", "0", "--data", data], {
    stdout: "ignore",
    stderr: "ignore",
  });
  await Bun.sleep(1_500);
  child.kill("SIGKILL");
  await child.exited;
  for (const file of [join(data, "thesis.txt"), key, backup]) expect(existsSync(file)).toBe(true);
});
