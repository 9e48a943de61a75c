import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  realpathSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { newFolder } from "./binary.ts";

const PROGRAMS =
  "sh env sort install cp mv rm mkdir mktemp dirname basename sed grep cmp tar gzip sha256sum uname id getent groupadd useradd cat stat dpkg dpkg-query dpkg-deb dpkg-split tail rmdir find ldconfig start-stop-daemon diff".split(
    " ",
  );

export interface CleanRoot {
  readonly path: string;
  /** The command that begins another one in it. */
  readonly enter: readonly string[];
  /** Runs a program in it, and returns what it printed. */
  readonly run: (command: readonly string[]) => { code: number; output: string };
}

/** With a mount namespace of its own, which ends with the program: bun needs /proc. */
const ENTER = [
  "unshare",
  "--mount",
  "sh",
  "-c",
  'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"',
];
const PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

/** Whether this machine can do it: Linux, as root, with namespaces. */
export const CAN_CHROOT = process.platform === "linux" && process.getuid?.() === 0 && mayUnshare();

function mayUnshare(): boolean {
  if (!Bun.which("unshare", { PATH }) || !Bun.which("chroot", { PATH })) return false;
  return Bun.spawnSync(["unshare", "--mount", "true"], { env: { PATH } }).exitCode === 0;
}

/** A root folder, until the end of the file's tests, with a few programs of this machine, no users but root, and no systemd. */
export function createCleanRoot(): CleanRoot {
  const path = newFolder("root");
  // As on a real system; a service with its own user must reach its folder.
  chmodSync(path, 0o755);
  for (const folder of ["tmp", "dev", "etc", "var/lib/dpkg/updates", "var/lib/dpkg/info", "proc"])
    mkdirSync(join(path, folder), { recursive: true });
  for (const name of PROGRAMS) {
    const program = Bun.which(name, { PATH });
    if (!program) continue;
    copyInto(path, realpathSync(program), `/usr/bin/${name}`);
    for (const library of librariesOf(program)) copyInto(path, realpathSync(library), library);
  }
  writeFileSync(join(path, "etc/passwd"), "root:x:0:0:root:/root:/usr/bin/sh\n");
  writeFileSync(join(path, "etc/group"), "root:x:0:\n");
  writeFileSync(join(path, "etc/shadow"), "root:*:19000:0:99999:7:::\n");
  writeFileSync(join(path, "etc/gshadow"), "root:*::\n");
  writeFileSync(join(path, "etc/login.defs"), "SYS_UID_MIN 100\nSYS_UID_MAX 999\n");
  writeFileSync(join(path, "etc/nsswitch.conf"), "passwd: files\ngroup: files\nshadow: files\n");
  writeFileSync(join(path, "var/lib/dpkg/status"), "");
  writeFileSync(join(path, "var/lib/dpkg/available"), "");
  // A device can't be made everywhere; an empty file takes what is thrown away, too.
  Bun.spawnSync(["mknod", "-m", "666", join(path, "dev/null"), "c", "1", "3"]);
  if (!existsSync(join(path, "dev/null"))) writeFileSync(join(path, "dev/null"), "");
  Bun.spawnSync(["ln", "-s", "usr/bin", join(path, "bin")]);
  Bun.spawnSync(["ln", "-s", "bin", join(path, "usr/sbin")]);
  Bun.spawnSync(["ln", "-s", "usr/bin", join(path, "sbin")]);
  const enter = [...ENTER, path];
  return {
    path,
    enter,
    run(command) {
      const { exitCode, stdout, stderr } = Bun.spawnSync([...enter, ...command], {
        env: { PATH: `/usr/local/bin:${PATH}`, LC_ALL: "C", TMPDIR: "/tmp" },
        stderr: "pipe",
      });
      return { code: exitCode, output: `${stdout}${stderr}` };
    },
  };
}

/** The shared libraries that a program names, the loader included. */
export function librariesOf(program: string): string[] {
  const { stdout } = Bun.spawnSync(["ldd", program]);
  return [...String(stdout).matchAll(/(\/\S+)(?= \(0x)/g)].map(([path]) => path);
}

export function copyInto(root: string, from: string, to: string): void {
  const target = join(root, to);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  copyFileSync(from, target);
  chmodSync(target, 0o755);
}
