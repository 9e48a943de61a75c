/** The eight groups of a valid IPv6 address in any notation, without a zone. */
export function ipv6Groups(address: string): number[] {
  // The URL parser writes the canonical form, also of an embedded IPv4 address.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = "", tail = ""] = canonical.split("::");
  const left = head.split(":").filter(Boolean);
  const right = tail.split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => "0");
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16));
}
