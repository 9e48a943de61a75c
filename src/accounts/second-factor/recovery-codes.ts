import { randomBytes } from "node:crypto";

const COUNT = 10;
const BYTES = 10;
/** Crockford's: no letter that could be read as a digit. */
const LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

/** Eighty bits each, written as "4f7k-9xqm-2d0e-w8rt". */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    let bits = BigInt(`0x${randomBytes(BYTES).toString("hex")}`);
    let letters = "";
    for (let n = 0; n < (BYTES * 8) / 5; n += 1) {
      letters += LETTERS[Number(bits % 32n)];
      bits /= 32n;
    }
    return letters.replace(/.{4}(?!$)/g, "$&-");
  });
}

/** However it was typed: case, spaces and dashes do not matter. */
export function recoveryHash(code: string): Uint8Array {
  const letters = code.toLowerCase().replace(/[\s-]/g, "");
  return new Bun.CryptoHasher("sha256").update(letters).digest();
}
