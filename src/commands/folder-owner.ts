import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  statSync,
} from "node:fs";
import { join } from "node:path";

/** Files that an earlier Parlor may have left to root. */
const OWN_FILES =
  /^(?:parlor\.db(?:-wal|-shm)?|lock\.db|secret\.key(?:\.new|\.former-\w+)?|ballast|damaged)$/;

const startedAsRoot = process.getuid?.() === 0;

/** Root started this process, which has become the owner of the data folder. */
export function actsForRoot(): boolean {
  return startedAsRoot && process.getuid?.() !== 0;
}

/**
 * Makes a process of root act as the owner of the data folder, for good. The owner is a service that root must not
 * trust: a link that it placed in its folder would lead root's writes anywhere. Also makes new files private.
 */
export function actAsFolderOwner(dataFolder: string): void {
  process.umask(0o077);
  if (process.getuid?.() !== 0 || !existsSync(dataFolder)) return;
  const owner = statSync(dataFolder);
  if (!owner.isDirectory() || owner.uid === 0) return;
  for (const name of readdirSync(dataFolder).filter((file) => OWN_FILES.test(file)))
    if (lstatSync(join(dataFolder, name)).isFile()) giveAway(join(dataFolder, name), owner);
  process.setgroups?.([owner.gid]);
  process.setgid?.(owner.gid);
  process.setuid?.(owner.uid);
}

/** Gives a file of root that is no link and has no second name to this owner. @throws when it became a link meanwhile */
function giveAway(file: string, { uid, gid }: { uid: number; gid: number }): void {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const found = fstatSync(handle);
    if (found.isFile() && found.uid === 0 && found.nlink === 1) fchownSync(handle, uid, gid);
  } finally {
    closeSync(handle);
  }
}
