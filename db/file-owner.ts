import { lchownSync, lstatSync } from "node:fs";

/**
 * Gives a file the owner of another one. A command that runs as root would otherwise leave files that
 * the server, which has fewer rights, can't write. Other users can't give files away, so nothing happens.
 */
export function copyOwner(from: string, to: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = lstatSync(from);
  const current = lstatSync(to);
  if (current.uid !== uid || current.gid !== gid) lchownSync(to, uid, gid);
}
