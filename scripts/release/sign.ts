import { existsSync, readFileSync, realpathSync } from "node:fs";
import { run } from "./run.ts";

/** What the signature is for, so that one of another purpose doesn't count: `ssh-keygen -Y verify -n`. */
export const NAMESPACE = "parlor-release";

/** Says why users couldn't verify a signature by this key, or undefined. */
export function findKeyProblem(key: string | undefined, signers: string): string | undefined {
  if (!key)
    return "A release is signed: --sign=FILE names the private key, as docs/releasing.md says. --snapshot builds without one.";
  if (!existsSync(`${key}.pub`)) return `There's no ${key}.pub next to the private key.`;
  const [, publicKey = ""] = readFileSync(`${key}.pub`, "utf8").split(/\s/);
  const isListed = signers
    .split("\n")
    .some((line) => !line.startsWith("#") && line.split(" ").includes(publicKey));
  return isListed
    ? undefined
    : `docs/signers doesn't list ${key}.pub, so no one could verify the release. docs/releasing.md says how to add it.`;
}

/**
 * Signs a release's checksums, and with them all of its files, as SHA256SUMS.sig.
 * @throws Error for a key in the repository, where it could be committed
 */
export async function signRelease(folder: string, key: string): Promise<void> {
  const file = realpathSync(key);
  if (`${file}/`.startsWith(`${realpathSync(".")}/`))
    throw new Error(`Keep the key ${key} outside the repository.`);
  await run(["ssh-keygen", "-Y", "sign", "-q", "-f", file, "-n", NAMESPACE, "SHA256SUMS"], {
    cwd: folder,
  });
}
