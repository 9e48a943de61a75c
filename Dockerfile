# The image contains one file on Debian's glibc: built here, or with `--target release` the one that `npm run release`
# has put into dist/release.
FROM debian:bookworm-slim AS runtime
LABEL org.opencontainers.image.title=Parlor org.opencontainers.image.version=1.0.0 org.opencontainers.image.licenses=MIT
RUN useradd --uid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin parlor \
  && install --directory --owner=10001 --group=10001 --mode=700 /data
USER 10001:10001
# All data is in one volume, so the root may be read-only.
VOLUME /data
ENV PARLOR_DATA=/data PARLOR_HOST=0.0.0.0 PARLOR_PORT=3000
EXPOSE 3000
# Texts in flight are finished within 30 seconds.
STOPSIGNAL SIGTERM
# Debian's slim image has no curl, but its bash speaks TCP.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PARLOR_PORT} && printf 'GET /up HTTP/1.0\\r\\nHost: localhost\\r\\n\\r\\n' >&3 && grep -q '^up' <&3"]
ENTRYPOINT ["parlor"]
CMD ["serve"]

# No stage takes its base from an argument: Debian 12's buildah can't.
FROM runtime AS release
ARG TARGETARCH
COPY dist/release/image/${TARGETARCH}/parlor /usr/local/bin/parlor

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json bun.lock ./
RUN npx --yes bun@1.4.4 install --frozen-lockfile
COPY . .
RUN node_modules/.bin/bun scripts/build.ts

FROM runtime
COPY --from=build /src/dist/parlor /usr/local/bin/parlor
