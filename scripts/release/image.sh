#!/bin/sh
# Builds the container image without a registry: the bases are made of Debian's packages and npm's `node`. Run it as
# root on Debian 12 or later, in a clean checkout, with buildah, debootstrap and npm:
#   sudo sh scripts/release/image.sh                   compiles Parlor in the image's build
#   sudo sh scripts/release/image.sh --target release  takes the program of dist/release
# CA_FILE names a file with the certificates to trust, where npm's registry is behind a proxy.
set -eu

export STORAGE_DRIVER=${STORAGE_DRIVER:-vfs} BUILDAH_ISOLATION=${BUILDAH_ISOLATION:-chroot}
MIRROR=${MIRROR:-http://deb.debian.org/debian}
MAX_BYTES=300000000
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Commits a folder as an image, with the arguments of `buildah config`.
base() {
  folder=$1 name=$2
  shift 2
  container=$(buildah from scratch)
  buildah copy -q "$container" "$folder" / >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --cmd bash "$@" "$container"
  buildah commit -q --rm "$container" "$name" >/dev/null
}

debootstrap --variant=minbase bookworm "$work/debian" "$MIRROR" >"$work/log" 2>&1 || { tail "$work/log" >&2; exit 1; }
# What Debian's slim images leave out.
for folder in var/cache/apt var/lib/apt/lists var/log usr/share/doc usr/share/man usr/share/info usr/share/locale; do
  find "$work/debian/$folder" -mindepth 1 -delete
done
base "$work/debian" docker.io/library/debian:bookworm-slim

npm install --no-audit --no-fund --loglevel=error --prefix "$work/npm" node@24 npm@11
lib=$work/debian/usr/local/lib/node_modules
mkdir -p "$lib"
cp -L "$work/npm/node_modules/node/bin/node" "$work/debian/usr/local/bin/node"
cp -a "$work/npm/node_modules/npm" "$lib/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/debian/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$work/debian/usr/local/bin/npx"
if [ -n "${CA_FILE:-}" ]; then
  mkdir -p "$work/debian/etc/ssl"
  cp -L "$CA_FILE" "$work/debian/etc/ssl/ca.crt"
  base "$work/debian" docker.io/library/node:24-bookworm-slim \
    --env NODE_EXTRA_CA_CERTS=/etc/ssl/ca.crt --env SSL_CERT_FILE=/etc/ssl/ca.crt
else
  base "$work/debian" docker.io/library/node:24-bookworm-slim
fi

buildah bud --pull-never -t parlor "$@" .
container=$(buildah from --pull-never localhost/parlor)
buildah run "$container" -- parlor version
bytes=$(du -sb "$(buildah mount "$container")" | cut -f1)
buildah rm "$container" >/dev/null
echo "The image has $((bytes / 1000000)) MB."
[ "$bytes" -le $MAX_BYTES ] || { echo "It may have $((MAX_BYTES / 1000000)) MB." >&2; exit 1; }
