import { expect, test } from "bun:test";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findKeyProblem, NAMESPACE, signRelease } from "#scripts/release/sign.ts";
import { newFolder } from "#tests/support/binary.ts";

const signing = test.skipIf(!Bun.which("ssh-keygen"));

/** A new key, and the file that says whose signatures count. */
function newKey(): { key: string; signers: string } {
  const key = join(newFolder("key"), "release");
  Bun.spawnSync(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key]);
  const signers = `${key}.signers`;
  writeFileSync(signers, `parlor ${readFileSync(`${key}.pub`, "utf8")}`);
  return { key, signers };
}

/** As the guide says. */
function verify(folder: string, signers: string): number {
  return Bun.spawnSync(
    ["ssh-keygen", "-Y", "verify", "-f", signers, "-I", "parlor", "-n", NAMESPACE].concat(
      "-s",
      "SHA256SUMS.sig",
    ),
    { cwd: folder, stdin: Bun.file(join(folder, "SHA256SUMS")) },
  ).exitCode;
}

signing(
  "a signed release is verified by ssh-keygen, and a changed or foreign one refused",
  async () => {
    const folder = newFolder("signed");
    const sums = join(folder, "SHA256SUMS");
    writeFileSync(sums, `${"a".repeat(64)}  parlor-1.0.0-linux-x64.tar.gz\n`);
    const own = newKey();
    await signRelease(folder, own.key);
    expect(verify(folder, own.signers)).toBe(0);
    expect(verify(folder, newKey().signers)).not.toBe(0);
    writeFileSync(sums, `${"b".repeat(64)}  parlor-1.0.0-linux-x64.tar.gz\n`);
    expect(verify(folder, own.signers)).not.toBe(0);
  },
);

signing("a key in the repository is refused", async () => {
  const inside = "dist/key-of-the-tests";
  writeFileSync(inside, "not a key");
  try {
    const signed = signRelease(newFolder("signed"), inside);
    await expect(signed).rejects.toThrow("outside the repository");
  } finally {
    rmSync(inside);
  }
});

signing("a release is refused without a key that users can verify", () => {
  const own = newKey();
  const listed = readFileSync(own.signers, "utf8");
  expect(findKeyProblem(undefined, listed)).toContain("--sign=FILE");
  expect(findKeyProblem("/nowhere", listed)).toContain("There's no /nowhere.pub");
  expect(findKeyProblem(own.key, listed)).toBeUndefined();
  expect(findKeyProblem(own.key, `# ${listed}`)).toContain("doesn't list");
  expect(findKeyProblem(newKey().key, listed)).toContain("doesn't list");
});
