import { randomBytes } from "node:crypto";

const COUNT = 10;
const BYTES = 10;
/** Crockford's base32, without letters that look like digits. */
const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/** Ten codes of 80 random bits each, such as "4f7k-9xqm-2d0e-w8rt". */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    let bits = BigInt(`0x${randomBytes(BYTES).toString("hex")}`);
    let letters = "";
    for (let n = 0; n < (BYTES * 8) / 5; n += 1) {
      letters += ALPHABET[Number(bits % 32n)];
      bits /= 32n;
    }
    return letters.replace(/.{4}(?!$)/g, "$&-");
  });
}

/** Hashes a code as typed, ignoring case, spaces and dashes. */
export function hashRecoveryCode(code: string): Uint8Array {
  const letters = code.toLowerCase().replace(/[\s-]/g, "");
  return new Bun.CryptoHasher("sha256").update(letters).digest();
}
