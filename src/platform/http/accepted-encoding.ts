export type Encoding = "zstd" | "br" | "gzip";

/**
 * Chooses from `available`, which is in the server's order of preference, by the q-values of Accept-Encoding
 * (RFC 9110, 12.5.3). Undefined means the plain body.
 */
export function chooseEncoding(
  accepts: string,
  available: readonly Encoding[],
): Encoding | undefined {
  const quality = parseQualities(accepts);
  const qualityOf = (name: string) => quality.get(name) ?? quality.get("*") ?? 0;
  const plain = quality.get("identity") ?? 0;
  const [best] = available
    .filter((name) => qualityOf(name) > 0 && qualityOf(name) >= plain)
    // The sort keeps the server's order where the client has none.
    .toSorted((a, b) => qualityOf(b) - qualityOf(a));
  return best;
}

function parseQualities(accepts: string): Map<string, number> {
  return new Map(
    accepts.split(",").flatMap((part) => {
      const [name = "", ...parameters] = part.split(";").map((one) => one.trim().toLowerCase());
      if (name === "") return [];
      const q = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1";
      // A malformed weight counts as a refusal, which costs only bytes.
      return [[name, /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q) ? Number(q) : 0] as const];
    }),
  );
}
