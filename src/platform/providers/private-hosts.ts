import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";
import type { Config } from "#src/platform/config.ts";
import { ipv6Groups } from "#src/platform/ip-address.ts";

/** Loopback, private, link-local, shared, multicast and reserved addresses, none of which are on the internet. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 128],
  ["::1", 128],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
  // Ranges that embed an IPv4 address could embed a private one.
  ["::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
] as const)
  PRIVATE.addSubnet(network, prefix, "ipv6");

function isPrivate(address: string): boolean {
  const plain = address.replace(/%.*/, "");
  const inner = embeddedIpv4(plain) ?? plain;
  const family = isIP(inner);
  return family === 0 || PRIVATE.check(inner, family === 6 ? "ipv6" : "ipv4");
}

/** 64:ff9b::/96 (NAT64, through which networks without IPv4 reach the internet) and the mapped forms. */
const EMBEDDING = ["64:ff9b:0:0:0:0", "0:0:0:0:0:ffff", "0:0:0:0:ffff:0"];

/** Returns the IPv4 address inside an IPv6 address, however that is written. */
function embeddedIpv4(address: string): string | undefined {
  if (isIP(address) !== 6) return undefined;
  const groups = ipv6Groups(address);
  const prefix = groups.slice(0, 6).map((group) => group.toString(16));
  if (!EMBEDDING.includes(prefix.join(":"))) return undefined;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join(".");
}

export type HostRule = Pick<Config, "allowPrivateHosts">;

export type ResolvedHost =
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "refused"; readonly message: string; readonly isUnknown: boolean };

/**
 * Resolves a host and checks all its addresses. Connect to the returned address and not to the name: a
 * second lookup could return an address in this network.
 */
export async function resolveHost(
  { allowPrivateHosts }: HostRule,
  host: string,
): Promise<ResolvedHost> {
  const found = await lookup(host, { all: true, order: "ipv4first" }).catch(() => []);
  const [first] = found;
  if (!first)
    return { kind: "refused", message: `There's no server named ${host}.`, isUnknown: true };
  if (!allowPrivateHosts && found.some(({ address }) => isPrivate(address)))
    return {
      kind: "refused",
      message: `${host} is an address in this network, not on the internet. The server's administrator can allow that with PARLOR_ALLOW_PRIVATE_HOSTS.`,
      isUnknown: false,
    };
  return { kind: "address", address: first.address };
}

/** A DNS lookup that always returns the checked address. */
export function fixedLookup(address: string) {
  const family = address.includes(":") ? 6 : 4;
  return (
    _host: string,
    options: { all?: boolean | undefined },
    found: (error: null, address: never, family?: number) => void,
  ) => {
    if (options.all) found(null, [{ address, family }] as never);
    else found(null, address as never, family);
  };
}
