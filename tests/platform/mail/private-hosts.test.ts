import { expect, test } from "bun:test";
import { resolveHost } from "#src/platform/providers/private-hosts.ts";

const STRICT = { allowPrivateHosts: false };

test.each([
  "127.0.0.1",
  "localhost",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.0.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  // The same addresses in spellings meant to bypass a check.
  "127.1",
  "2130706433",
  "0x7f000001",
  "::1",
  "::",
  "fd00::1",
  "fe80::1",
  "::ffff:10.0.0.1",
  "::ffff:7f00:1",
  "::7f00:1",
  "64:ff9b::a00:1",
  "64:ff9b::127.0.0.1",
  "64:ff9b::",
  "64:ff9b::7f00:1",
  "64:ff9b:0:0:0:0:7f00:1",
  "0064:ff9b:0000:0000:0000:0000:7f00:0001",
  "64:FF9B::10.0.0.1",
  "::ffff:0:127.0.0.1",
  "::ffff:0:7f00:1",
  "0:0:0:0:ffff:0:a9fe:a9fe",
  "0:0:0:0:0:ffff:7f00:1",
  "64:ff9b:1::808:808",
  "2002:7f00:1::",
])("%s is refused, and allowed where the configuration says so", async (host) => {
  expect(await resolveHost(STRICT, host)).toMatchObject({ kind: "refused" });
  expect(await resolveHost({ allowPrivateHosts: true }, host)).toMatchObject({ kind: "address" });
});

test.each(["8.8.8.8", "172.32.0.1", "192.167.1.1", "2606:4700::1111", "64:ff9b::808:808"])(
  "%s is on the internet",
  async (host) => {
    expect(await resolveHost(STRICT, host)).toEqual({ kind: "address", address: host });
  },
);
