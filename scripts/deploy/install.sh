#!/bin/sh
# Installs, upgrades or uninstalls Parlor on Linux. Run it as root, in the folder of a release or with its address:
#   sh install.sh                               from the folder of this script
#   sh install.sh --from https://…/1.0.0        from an address
#   sh install.sh --downgrade                   replaces a newer version, after its database was replaced by an older copy
#   sh install.sh --uninstall                   removes the program and the service, and keeps the data
set -eu

BIN=/usr/local/bin/parlor
DATA=/var/lib/parlor
ENV_FILE=/etc/parlor.env
UNIT=/etc/systemd/system/parlor.service
FROM=$(dirname "$0")
ACTION=install

fail() { echo "install.sh: $1" >&2; exit 1; }

while [ $# -gt 0 ]; do
  case $1 in
    --from) [ $# -ge 2 ] || fail "--from needs a folder or an address."; FROM=$2; shift 2 ;;
    --downgrade) ACTION=downgrade; shift ;;
    --uninstall) ACTION=uninstall; shift ;;
    --help) sed -n '2,6s/^# \{0,1\}//p' "$0"; exit 0 ;;
    *) fail "There's no option $1. Try --help." ;;
  esac
done

[ "$(id -u)" = 0 ] || fail "Run this as root, for example with sudo."
has_systemd() { [ -d /run/systemd/system ]; }

uninstall() {
  if has_systemd && [ -e "$UNIT" ]; then
    systemctl disable --now parlor >/dev/null 2>&1 || true
  fi
  rm -f "$BIN" "$BIN.previous" "$UNIT" "$UNIT.previous"
  if has_systemd; then systemctl daemon-reload; fi
  echo "Parlor is uninstalled. Its data is still in $DATA, its settings in $ENV_FILE."
}

target() {
  [ "$(uname -s)" = Linux ] || fail "This script is for Linux. Other systems: unpack the archive."
  case $(uname -m) in
    x86_64 | amd64) arch=x64 ;;
    aarch64 | arm64) arch=arm64 ;;
    *) fail "There's no program for this processor ($(uname -m))." ;;
  esac
  # A system with glibc may have musl too.
  libc=-musl
  for file in /lib*/ld-linux* /lib/*/ld-linux*; do [ ! -e "$file" ] || libc=; done
  echo "linux-$arch$libc"
}

fetch() {
  case $FROM in
    http://* | https://*)
      if command -v curl >/dev/null; then curl -fsSL -o "$2" "$FROM/$1"
      elif command -v wget >/dev/null; then wget -q -O "$2" "$FROM/$1"
      else fail "Install curl or wget first."; fi ;;
    *) cp "$FROM/$1" "$2" ;;
  esac || fail "Couldn't get $1 from $FROM."
}

# Everything is checked before anything is changed.
install_parlor() {
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  fetch SHA256SUMS "$work/SHA256SUMS"
  wanted=$(target)
  archive=$(sed -n "s/^[0-9a-f]\{64\}  \(parlor-[0-9][^/]*-$wanted\.tar\.gz\)$/\1/p" "$work/SHA256SUMS")
  [ -n "$archive" ] || fail "This release has no program for $wanted."
  fetch "$archive" "$work/$archive"
  grep -F "  $archive" "$work/SHA256SUMS" >"$work/sum"
  (cd "$work" && sha256sum -c sum >/dev/null 2>&1) ||
    fail "$archive is damaged or isn't the released one. Nothing was changed."
  tar -xzf "$work/$archive" -C "$work"
  files=$work/$(basename "$archive" .tar.gz)
  version=$("$files/parlor" version) || fail "The program doesn't run on this system. Nothing was changed."
  installed=$("$BIN" version 2>/dev/null) || installed=$version
  newest=$(printf '%s\n' "$installed" "$version" | sort -V | tail -n 1)
  [ "$newest" = "$version" ] || [ $ACTION = downgrade ] ||
    fail "Parlor $installed is installed, and $version can't open its database. Nothing was changed. The guide says how to go back: /guide/upgrade#go-back"

  getent group parlor >/dev/null 2>&1 || groupadd --system parlor
  getent passwd parlor >/dev/null 2>&1 ||
    useradd --system --gid parlor --home-dir "$DATA" --no-create-home --shell /usr/sbin/nologin parlor
  [ -e "$DATA" ] || install -d -m 700 -o parlor -g parlor "$DATA"
  [ -e "$ENV_FILE" ] || install -m 600 "$files/deploy/parlor.env" "$ENV_FILE"

  state=installed
  if [ -e "$BIN" ]; then
    state=upgraded
    if [ "$newest" != "$version" ]; then state=downgraded; fi
    if cmp -s "$BIN" "$files/parlor"; then state="up to date"; fi
  fi
  mkdir -p "$(dirname "$BIN")" "$(dirname "$UNIT")"
  # A running program can't be overwritten, and a half-written one must never start.
  install -m 755 "$files/parlor" "$BIN.new"
  if [ "$state" != installed ] && [ "$state" != "up to date" ]; then cp -p "$BIN" "$BIN.previous"; fi
  mv -f "$BIN.new" "$BIN"
  if [ -e "$UNIT" ] && ! cmp -s "$UNIT" "$files/deploy/parlor.service"; then
    cp -p "$UNIT" "$UNIT.previous"
    echo "$UNIT is replaced. The former one is $UNIT.previous; keep your changes in a drop-in: systemctl edit parlor"
  fi
  install -m 644 "$files/deploy/parlor.service" "$UNIT"

  if has_systemd; then
    systemctl daemon-reload
    systemctl enable parlor >/dev/null 2>&1
    if [ "$state" = "up to date" ]; then systemctl start parlor; else systemctl restart parlor; fi
    # A program that refuses its settings or database has ended by now.
    sleep 4
    systemctl is-active --quiet parlor ||
      fail "Parlor $version is $state, but doesn't start. The reason: journalctl -u parlor -n 20"
    echo "Parlor $version is $state and runs."
    [ "$state" != installed ] || echo "The link to create your account: journalctl -u parlor | grep setup="
  else
    echo "Parlor $version is $state. Without systemd, start it as the user parlor: parlor serve --data $DATA"
  fi
  echo "Settings: $ENV_FILE. Data: $DATA."
}

if [ $ACTION = uninstall ]; then uninstall; else install_parlor; fi
