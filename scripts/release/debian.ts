import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { run } from "./run.ts";

interface DebianOptions {
  readonly version: string;
  /** "amd64". */
  readonly architecture: string;
  readonly program: string;
  /** The folder of the owner's guide as HTML. */
  readonly guide?: string | undefined;
  /** The time of all files, in seconds. */
  readonly time: number;
  /** A folder to lay out the files in. */
  readonly stage: string;
  readonly outfile: string;
}

const DEPLOY = "scripts/deploy";

/** Builds a Debian package: program, service, settings, and a system user. */
export async function buildDebianPackage(options: DebianOptions): Promise<void> {
  const { stage, program, outfile } = options;
  const file = (path: string, content: string, mode = 0o644) => {
    mkdirSync(dirname(join(stage, path)), { recursive: true });
    writeFileSync(join(stage, path), content);
    chmodSync(join(stage, path), mode);
  };
  mkdirSync(join(stage, "usr/bin"), { recursive: true });
  copyFileSync(program, join(stage, "usr/bin/parlor"));
  chmodSync(join(stage, "usr/bin/parlor"), 0o755);
  const service = readFileSync(`${DEPLOY}/parlor.service`, "utf8");
  file("usr/lib/systemd/system/parlor.service", service.replaceAll("/usr/local/bin", "/usr/bin"));
  // Not a conffile: dpkg would ask about the settings that the install script left.
  file("usr/share/parlor/parlor.env", readFileSync(`${DEPLOY}/parlor.env`, "utf8"));
  file("usr/share/doc/parlor/copyright", readFileSync("LICENSE", "utf8"));
  if (options.guide)
    cpSync(options.guide, join(stage, "usr/share/doc/parlor/guide"), { recursive: true });
  file("DEBIAN/control", controlOf(options, statSync(program).size));
  file("DEBIAN/postinst", POSTINST, 0o755);
  file("DEBIAN/prerm", PRERM, 0o755);
  file("DEBIAN/postrm", POSTRM, 0o755);
  // Whatever the umask: dpkg-deb refuses private folders, and users have to open these.
  await run(["chmod", "-R", "u+rwX,go=rX", stage]);
  // gzip: xz would take minutes for a program of this size.
  await run(["dpkg-deb", "-Zgzip", "-z6", "--root-owner-group", "--build", stage, outfile], {
    env: { SOURCE_DATE_EPOCH: String(options.time) },
  });
}

function controlOf({ version, architecture }: DebianOptions, bytes: number): string {
  return `Package: parlor
Version: ${version}
Architecture: ${architecture}
Maintainer: The Parlor authors <parlor@localhost>
Installed-Size: ${Math.ceil(bytes / 1024)}
Depends: libc6, passwd
Section: net
Priority: optional
Description: front desk of a salon, spa or clinic
 Texts, appointments, clients and payments in one program with one database.
`;
}

const POSTINST = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  getent group parlor >/dev/null 2>&1 || groupadd --system parlor
  getent passwd parlor >/dev/null 2>&1 || useradd --system --gid parlor --home-dir /var/lib/parlor --no-create-home --shell /usr/sbin/nologin parlor
  [ -e /var/lib/parlor ] || install -d -m 700 -o parlor -g parlor /var/lib/parlor
  [ -e /etc/parlor.env ] || install -m 600 /usr/share/parlor/parlor.env /etc/parlor.env
  # The install script's program and service would take precedence over the package's.
  for file in /usr/local/bin/parlor /etc/systemd/system/parlor.service; do
    if [ -e "$file" ]; then
      mv -f "$file" "$file.replaced"
      echo "The package replaces $file. The former one is $file.replaced."
    fi
  done
  if [ -d /run/systemd/system ]; then
    systemctl daemon-reload
    systemctl enable parlor >/dev/null 2>&1 || true
    systemctl restart parlor || echo "Parlor didn't start: journalctl -u parlor" >&2
  fi
fi
`;

const PRERM = `#!/bin/sh
set -e
if [ "$1" = remove ] && [ -d /run/systemd/system ]; then
  systemctl stop parlor || true
  systemctl disable parlor >/dev/null 2>&1 || true
fi
`;

/** The data stays, even with purge: it is the salon's, and no command may delete it by the way. */
const POSTRM = `#!/bin/sh
set -e
[ ! -d /run/systemd/system ] || systemctl daemon-reload
if [ "$1" = purge ]; then rm -f /etc/parlor.env; fi
if [ "$1" = purge ] && [ -d /var/lib/parlor ]; then
  echo "The salon's data is still in /var/lib/parlor. Delete it yourself when you don't need it."
fi
`;
